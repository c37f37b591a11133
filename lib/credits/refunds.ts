import { recordAudit } from "../audit/record.ts";
import { db, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { countCredits } from "../platform/metrics.ts";
import { because } from "../platform/reasons.ts";
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

interface Returned {
  userId: string;
  monthly: number;
  topup: number;
}

/**
 * Returns the credits of finished work once, for the operator; work and result stay. The note goes to the audit log.
 * Throws ApiError invalid_params if nothing was charged, nothing would come back, or it was returned before.
 */
export async function refundFinished(id: string, note: string): Promise<Returned> {
  return await db().$transaction(async (tx) => {
    const [returned] = await tx.$queryRaw<Returned[]>(sql`
      WITH undone AS (
        UPDATE generation SET refunded_at = now()
        WHERE id = ${id} AND status = 'succeeded' AND refunded_at IS NULL AND from_monthly + from_topup > 0
        RETURNING id, user_id, api_key_id, operation, from_monthly, from_topup, period, created_at
      ), ${creditsReturned}
      SELECT user_id AS "userId", to_monthly AS monthly, from_topup AS topup FROM part`);
    if (!returned) throw refusal(because("work_not_refundable"));
    const { userId, monthly, topup } = returned;
    if (monthly + topup === 0) throw refusal(because("work_of_past_period"));
    const object = { type: "generation", id } as const;
    const after = { monthly, topup, note };
    await recordAudit({ accountId: userId, action: "work.refunded", object, after }, tx);
    countCredits("refund", monthly + topup);
    return returned;
  });
}
