ALTER TABLE "user" ADD COLUMN "two_factor_enabled" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "subscription" ADD COLUMN "next_tier" "tier";

ALTER TABLE "outgoing_mail" ADD COLUMN "html" TEXT;

CREATE TABLE "two_factor" (
    "id" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "backup_codes" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT true,
    "failed_verification_count" INTEGER NOT NULL DEFAULT 0,
    "locked_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "two_factor_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sign_in_device" (
    "user_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sign_in_device_pkey" PRIMARY KEY ("user_id","hash")
);

CREATE TABLE "email_change" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "old_email" TEXT NOT NULL,
    "new_email" TEXT NOT NULL,
    "confirm_hash" TEXT NOT NULL,
    "undo_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmed_at" TIMESTAMPTZ(3),
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "payment_receipt" (
    "reference" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_receipt_pkey" PRIMARY KEY ("reference")
);

CREATE UNIQUE INDEX "two_factor_user_id_key" ON "two_factor"("user_id");
CREATE UNIQUE INDEX "email_change_confirm_hash_key" ON "email_change"("confirm_hash");
CREATE UNIQUE INDEX "email_change_undo_hash_key" ON "email_change"("undo_hash");
CREATE INDEX "email_change_user_id_idx" ON "email_change"("user_id");
CREATE INDEX "email_change_old_email_idx" ON "email_change"("old_email");
CREATE INDEX "payment_receipt_user_id_idx" ON "payment_receipt"("user_id");

ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sign_in_device" ADD CONSTRAINT "sign_in_device_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "email_change" ADD CONSTRAINT "email_change_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "payment_receipt" ADD CONSTRAINT "payment_receipt_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Invoices that the ledger knows were paid long ago: no receipt of them is mailed now.
INSERT INTO "payment_receipt" ("reference", "user_id")
SELECT substring(l."reference" FROM 9), l."user_id" FROM "ledger_entry" l JOIN "user" u ON u."id" = l."user_id"
WHERE l."reference" LIKE 'invoice:%'
ON CONFLICT DO NOTHING;

-- A plan change that waits for the renewal is an object of its own in the billing sandbox.
UPDATE "sandbox_object"
SET "data" = jsonb_set("data", '{schedule}', 'null'), "hidden" = "hidden" - 'nextPrice'
WHERE "type" = 'subscription' AND "data"->>'schedule' IS NOT NULL;
