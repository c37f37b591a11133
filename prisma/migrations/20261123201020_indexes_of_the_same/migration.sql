-- no-transaction
-- The same work that has a result: newest first, by what else must agree.
DROP INDEX CONCURRENTLY IF EXISTS "generation_same";
CREATE INDEX CONCURRENTLY "generation_same" ON "generation" (
  "user_id",
  "fingerprint",
  COALESCE("mask_public_id", ''),
  COALESCE("mode", 'studio'),
  "created_at" DESC
) WHERE "status" = 'succeeded' AND "deleted_at" IS NULL AND "fingerprint" IS NOT NULL;

-- The same work that has not ended.
DROP INDEX CONCURRENTLY IF EXISTS "generation_same_open";
CREATE INDEX CONCURRENTLY "generation_same_open" ON "generation" ("user_id", "fingerprint", "created_at" DESC)
  WHERE "status" IN ('queued', 'running') AND "fingerprint" IS NOT NULL;

-- Rows of the former version, for the task that fills their fingerprints.
DROP INDEX CONCURRENTLY IF EXISTS "generation_without_fingerprint";
CREATE INDEX CONCURRENTLY "generation_without_fingerprint" ON "generation" ("user_id", "id")
  WHERE "fingerprint" IS NULL AND "deleted_at" IS NULL AND "status" IN ('succeeded', 'queued', 'running');

-- Refunded work, for the task that empties it after a while.
DROP INDEX CONCURRENTLY IF EXISTS "generation_refunded";
CREATE INDEX CONCURRENTLY "generation_refunded" ON "generation" ("finished_at")
  WHERE "status" IN ('failed', 'canceled') AND "deleted_at" IS NULL;
