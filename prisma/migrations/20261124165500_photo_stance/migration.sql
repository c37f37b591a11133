-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "stance" TEXT;
