-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "issues" JSONB;
