-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);
