-- The turn of work that an account orders now, and how much of it waits already. A function, and volatile: called once
-- the account's balance is locked, it sees what others ordered for that account until then; the statement around it
-- sees what was there when it began.
CREATE FUNCTION "next_turn"("caller" TEXT, "in_lane" SMALLINT)
RETURNS TABLE ("first_rank" INTEGER, "waiting" BIGINT)
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN QUERY
  SELECT GREATEST(max(g.rank) FILTER (WHERE g.lane = in_lane) + 1, 0,
                  (SELECT min(o.rank) FROM generation o WHERE o.lane = in_lane AND o.status = 'queued')),
         count(*)
  FROM generation g
  WHERE g.user_id = caller AND g.status = 'queued';
END $$;
