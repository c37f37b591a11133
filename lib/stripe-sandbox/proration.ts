import type Stripe from "stripe";
import { invalidRequest } from "./errors.ts";
import type { NewLine } from "./objects/invoice.ts";
import { onlyItem } from "./objects/subscription.ts";

/**
 * The difference between two prices for what is left of the period at a moment, by the second, as Stripe's
 * `always_invoice` bills it: the one rule of the charge and of its preview.
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

/** The moment that prorations count from: the given one where it lies in the present period, else now. */
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
