ALTER TABLE "webhook_endpoint" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);
