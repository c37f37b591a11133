import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { findCustomer, findRunningSubscription } from "./customer.ts";
import { idOf } from "./events.ts";
import { stripe } from "./stripe.ts";
import { syncSubscriptions } from "./sync.ts";

/**
 * Undoes what is scheduled for the end of the period: a smaller plan, or the end of the subscription. Throws
 * `not_found` without a running subscription.
 */
export async function undoScheduledChange(userId: string): Promise<void> {
  const owner = await findCustomer(userId);
  const subscription = owner && (await findRunningSubscription(owner.customerId));
  if (!owner || !subscription) {
    throw refusal(because("no_plan_to_keep"));
  }
  const schedule = idOf(subscription.schedule);
  if (schedule) await stripe().subscriptionSchedules.release(schedule);
  if (subscription.cancel_at_period_end) {
    await stripe().subscriptions.update(subscription.id, { cancel_at_period_end: false });
  } else if (subscription.cancel_at !== null) {
    await stripe().subscriptions.update(subscription.id, { cancel_at: "" });
  }
  await syncSubscriptions(owner);
}

/** A failed payment of a plan. */
export interface OpenPayment {
  amountCents: number;
  currency: string;
  /** Stripe's next automatic attempt; null if there is none. */
  nextAttemptAt: Date | null;
  /** Stripe's page for paying it; null if only another card helps. */
  payUrl: string | null;
}

/** The open payment of a user's running plan, or null. */
export async function findOpenPayment(userId: string): Promise<OpenPayment | null> {
  const owner = await findCustomer(userId);
  if (!owner) return null;
  const { data } = await stripe().invoices.list({ customer: owner.customerId, status: "open", limit: 10 });
  const invoice = data.find(
    ({ attempt_count, amount_remaining }) => attempt_count > 0 && amount_remaining > 0,
  );
  if (!invoice) return null;
  const { amount_remaining, currency, next_payment_attempt, hosted_invoice_url } = invoice;
  return {
    amountCents: amount_remaining,
    currency,
    nextAttemptAt: next_payment_attempt ? new Date(next_payment_attempt * 1000) : null,
    payUrl: hosted_invoice_url ?? null,
  };
}
