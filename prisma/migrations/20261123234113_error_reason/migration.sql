-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "error_reason" TEXT,
ADD COLUMN     "error_values" JSONB;
