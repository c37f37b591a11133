-- Photos may be made by hosted image models: how each was made, and what the calls cost the operator.

ALTER TABLE "generation"
  ADD COLUMN "wanted_mode" TEXT,
  ADD COLUMN "mode" TEXT,
  ADD COLUMN "model" TEXT,
  ADD COLUMN "fidelity" JSONB,
  ADD COLUMN "error_fix" TEXT;

-- Photos from before were all made by the embedded renderer.
UPDATE "generation" SET "mode" = 'studio', "fidelity" = '{"product": "original", "changed": 0}'
WHERE "operation" = 'generate' AND "status" = 'succeeded';

CREATE TABLE "model_call" (
    "id" BIGSERIAL NOT NULL,
    "generation_id" TEXT,
    "provider" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "style" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "cost_micros" INTEGER,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_call_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "model_call_created_at_idx" ON "model_call"("created_at");
CREATE INDEX "model_call_generation_id_idx" ON "model_call"("generation_id");

-- What each process has found out about the providers' health.
ALTER TABLE "app_process" ADD COLUMN "providers" JSONB NOT NULL DEFAULT '{}';
