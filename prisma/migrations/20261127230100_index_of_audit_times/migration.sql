-- no-transaction
-- Audit events whose retention is over.
DROP INDEX CONCURRENTLY IF EXISTS "audit_event_created_at_idx";
CREATE INDEX CONCURRENTLY "audit_event_created_at_idx" ON "audit_event" ("created_at");
