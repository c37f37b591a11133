-- The request and the trace that work comes from.
ALTER TABLE "generation" ADD COLUMN "request_id" TEXT, ADD COLUMN "traceparent" TEXT;
