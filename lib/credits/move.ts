import type { LedgerKind } from "../db/generated/enums.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { countCredits } from "../platform/metrics.ts";

export interface CreditMove {
  userId: string;
  kind: Exclude<LedgerKind, "charge" | "refund">;
  /** Idempotency reference, the business object behind the move (`invoice:in_…`): one moves credits once. */
  reference: string;
  note?: string;
  /** `set` starts a new period with that many monthly credits; `add` stays in the current one. */
  monthly?: { set: number } | { add: number };
  topup?: { add: number };
}

export interface MoveResult {
  monthly: number;
  topup: number;
  /** Credits that could not be taken because they were spent: a balance never goes below zero. */
  shortfall: number;
}

/**
 * Grants, resets, expires or takes back credits: balance and ledger row in one statement, once per reference. Null if
 * the reference has moved credits before. Throws if the user has no balance.
 */
export async function moveCredits(move: CreditMove, on: Queryable = db()): Promise<MoveResult | null> {
  const setsMonthly = move.monthly !== undefined && "set" in move.monthly;
  const monthly =
    move.monthly === undefined ? 0 : "set" in move.monthly ? move.monthly.set : move.monthly.add;
  const topup = move.topup?.add ?? 0;
  const rows = await on.$queryRaw<(MoveResult & { moved: number | null })[]>(sql`
    WITH held AS (
      SELECT user_id, monthly, topup, period FROM balance WHERE user_id = ${move.userId} FOR UPDATE
    ), wanted AS (
      SELECT *, CASE WHEN ${setsMonthly} THEN ${monthly}::int ELSE monthly + ${monthly}::int END AS wanted_monthly,
             topup + ${topup}::int AS wanted_topup
      FROM held
    ), entry AS (
      INSERT INTO ledger_entry
        (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, shortfall, reference, note)
      SELECT user_id, ${move.kind}::ledger_kind,
             GREATEST(wanted_monthly, 0) - monthly, GREATEST(wanted_topup, 0) - topup,
             GREATEST(wanted_monthly, 0), GREATEST(wanted_topup, 0),
             GREATEST(-wanted_monthly, 0) + GREATEST(-wanted_topup, 0), ${move.reference}, ${move.note ?? ""}
      FROM wanted
      ON CONFLICT (reference) DO NOTHING
      RETURNING user_id, monthly_after, topup_after, shortfall, monthly_delta + topup_delta AS moved
    ), moved AS (
      UPDATE balance b
      SET monthly = e.monthly_after, topup = e.topup_after,
          period = b.period + CASE WHEN ${setsMonthly} THEN 1 ELSE 0 END
      FROM entry e
      WHERE b.user_id = e.user_id
      RETURNING b.monthly, b.topup, e.shortfall, e.moved
    )
    SELECT monthly, topup, shortfall, moved FROM moved
    UNION ALL
    SELECT monthly, topup, 0, NULL FROM held WHERE NOT EXISTS (SELECT FROM moved)`);
  const row = rows[0];
  if (!row) throw new Error(`No balance exists for user ${move.userId}`);
  if (row.moved === null) return null;
  countCredits(move.kind, row.moved);
  return { monthly: row.monthly, topup: row.topup, shortfall: row.shortfall };
}
