ALTER TABLE "generation" ADD COLUMN "mask_public_id" TEXT,
ADD COLUMN "reused_id" TEXT;

CREATE INDEX "generation_result_public_id_idx" ON "generation"("result_public_id");
CREATE INDEX "generation_mask_public_id_idx" ON "generation"("mask_public_id");
