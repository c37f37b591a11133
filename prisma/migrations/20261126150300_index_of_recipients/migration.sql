-- no-transaction
-- The mails of an account.
DROP INDEX CONCURRENTLY IF EXISTS "outgoing_mail_recipient_idx";
CREATE INDEX CONCURRENTLY "outgoing_mail_recipient_idx" ON "outgoing_mail"("recipient");
