import type Stripe from "stripe";
import { customerNow, nextPeriodEnd } from "./clock.ts";
import { collect, issueInvoice, voidInvoice } from "./invoicing.ts";
import type { CardKind } from "./objects/customer.ts";
import { onlyItem, setPrice } from "./objects/subscription.ts";
import { giveCard } from "./payments.ts";
import { endSchedule, nextPriceOf } from "./schedules.ts";
import { inSandbox, listObjects, realNow, requireObject, saveObject, type Transaction } from "./store.ts";
import { endSubscription, periodLine, update } from "./subscriptions.ts";

/** Runs everything due by a customer's clock: renewals, payment retries, ends. */
export async function runDue(tx: Transaction, customer: string, until: number): Promise<void> {
  const { data } = await listObjects(tx, "subscription", { customer });
  for (const { object } of data) {
    while (await step(tx, object, until));
  }
}

/** The time of a subscription's next automatic change; null if there is none. */
export async function nextMoment(tx: Transaction, subscription: Stripe.Subscription): Promise<number | null> {
  if (subscription.status === "active") return onlyItem(subscription).current_period_end;
  if (subscription.status !== "past_due") return null;
  const invoice = await openInvoice(tx, subscription);
  return invoice?.next_payment_attempt ?? onlyItem(subscription).current_period_end;
}

async function openInvoice(
  tx: Transaction,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice | null> {
  if (typeof subscription.latest_invoice !== "string") return null;
  const { object } = await requireObject(tx, "invoice", subscription.latest_invoice);
  return object.status === "open" ? object : null;
}

async function step(tx: Transaction, subscription: Stripe.Subscription, until: number): Promise<boolean> {
  const at = await nextMoment(tx, subscription);
  if (at === null || at > until) return false;
  if (subscription.status === "past_due") await retry(tx, subscription, at);
  else if (subscription.cancel_at_period_end) {
    await endSubscription(tx, subscription, at, "cancellation_requested");
  } else await renew(tx, subscription, at);
  return true;
}

async function renew(tx: Transaction, subscription: Stripe.Subscription, at: number): Promise<void> {
  const next = await nextPriceOf(tx, subscription);
  const draft = structuredClone(subscription);
  if (next) setPrice(draft, next);
  const item = onlyItem(draft);
  item.current_period_start = at;
  item.current_period_end = nextPeriodEnd(draft.billing_cycle_anchor, at);
  const lines = [periodLine(draft)];
  const invoice = await issueInvoice(tx, { subscription: draft, reason: "subscription_cycle", lines, at });
  await endSchedule(tx, subscription, { status: "released", at });
  const status = invoice.status === "paid" ? "active" : "past_due";
  const change = { items: draft.items, schedule: null, latest_invoice: invoice.id, status } as const;
  await update(tx, subscription, change);
}

async function retry(tx: Transaction, subscription: Stripe.Subscription, at: number): Promise<void> {
  const invoice = await openInvoice(tx, subscription);
  if (invoice?.next_payment_attempt) {
    if (await collect(tx, invoice, subscription, at)) {
      await update(tx, subscription, { status: "active" });
      return;
    }
    if (invoice.next_payment_attempt) return;
  }
  if (invoice) await voidInvoice(tx, invoice, at);
  await endSubscription(tx, subscription, at, "payment_failed");
}

/**
 * Advances a customer's clock to the subscription's next automatic change (renewal, payment retry or end) and runs
 * it. Returns the new time, or null if there is none.
 */
export function advanceToNext(customer: string): Promise<number | null> {
  return inSandbox(async (tx) => {
    const { data } = await listObjects(tx, "subscription", { customer });
    const moments = await Promise.all(data.map(({ object }) => nextMoment(tx, object)));
    const coming = moments.filter((moment) => moment !== null);
    if (coming.length === 0) return null;
    const target = Math.min(...coming);
    await setClock(tx, customer, target);
    await runDue(tx, customer, target);
    return target;
  });
}

async function setClock(tx: Transaction, customerId: string, target: number): Promise<void> {
  const now = await customerNow(tx, customerId);
  if (target <= now) return;
  const { object, hidden } = await requireObject(tx, "customer", customerId);
  await saveObject(tx, "customer", object, { ...hidden, clockAheadSeconds: target - realNow() });
}

/** Gives a customer a new card and immediately retries an open invoice with it. */
export async function changeCard(tx: Transaction, customerId: string, kind: CardKind): Promise<void> {
  const card = await giveCard(tx, customerId, kind);
  const at = await customerNow(tx, customerId);
  const { data } = await listObjects(tx, "subscription", { customer: customerId });
  for (const { object: subscription } of data) {
    if (subscription.status === "canceled") continue;
    await update(tx, subscription, { default_payment_method: card.id });
    const invoice = await openInvoice(tx, subscription);
    if (invoice && kind === "good" && (await collect(tx, invoice, subscription, at))) {
      await update(tx, subscription, { status: "active" });
    }
  }
}
