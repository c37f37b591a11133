-- no-transaction
-- What the schema language cannot say: work by the pairs of its metadata. Each pair is indexed under the id of its
-- account, so that no search reads those of others; written at once, so that no call pays for many before it.
DROP INDEX CONCURRENTLY IF EXISTS "generation_metadata";
CREATE INDEX CONCURRENTLY "generation_metadata" ON "generation"
  USING gin (jsonb_set('{}', ARRAY["user_id"], "metadata") jsonb_path_ops) WITH (fastupdate = off)
  WHERE "metadata" IS NOT NULL AND "deleted_at" IS NULL;
