-- AlterTable
ALTER TABLE "app_process" ADD COLUMN     "storage" TEXT;
