-- What the schema language cannot say: money is never negative, and the ledger is only ever added to.

ALTER TABLE "balance"
  ADD CONSTRAINT "balance_never_negative" CHECK ("monthly" >= 0 AND "topup" >= 0);

ALTER TABLE "ledger_entry"
  ADD CONSTRAINT "ledger_entry_never_negative"
  CHECK ("monthly_after" >= 0 AND "topup_after" >= 0 AND "shortfall" >= 0);

ALTER TABLE "generation"
  ADD CONSTRAINT "generation_charge_never_negative" CHECK ("from_monthly" >= 0 AND "from_topup" >= 0);

ALTER TABLE "subscription"
  ADD CONSTRAINT "subscription_limit_never_negative" CHECK ("credits_limit" >= 0);

-- Entries go only together with their user, that is in a cascade (trigger depth 2 and more).
CREATE FUNCTION "ledger_entry_is_immutable"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'ledger entries are never changed or removed: append a correction';
END
$$;

CREATE TRIGGER "ledger_entry_immutable"
  BEFORE UPDATE OR DELETE ON "ledger_entry"
  FOR EACH ROW EXECUTE FUNCTION "ledger_entry_is_immutable"();

CREATE TRIGGER "ledger_entry_kept"
  BEFORE TRUNCATE ON "ledger_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION "ledger_entry_is_immutable"();

-- Written at every request and worth nothing after a crash: no write-ahead log.
ALTER TABLE "rate_limit" SET UNLOGGED;
