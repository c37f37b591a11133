-- no-transaction
-- Deliveries of an account, newest first; with it the index on the account alone is superfluous.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_delivery_user_id_created_at_id_idx";
CREATE INDEX CONCURRENTLY "webhook_delivery_user_id_created_at_id_idx" ON "webhook_delivery"("user_id", "created_at" DESC, "id" DESC);

DROP INDEX CONCURRENTLY IF EXISTS "webhook_delivery_user_id_idx";
