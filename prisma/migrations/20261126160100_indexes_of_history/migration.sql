-- no-transaction
-- What the schema language cannot say: filters of the history that few rows pass, and the usage, are answered from the
-- index alone. It takes the place of the index on the same columns without more.
DROP INDEX CONCURRENTLY IF EXISTS "generation_history";
CREATE INDEX CONCURRENTLY "generation_history" ON "generation" ("user_id", "created_at" DESC, "id" DESC)
  INCLUDE ("operation", "status", "style", "review", "deleted_at", "api_key_id", "error_code", "from_monthly",
           "from_topup", "refunded_at")
  WHERE "user_id" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "generation_user_id_created_at_id_idx";

-- Work of all accounts by its age, for RESULT_RETENTION_DAYS. With a condition on the state, so that no list of one
-- account is read from it.
DROP INDEX CONCURRENTLY IF EXISTS "generation_by_age";
CREATE INDEX CONCURRENTLY "generation_by_age" ON "generation" ("created_at")
  WHERE "deleted_at" IS NULL AND "status" NOT IN ('queued', 'running');
