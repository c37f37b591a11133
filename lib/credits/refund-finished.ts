import { recordAudit } from "../audit/record.ts";
import { db, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { countCredits } from "../platform/metrics.ts";
import { because } from "../platform/reasons.ts";
import { creditsReturned } from "./return.ts";

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
