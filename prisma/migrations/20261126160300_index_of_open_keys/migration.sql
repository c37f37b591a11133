-- no-transaction
-- What the schema language cannot say: the few keys whose request is under way.
DROP INDEX CONCURRENTLY IF EXISTS "idempotency_key_open";
CREATE INDEX CONCURRENTLY "idempotency_key_open" ON "idempotency_key" ("boot_id")
  WHERE "state" = 'running' AND "work_id" IS NULL;
