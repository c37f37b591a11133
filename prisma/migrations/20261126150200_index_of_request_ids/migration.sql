-- no-transaction
-- What the schema language cannot say: an account is found by the request that ordered its work.
DROP INDEX CONCURRENTLY IF EXISTS "generation_request_id";
CREATE INDEX CONCURRENTLY "generation_request_id" ON "generation"("request_id") WHERE "request_id" IS NOT NULL;
