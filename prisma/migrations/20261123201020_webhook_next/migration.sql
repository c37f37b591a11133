-- no-transaction
-- What the schema language cannot say: what an endpoint gets next.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_delivery_next";
CREATE INDEX CONCURRENTLY "webhook_delivery_next" ON "webhook_delivery" ("endpoint_id", "next_attempt_at", "created_at", "id")
  WHERE "status" = 'pending';
