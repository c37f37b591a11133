-- When a mail or a webhook is tried again, and who does what is periodic, is the queue's to know.

-- Given up by the version before: not begun anew.
UPDATE "outgoing_mail" SET "attempts" = 13 WHERE "sent_at" IS NULL AND "attempts" >= 8;
UPDATE "sandbox_delivery" SET "attempts" = 18 WHERE "delivered_at" IS NULL AND "attempts" > 11;

DROP INDEX "outgoing_mail_sent_at_next_attempt_at_idx";
ALTER TABLE "outgoing_mail" DROP COLUMN "next_attempt_at";
CREATE INDEX "outgoing_mail_sent_at_idx" ON "outgoing_mail"("sent_at");

DROP INDEX "sandbox_delivery_delivered_at_next_attempt_at_idx";
ALTER TABLE "sandbox_delivery" DROP COLUMN "next_attempt_at", DROP COLUMN "sequence";
CREATE INDEX "sandbox_delivery_delivered_at_idx" ON "sandbox_delivery"("delivered_at");

ALTER TABLE "stripe_sweep" DROP COLUMN "started_at";
