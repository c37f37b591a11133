-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "review" TEXT;
