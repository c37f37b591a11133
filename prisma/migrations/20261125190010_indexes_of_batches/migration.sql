-- no-transaction
-- Batches by their state.
DROP INDEX CONCURRENTLY IF EXISTS "batch_canceled";
CREATE INDEX CONCURRENTLY "batch_canceled" ON "batch" ("user_id", "created_at" DESC, "id" DESC)
  WHERE "canceled_at" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "batch_not_canceled";
CREATE INDEX CONCURRENTLY "batch_not_canceled" ON "batch" ("user_id", "created_at" DESC, "id" DESC)
  WHERE "canceled_at" IS NULL;
