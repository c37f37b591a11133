-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "source_public_id" TEXT;

-- CreateTable
CREATE TABLE "hosted_picture" (
    "public_id" TEXT NOT NULL,
    "user_id" TEXT,
    "size_bytes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unused_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "released_at" TIMESTAMPTZ(3),
    "removing_at" TIMESTAMPTZ(3),

    CONSTRAINT "hosted_picture_pkey" PRIMARY KEY ("public_id")
);

-- CreateIndex
CREATE INDEX "hosted_picture_user_id_idx" ON "hosted_picture"("user_id");

-- CreateIndex
CREATE INDEX "hosted_picture_released_at_idx" ON "hosted_picture"("released_at");

-- CreateIndex
CREATE INDEX "hosted_picture_unused_since_idx" ON "hosted_picture"("unused_since");

-- CreateIndex
CREATE INDEX "generation_source_public_id_idx" ON "generation"("source_public_id");

-- AddForeignKey
ALTER TABLE "hosted_picture" ADD CONSTRAINT "hosted_picture_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Work done before this knew its source by address alone.
UPDATE "generation"
SET "source_public_id" = substring("image_url" from '/image/upload/(?:.*/)?((?:inputs|outputs)/[A-Za-z0-9_]+/[^./?#]+)')
WHERE "deleted_at" IS NULL;

-- Uploads that work names count from now on; their sizes are not known here.
INSERT INTO "hosted_picture" ("public_id", "user_id", "size_bytes")
SELECT DISTINCT "source_public_id", "user_id", 0 FROM "generation"
WHERE "source_public_id" LIKE 'inputs/%' AND split_part("source_public_id", '/', 2) = "user_id";
