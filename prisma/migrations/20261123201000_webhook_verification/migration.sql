-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "delayed_until" TIMESTAMPTZ(3),
ADD COLUMN     "reused_items" BOOLEAN,
ADD COLUMN     "sending_by" TEXT,
ADD COLUMN     "sending_until" TIMESTAMPTZ(3),
ADD COLUMN     "slow_since" TIMESTAMPTZ(3),
ADD COLUMN     "url_set_at" TIMESTAMPTZ(3),
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);
