-- The first remake of a photo that corrects its mask or stance is free outside of the month's share.
ALTER TABLE generation ADD COLUMN corrects boolean;

CREATE OR REPLACE FUNCTION remake_credits(caller text, share integer, wanted bigint) RETURNS bigint
    LANGUAGE plpgsql
    AS $$
DECLARE
  month_start TIMESTAMPTZ := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  -- A call may wait for the balance past the end of the month that its row belongs to.
  month_end TIMESTAMPTZ := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  used BIGINT := (
    SELECT COALESCE(sum(g.waived), 0) FROM generation g
    WHERE g.user_id = caller AND g.created_at >= month_start AND g.created_at < month_end
      AND g.waived IS NOT NULL AND g.corrects IS NOT TRUE
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
