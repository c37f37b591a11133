-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "scene" TEXT;
