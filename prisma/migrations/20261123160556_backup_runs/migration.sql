-- CreateTable
CREATE TABLE "backup_run" (
    "id" BIGSERIAL NOT NULL,
    "place" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "name" TEXT,
    "size_bytes" BIGINT,
    "error" TEXT,

    CONSTRAINT "backup_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "backup_run_started_at_idx" ON "backup_run"("started_at" DESC);
