ALTER TABLE "user" ADD COLUMN "locale" TEXT;

ALTER TABLE "generation" ADD COLUMN "bounding_box" JSONB,
ADD COLUMN "options" JSONB NOT NULL DEFAULT '{}';

CREATE TABLE "picture_mask" (
    "user_id" TEXT NOT NULL,
    "public_id" TEXT NOT NULL,
    "mask_public_id" TEXT NOT NULL,
    "mask_url" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "picture_mask_pkey" PRIMARY KEY ("user_id","public_id")
);

CREATE TABLE "look" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "share_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "look_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "picture_mask_mask_public_id_idx" ON "picture_mask"("mask_public_id");
CREATE UNIQUE INDEX "look_share_hash_key" ON "look"("share_hash");
CREATE INDEX "look_user_id_created_at_id_idx" ON "look"("user_id", "created_at" DESC, "id" DESC);

ALTER TABLE "picture_mask" ADD CONSTRAINT "picture_mask_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "look" ADD CONSTRAINT "look_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
