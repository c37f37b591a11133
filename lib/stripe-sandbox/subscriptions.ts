import type Stripe from "stripe";
import { customerNow, nextPeriodEnd } from "./clock.ts";
import { cardDeclined } from "./errors.ts";
import { emit } from "./events.ts";
import { issueInvoice, voidInvoice } from "./invoicing.ts";
import { makeSubscription, type NewSubscription, onlyItem, setPrice } from "./objects/subscription.ts";
import { prorationLines, prorationMoment } from "./proration.ts";
import { endSchedule, scheduleChange } from "./schedules.ts";
import { saveObject, type Transaction } from "./store.ts";

/** Starts a subscription and collects its first invoice. Throws a card error if the payment fails. */
export async function startSubscription(
  tx: Transaction,
  given: Pick<NewSubscription, "customer" | "price" | "card" | "metadata">,
): Promise<{ subscription: Stripe.Subscription; invoice: Stripe.Invoice }> {
  const at = await customerNow(tx, given.customer);
  const subscription = makeSubscription({ ...given, at, periodEnd: nextPeriodEnd(at, at) });
  const lines = [periodLine(subscription)];
  const invoice = await issueInvoice(tx, { subscription, reason: "subscription_create", lines, at });
  if (invoice.status !== "paid") throw cardDeclined();
  await saveObject(tx, "subscription", subscription);
  await emit(tx, "customer.subscription.created", subscription);
  return { subscription, invoice };
}

/** The invoice line of a full period. */
export function periodLine(subscription: Stripe.Subscription) {
  const { price, current_period_start: start, current_period_end: end } = onlyItem(subscription);
  const amount = price.unit_amount ?? 0;
  return { price, amount, description: price.lookup_key ?? "Plan", proration: false, start, end };
}

/** Stores a changed subscription and emits the events of the change. */
export async function update(
  tx: Transaction,
  subscription: Stripe.Subscription,
  change: Partial<Stripe.Subscription>,
): Promise<void> {
  const before = JSON.stringify(subscription);
  Object.assign(subscription, change);
  await saveObject(tx, "subscription", subscription);
  if (JSON.stringify(subscription) !== before) await emit(tx, "customer.subscription.updated", subscription);
}

/**
 * Moves a subscription to another price. Higher: immediately, with an invoice for the rest of the period from
 * `prorationDate` on, and not at all if the payment fails. Lower: at the renewal.
 */
export async function changePlan(
  tx: Transaction,
  subscription: Stripe.Subscription,
  price: Stripe.Price,
  prorationDate?: number,
): Promise<"now" | "at renewal" | "declined"> {
  const { price: current } = onlyItem(subscription);
  const now = await customerNow(tx, String(subscription.customer));
  if (current.id === price.id) {
    await endSchedule(tx, subscription, { status: "released", at: now });
    await update(tx, subscription, { schedule: null });
    return "now";
  }
  if ((price.unit_amount ?? 0) < (current.unit_amount ?? 0)) {
    await update(tx, subscription, {
      schedule: await scheduleChange(tx, subscription, { price, at: now }),
    });
    return "at renewal";
  }
  const invoice = await issueInvoice(tx, {
    // A copy, because the subscription changes only when the invoice is paid.
    subscription: structuredClone(subscription),
    reason: "subscription_update",
    lines: prorationLines(subscription, price, prorationMoment(subscription, prorationDate, now)),
    at: now,
  });
  if (invoice.status !== "paid") {
    await voidInvoice(tx, invoice, invoice.created);
    return "declined";
  }
  const changed = structuredClone(subscription);
  setPrice(changed, price);
  await endSchedule(tx, subscription, { status: "released", at: now });
  await update(tx, subscription, { items: changed.items, schedule: null, latest_invoice: invoice.id });
  return "now";
}

export async function setCancelAtPeriodEnd(
  tx: Transaction,
  subscription: Stripe.Subscription,
  cancels: boolean,
): Promise<void> {
  const at = await customerNow(tx, String(subscription.customer));
  const reason = cancels ? "cancellation_requested" : null;
  await update(tx, subscription, {
    cancel_at_period_end: cancels,
    cancel_at: cancels ? onlyItem(subscription).current_period_end : null,
    canceled_at: cancels ? at : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
  });
}

export async function endSubscription(
  tx: Transaction,
  subscription: Stripe.Subscription,
  at: number,
  reason: "cancellation_requested" | "payment_failed",
): Promise<void> {
  await endSchedule(tx, subscription, { status: "canceled", at });
  subscription.status = "canceled";
  subscription.ended_at = at;
  subscription.canceled_at ??= at;
  subscription.schedule = null;
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason };
  await saveObject(tx, "subscription", subscription);
  await emit(tx, "customer.subscription.deleted", subscription);
}
