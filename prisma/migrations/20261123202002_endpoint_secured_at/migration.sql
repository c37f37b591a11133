-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "secured_at" TIMESTAMPTZ(3);
