import { moveCredits } from "../credits/move.ts";
import { type Queryable, sql } from "../db/index.ts";

/** The trial's credits that an account kept; what its entries in the ledger are named after. */
const references = (userId: string) => ({
  begun: `trial:${userId}`,
  ended: `trial-end:${userId}`,
  kept: `trial-kept:${userId}`,
});

/**
 * Moves what is left of an account's trial to its top-up credits, before its first paid period sets the monthly ones
 * anew: once for an account, where it paid before the trial was over, also when that is heard of later. In the
 * transaction of the period's own move; answers how many credits were moved.
 */
export async function keepTrialCredits(
  tx: Queryable,
  { userId, paidAt }: { userId: string; paidAt: Date },
): Promise<number> {
  const { begun, ended, kept } = references(userId);
  // Locked first: what is spent at the same moment is spent before this, or after it.
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
      // What its end took is not among the monthly credits any more.
      ...(left?.expired === null && { monthly: { add: -credits } }),
      topup: { add: credits },
    },
    tx,
  );
  return moved === null ? 0 : credits;
}
