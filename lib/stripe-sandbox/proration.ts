import type Stripe from "stripe";
import { invalidRequest } from "./errors.ts";
import type { NewLine } from "./objects/invoice.ts";
import { onlyItem } from "./objects/subscription.ts";

/**
 * The price difference for the rest of the period, by the second, like Stripe's `always_invoice`; used for both the
 * charge and its preview.
 */
export function prorationLines(
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  at: number,
): NewLine[] {
  const { price: current, current_period_start: start, current_period_end: end } = onlyItem(subscription);
  const share = Math.max(0, Math.min(1, (end - at) / (end - start)));
  const line = (of: Stripe.Price, sign: 1 | -1, description: string): NewLine => ({
    price: of,
    amount: sign * Math.round((of.unit_amount ?? 0) * share),
    description,
    proration: true,
    start: at,
    end,
  });
  return [line(current, -1, "Unused time"), line(price, 1, "Remaining time")];
}

/** The proration date: the given one if it is in the current period, else now. */
export function prorationMoment(
  subscription: Stripe.Subscription,
  given: number | undefined,
  now: number,
): number {
  const { current_period_start: start, current_period_end: end } = onlyItem(subscription);
  if (given === undefined) return now;
  if (given < start || given >= end) {
    throw invalidRequest("The proration date must be within the current period.", "proration_date");
  }
  return given;
}
