-- AlterTable
ALTER TABLE "balance" ADD COLUMN     "ordered_until" TIMESTAMPTZ(3),
ADD COLUMN     "stored_bytes" BIGINT NOT NULL DEFAULT 0;
