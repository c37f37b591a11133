-- CreateTable
CREATE TABLE "storage_claim" (
    "name" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "storage_claim_pkey" PRIMARY KEY ("name")
);
