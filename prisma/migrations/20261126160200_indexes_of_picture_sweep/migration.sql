-- no-transaction
-- What the schema language cannot say: the pictures that the sweep looks at next, in their order.
DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_kept";
CREATE INDEX CONCURRENTLY "hosted_picture_kept" ON "hosted_picture" ("looked_at", "unused_since")
  WHERE "released_at" IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_released";
CREATE INDEX CONCURRENTLY "hosted_picture_released" ON "hosted_picture" ("looked_at", "released_at")
  WHERE "released_at" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "hosted_picture_of_nobody";
CREATE INDEX CONCURRENTLY "hosted_picture_of_nobody" ON "hosted_picture" ("public_id")
  WHERE "user_id" IS NULL AND "released_at" IS NULL;
