-- no-transaction
-- What the schema language cannot say: trials by their end, and accounts that are being deleted.
DROP INDEX CONCURRENTLY IF EXISTS "subscription_trials";
CREATE INDEX CONCURRENTLY "subscription_trials" ON "subscription" ("trial_ends_at")
  WHERE "status" = 'trialing' AND "stripe_subscription_id" IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS "subscription_closing";
CREATE INDEX CONCURRENTLY "subscription_closing" ON "subscription" ("closing_at") WHERE "closing_at" IS NOT NULL;
