-- DropForeignKey
ALTER TABLE "ledger_entry" DROP CONSTRAINT "ledger_entry_user_id_fkey";

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "closing_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "trial_refusal" TEXT;

-- CreateTable
CREATE TABLE "account_attempt" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "blocked_until" TIMESTAMPTZ(3),

    CONSTRAINT "account_attempt_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "trial_claim" (
    "mailbox_hash" TEXT NOT NULL,
    "address_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "trial_claim_pkey" PRIMARY KEY ("mailbox_hash")
);

-- CreateTable
CREATE TABLE "closed_account" (
    "user_id" TEXT NOT NULL,
    "stripe_customer_id" TEXT,
    "closed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "closed_account_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "account_attempt_last_at_idx" ON "account_attempt"("last_at");

-- CreateIndex
CREATE INDEX "trial_claim_address_hash_created_at_idx" ON "trial_claim"("address_hash", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "closed_account_stripe_customer_id_key" ON "closed_account"("stripe_customer_id");

-- Sessions that run stay signed in: their tokens become what is kept from now on, the SHA-256 of the token.
UPDATE "session" SET "token" = encode(sha256(convert_to("token", 'UTF8')), 'hex');

-- Links for a new password that were mailed before are good no more: they stood here in clear.
DELETE FROM "verification" WHERE "identifier" LIKE 'reset-password:%';

-- The ledger stays when its account goes: no way left by which an entry could be removed.
CREATE OR REPLACE FUNCTION "ledger_entry_is_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger entries are never changed or removed: append a correction';
END
$$;
