-- Work is a job: it waits, runs in a worker, and outlives the request that asked for it.

-- A type of its own, swapped in: values added to a type cannot be used in the transaction that adds them.
ALTER TYPE "generation_status" RENAME TO "generation_status_before";
CREATE TYPE "generation_status" AS ENUM ('queued', 'running', 'succeeded', 'failed', 'canceled');
ALTER TABLE "generation" ALTER COLUMN "status" DROP DEFAULT;
ALTER TABLE "generation" ALTER COLUMN "status" TYPE "generation_status"
  USING (CASE "status"::text WHEN 'pending' THEN 'running' ELSE "status"::text END)::"generation_status";
ALTER TABLE "generation" ALTER COLUMN "status" SET DEFAULT 'queued';
DROP TYPE "generation_status_before";

CREATE TABLE "batch" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "api_key_id" TEXT,
    "title" TEXT,
    "metadata" JSONB,
    "total" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "canceled_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "batch_user_id_created_at_id_idx" ON "batch"("user_id", "created_at" DESC, "id" DESC);
ALTER TABLE "batch" ADD CONSTRAINT "batch_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "generation"
  DROP COLUMN "boot_id",
  ADD COLUMN "title" TEXT,
  ADD COLUMN "metadata" JSONB,
  ADD COLUMN "idempotency_key" TEXT,
  ADD COLUMN "batch_id" TEXT,
  ADD COLUMN "place" INTEGER,
  ADD COLUMN "custom_id" TEXT,
  ADD COLUMN "width" INTEGER,
  ADD COLUMN "height" INTEGER,
  ADD COLUMN "size_bytes" INTEGER,
  ADD COLUMN "content_type" TEXT,
  ADD COLUMN "error_message" TEXT,
  ADD COLUMN "lane" SMALLINT NOT NULL DEFAULT 0,
  ADD COLUMN "rank" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "expected_ms" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "stage" TEXT,
  ADD COLUMN "attempts" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "started_at" TIMESTAMPTZ(3);
ALTER TABLE "generation" ADD CONSTRAINT "generation_batch_id_fkey"
  FOREIGN KEY ("batch_id") REFERENCES "batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "generation_user_id_idempotency_key_idx" ON "generation"("user_id", "idempotency_key");
CREATE INDEX "generation_batch_id_place_idx" ON "generation"("batch_id", "place");

-- What the schema language cannot say: the turns of a lane, read at every order, hold only what waits or runs.
CREATE INDEX "generation_turns" ON "generation"("lane", "rank") WHERE "status" = 'queued';
CREATE INDEX "generation_turns_of_user" ON "generation"("user_id", "lane", "rank") WHERE "status" = 'queued';
CREATE INDEX "generation_at_work" ON "generation"("user_id") WHERE "status" = 'running';

ALTER TABLE "idempotency_key" ADD COLUMN "work_id" TEXT;
CREATE INDEX "idempotency_key_work_id_idx" ON "idempotency_key"("work_id");
ALTER TABLE "app_process"
  ADD COLUMN "slots" INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN "paces" JSONB NOT NULL DEFAULT '{}';
