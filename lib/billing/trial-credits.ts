import { moveCredits } from "../credits/move.ts";
import { type Queryable, sql } from "../db/index.ts";

/** References of the ledger entries of an account's trial. */
const references = (userId: string) => ({
  begun: `trial:${userId}`,
  ended: `trial-end:${userId}`,
  kept: `trial-kept:${userId}`,
});

/**
 * Moves the rest of an account's trial credits to its top-up credits before the first period sets the monthly ones:
 * once per account, if it paid before the trial ended, even if the event arrives later. Runs in the transaction of
 * the period's own move; returns the number of credits moved.
 */
export async function moveTrialCredits(
  tx: Queryable,
  { userId, paidAt }: { userId: string; paidAt: Date },
): Promise<number> {
  const { begun, ended, kept } = references(userId);
  // Locked first, so that a concurrent charge happens before or after, not in between.
  await tx.$executeRaw(sql`SELECT FROM balance WHERE user_id = ${userId} FOR UPDATE`);
  const [left] = await tx.$queryRaw<{ monthly: number; expired: number | null }[]>(sql`
    SELECT b.monthly, -e.monthly_delta AS expired
    FROM balance b
    JOIN subscription s ON s.user_id = b.user_id AND s.trial_ends_at >= ${paidAt}
    JOIN ledger_entry t ON t.reference = ${begun} AND t.user_id = b.user_id
    LEFT JOIN ledger_entry e ON e.reference = ${ended}
    WHERE b.user_id = ${userId} AND NOT EXISTS (
      SELECT FROM ledger_entry p WHERE p.user_id = b.user_id AND p.reference LIKE 'invoice:%')`);
  const credits = left?.expired ?? left?.monthly ?? 0;
  if (credits === 0) return 0;
  const moved = await moveCredits(
    {
      userId,
      kind: "adjustment",
      reference: kept,
      note: "left from the trial",
      // The end of the trial has already taken them from the monthly credits.
      ...(left?.expired === null && { monthly: { add: -credits } }),
      topup: { add: credits },
    },
    tx,
  );
  return moved === null ? 0 : credits;
}
