-- no-transaction
-- Work by the caller's name for it, and by the key that asked for it.
DROP INDEX CONCURRENTLY IF EXISTS "generation_custom_id";
CREATE INDEX CONCURRENTLY "generation_custom_id" ON "generation" ("user_id", "custom_id", "created_at" DESC, "id" DESC)
  WHERE "custom_id" IS NOT NULL AND "deleted_at" IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS "generation_key";
CREATE INDEX CONCURRENTLY "generation_key" ON "generation" ("user_id", "api_key_id", "created_at" DESC, "id" DESC)
  WHERE "api_key_id" IS NOT NULL AND "deleted_at" IS NULL;

-- Batches of an account that have not ended.
DROP INDEX CONCURRENTLY IF EXISTS "generation_open_batches";
CREATE INDEX CONCURRENTLY "generation_open_batches" ON "generation" ("user_id", "batch_id")
  WHERE "batch_id" IS NOT NULL AND "status" IN ('queued', 'running');
