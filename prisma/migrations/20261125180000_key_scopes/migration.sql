-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "creator" TEXT,
ADD COLUMN     "credits_month" DATE,
ADD COLUMN     "credits_this_month" INTEGER,
ADD COLUMN     "limited_by" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "max_credits_per_month" INTEGER,
ADD COLUMN     "previous_hash" TEXT,
ADD COLUMN     "previous_until" TIMESTAMPTZ(3),
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY['work:write', 'work:read', 'work:delete', 'looks', 'webhooks', 'account:read', 'keys']::TEXT[];

-- CreateIndex
CREATE INDEX "api_key_previous_hash_idx" ON "api_key"("previous_hash");
