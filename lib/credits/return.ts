import { sql } from "../db/index.ts";
import { returnToKeys } from "./key-budget.ts";

/**
 * Members of a WITH that return the charges of the rows in `undone`, an earlier member: each part to its bucket, the
 * monthly part only while the period that it was taken from still runs. `part` has the returned credits.
 */
export const creditsReturned = sql`
    held AS (
      SELECT user_id, monthly, topup, period FROM balance
      WHERE user_id IN (SELECT user_id FROM undone) ORDER BY user_id FOR UPDATE
    ), part AS (
      SELECT u.*, CASE WHEN h.period = u.period THEN u.from_monthly ELSE 0 END AS to_monthly
      FROM undone u JOIN held h ON h.user_id = u.user_id
    ), moved AS (
      UPDATE balance b SET monthly = b.monthly + t.monthly, topup = b.topup + t.topup
      FROM (SELECT user_id, sum(to_monthly)::int AS monthly, sum(from_topup)::int AS topup
            FROM part GROUP BY user_id) t
      WHERE b.user_id = t.user_id
    ), unspent AS (${returnToKeys(sql`(SELECT *, from_monthly + from_topup AS credits FROM part)`)}), entry AS (
      INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference, note)
      SELECT p.user_id, 'refund', p.to_monthly, p.from_topup, h.monthly + sum(p.to_monthly) OVER w,
             h.topup + sum(p.from_topup) OVER w, 'refund:' || p.id, p.operation::text
      FROM part p JOIN held h ON h.user_id = p.user_id
      WINDOW w AS (PARTITION BY p.user_id ORDER BY p.id)
    )`;
