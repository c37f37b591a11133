-- What the operator's tool tells of paid work: its attempts, whose fault a failure was, lost jobs and retries.
ALTER TABLE "generation" ADD COLUMN     "attempt_log" JSONB[] DEFAULT ARRAY[]::JSONB[],
ADD COLUMN     "fault" TEXT,
ADD COLUMN     "requeued_at" TIMESTAMPTZ(3),
ADD COLUMN     "retried_id" TEXT;

-- What the schema language cannot say: only ended work is listed by its end, and few rows were ever requeued.
CREATE INDEX "generation_ended" ON "generation"("status", "finished_at" DESC, "id" DESC) WHERE "finished_at" IS NOT NULL;
CREATE INDEX "generation_requeued" ON "generation"("requeued_at") WHERE "requeued_at" IS NOT NULL;
