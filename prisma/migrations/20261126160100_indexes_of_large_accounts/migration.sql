-- no-transaction
-- What the schema language cannot say: filters of the history that few rows pass are answered from the index alone.
DROP INDEX CONCURRENTLY IF EXISTS "generation_list";
CREATE INDEX CONCURRENTLY "generation_list" ON "generation" ("user_id", "created_at" DESC, "id" DESC)
  INCLUDE ("operation", "status", "style", "review") WHERE "deleted_at" IS NULL;

-- Work of all accounts by its age, for RESULT_RETENTION_DAYS.
DROP INDEX CONCURRENTLY IF EXISTS "generation_by_age";
CREATE INDEX CONCURRENTLY "generation_by_age" ON "generation" ("created_at") WHERE "deleted_at" IS NULL;
