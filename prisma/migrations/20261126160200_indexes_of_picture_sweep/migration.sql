-- no-transaction
-- What the schema language cannot say: the pictures that the sweep looks at next, in their order; kept ones, then those
-- that were let go of. They take the place of indexes on all pictures, which lead past those in use each time.
DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_kept_new";
CREATE INDEX CONCURRENTLY "hosted_picture_kept_new" ON "hosted_picture" ("unused_since")
  WHERE "released_at" IS NULL AND "looked_at" IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_kept_looked";
CREATE INDEX CONCURRENTLY "hosted_picture_kept_looked" ON "hosted_picture" ("looked_at")
  WHERE "released_at" IS NULL AND "looked_at" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_released_new";
CREATE INDEX CONCURRENTLY "hosted_picture_released_new" ON "hosted_picture" ("released_at")
  WHERE "released_at" IS NOT NULL AND "looked_at" IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_released_looked";
CREATE INDEX CONCURRENTLY "hosted_picture_released_looked" ON "hosted_picture" ("looked_at")
  WHERE "released_at" IS NOT NULL AND "looked_at" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_of_nobody";
CREATE INDEX CONCURRENTLY "hosted_picture_of_nobody" ON "hosted_picture" ("public_id")
  WHERE "user_id" IS NULL AND "released_at" IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_unused_since_idx";
DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_released_at_idx";
