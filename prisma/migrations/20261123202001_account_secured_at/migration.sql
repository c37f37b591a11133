-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "secured_at" TIMESTAMPTZ(3);
