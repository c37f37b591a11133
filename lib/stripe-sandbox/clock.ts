import { realNow, requireObject, type Transaction } from "./store.ts";

export const daySeconds = 24 * 60 * 60;

/** The current time of a customer in Unix seconds: each customer has a clock that can be advanced. */
export async function customerNow(tx: Transaction, id: string): Promise<number> {
  const { clock_ahead } = await requireObject(tx, "customer", id, "customer");
  return realNow() + clock_ahead;
}

/**
 * The end of the monthly period that contains `after`: whole months from the anchor, on its day or the last day of a
 * shorter month, as in Stripe.
 */
export function nextPeriodEnd(anchor: number, after: number): number {
  const start = new Date(anchor * 1000);
  const guess = (after - anchor) / (31 * daySeconds);
  for (let months = Math.max(1, Math.floor(guess)); ; months += 1) {
    const end = addMonths(start, months);
    if (end > after) return end;
  }
}

function addMonths(start: Date, months: number): number {
  const lastDay = new Date(
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months + 1, 0),
  ).getUTCDate();
  const moved = new Date(start);
  moved.setUTCDate(1);
  moved.setUTCMonth(start.getUTCMonth() + months);
  moved.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return Math.floor(moved.getTime() / 1000);
}
