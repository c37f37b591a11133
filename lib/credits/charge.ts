import type { Queryable } from "../db/index.ts";
import { runWithLongText } from "../db/long-text.ts";
import { countCredits } from "../platform/metrics.ts";
import { type ChargedRow, chargeStatement, itemsText } from "./charge-statement.ts";
import type { Charge } from "./order.ts";

export interface Balances {
  monthly: number;
  topup: number;
}

export type ChargeOutcome =
  /** `budgetLeft`: credits that the key may still spend this month; null: no limit. */
  | ({ kind: "charged"; aheadMs: number; budgetLeft: number | null } & Balances)
  | { kind: "insufficient" }
  /** More than the key may still spend this month. */
  | { kind: "over_budget" }
  /** A reused result was deleted or has a new mask, or a remake is no longer free. */
  | { kind: "gone" }
  /** More than the hourly limit; the same order fits after `waitMs`. */
  | { kind: "too_many"; waitMs: number }
  /** The rows of work have used up their storage share. */
  | { kind: "full" }
  | { kind: "overloaded"; aheadMs: number };

/**
 * Takes the cost (monthly credits first, then top-ups), inserts the work and queues its jobs in one statement, so
 * that balance, ledger, work and queue always agree. All or none of the work is charged, within `tx` if given.
 */
export async function chargeCredits(charge: Charge, tx?: Queryable): Promise<ChargeOutcome> {
  const [row] = await runWithLongText(
    await itemsText(charge),
    async (items, on) => on.$queryRaw<ChargedRow[]>(await chargeStatement(charge, items)),
    tx,
  );
  if (!row) return { kind: "insufficient" };
  const { refusal, isAdmitted, waitMs, aheadMs, budgetLeft, monthly, topup } = row;
  if (refusal) return { kind: refusal };
  if (waitMs > 0) return { kind: "too_many", waitMs };
  if (!isAdmitted) return { kind: "overloaded", aheadMs };
  const paid = charge.work.filter(({ reusedId }) => reusedId === undefined);
  countCredits(
    "charge",
    paid.reduce((sum, { cost }) => sum + cost, 0),
  );
  return { kind: "charged", aheadMs, budgetLeft, monthly, topup };
}
