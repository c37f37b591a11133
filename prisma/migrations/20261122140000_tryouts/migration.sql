CREATE TABLE "tryout" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "address_hash" TEXT NOT NULL,
    "is_spoiled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tryout_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "tryout_address_hash_created_at_idx" ON "tryout"("address_hash", "created_at");

CREATE INDEX "tryout_created_at_idx" ON "tryout"("created_at");
