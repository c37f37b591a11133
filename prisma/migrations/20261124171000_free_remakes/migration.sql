-- AlterTable
ALTER TABLE "generation" ADD COLUMN     "remake_of" TEXT,
ADD COLUMN     "waived" INTEGER;

-- Free remakes that count against a photo. Volatile functions like next_turn: called once the account's balance is
-- locked, they see what was ordered for that account until then. Failed and canceled remakes do not count.
CREATE FUNCTION "remakes_made"("caller" TEXT, "photo" TEXT)
RETURNS BIGINT
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM generation g
    WHERE g.user_id = caller AND g.remake_of = photo AND g.waived IS NOT NULL
      AND g.status NOT IN ('failed', 'canceled'));
END $$;

-- Credits that an account may still remake for free in this calendar month (UTC): one for each "share" credits that
-- were charged for finished work of this month, less what was waived. Exact up to "wanted": no more rows are read.
CREATE FUNCTION "remake_credits"("caller" TEXT, "share" INTEGER, "wanted" BIGINT)
RETURNS BIGINT
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  month_start TIMESTAMPTZ := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  -- A call may wait for the balance past the end of the month that its row belongs to.
  month_end TIMESTAMPTZ := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  used BIGINT := (
    SELECT COALESCE(sum(g.waived), 0) FROM generation g
    WHERE g.user_id = caller AND g.created_at >= month_start AND g.created_at < month_end
      AND g.waived IS NOT NULL
      AND g.status NOT IN ('failed', 'canceled'));
  kept BIGINT := (
    SELECT COALESCE(sum(paid.credits), 0) FROM (
      SELECT g.from_monthly + g.from_topup AS credits FROM generation g
      WHERE g.user_id = caller AND g.created_at >= month_start AND g.created_at < month_end
        AND g.status = 'succeeded' AND g.from_monthly + g.from_topup > 0
      LIMIT (used + wanted) * share) AS paid);
BEGIN
  RETURN GREATEST(kept / share - used, 0);
END $$;
