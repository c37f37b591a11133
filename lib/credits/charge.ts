import type { Queryable } from "../db/index.ts";
import { runWithLongText } from "../db/long-text.ts";
import { requireActive } from "../installation/standby.ts";
import { countCredits } from "../platform/metrics.ts";
import { type ChargedRow, chargeStatement, itemsText } from "./charge-statement.ts";
import type { Charge } from "./order.ts";

export interface Balances {
  monthly: number;
  topup: number;
}

export type ChargeOutcome =
  /** `budgetLeft`: what the key may still spend in this month; null: any number. */
  | ({ kind: "charged"; aheadMs: number; budgetLeft: number | null } & Balances)
  | { kind: "insufficient" }
  /** More than the key of the call may spend in this month. */
  | { kind: "over_budget" }
  /** A result that the work reuses was deleted or has a new mask, or a remake has become chargeable. */
  | { kind: "gone" }
  /** More than may be ordered in an hour: all of it can be ordered after this. */
  | { kind: "too_many"; waitMs: number }
  /** The rows of its work take all of the storage that they may. */
  | { kind: "full" }
  | { kind: "overloaded"; aheadMs: number };

/**
 * Takes the cost (monthly credits first, then top-ups), inserts the work that it pays for and queues its jobs: one
 * statement, so that balance, ledger, work and queue never disagree. All of the work is charged or none, within
 * the transaction `tx` where there is one. Throws ApiError overloaded where this installation is in standby.
 */
export async function chargeCredits(charge: Charge, tx?: Queryable): Promise<ChargeOutcome> {
  await requireActive();
  const [row] = await runWithLongText(
    await itemsText(charge),
    async (items, on) => on.$queryRaw<ChargedRow[]>(await chargeStatement(charge, items)),
    tx,
  );
  if (!row?.isCovered) return { kind: "insufficient" };
  if (!row.isWithinBudget) return { kind: "over_budget" };
  if (!row.isReusable || !row.isWaivable) return { kind: "gone" };
  const { isAdmitted, isStorable, waitMs, aheadMs, budgetLeft, monthly, topup } = row;
  if (!isStorable) return { kind: "full" };
  if (waitMs > 0) return { kind: "too_many", waitMs };
  if (!isAdmitted) return { kind: "overloaded", aheadMs };
  const paid = charge.work.filter(({ reusedId }) => reusedId === undefined);
  countCredits(
    "charge",
    paid.reduce((sum, { cost }) => sum + cost, 0),
  );
  return { kind: "charged", aheadMs, budgetLeft, monthly, topup };
}
