-- no-transaction
-- Events by their account; with these the index on the account alone is superfluous.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_event_user_id_created_at_id_idx";
CREATE INDEX CONCURRENTLY "webhook_event_user_id_created_at_id_idx" ON "webhook_event"("user_id", "created_at" DESC, "id" DESC);

DROP INDEX CONCURRENTLY IF EXISTS "webhook_event_user_id_type_created_at_id_idx";
CREATE INDEX CONCURRENTLY "webhook_event_user_id_type_created_at_id_idx" ON "webhook_event"("user_id", "type", "created_at" DESC, "id" DESC);

-- What the schema language cannot say: events by the object that they are about.
DROP INDEX CONCURRENTLY IF EXISTS "webhook_event_object";
CREATE INDEX CONCURRENTLY "webhook_event_object" ON "webhook_event" (
  "user_id", COALESCE("data"->>'id', "data"->>'endpoint_id'), "created_at" DESC, "id" DESC
);

DROP INDEX CONCURRENTLY IF EXISTS "webhook_event_user_id_idx";
