-- The trace that webhooks come from.
ALTER TABLE "webhook_event" ADD COLUMN "traceparent" TEXT;
