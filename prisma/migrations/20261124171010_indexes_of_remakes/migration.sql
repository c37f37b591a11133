-- no-transaction
-- Remakes of a photo; free ones of a month.
DROP INDEX CONCURRENTLY IF EXISTS "generation_remakes";
CREATE INDEX CONCURRENTLY "generation_remakes" ON "generation" ("user_id", "remake_of") WHERE "remake_of" IS NOT NULL;

DROP INDEX CONCURRENTLY IF EXISTS "generation_waived";
CREATE INDEX CONCURRENTLY "generation_waived" ON "generation" ("user_id", "created_at") WHERE "waived" IS NOT NULL;
