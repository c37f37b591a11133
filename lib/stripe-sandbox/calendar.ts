import { db } from "../db/index.ts";
import { customerNow, nextPeriodEnd } from "./clock.ts";
import { type CardKind, type Invoice, listOf, onlyItem, type Subscription } from "./objects.ts";
import { collect, makeInvoice } from "./payments.ts";
import { inSandbox, realNow, requireObject, saveObject, type Transaction } from "./store.ts";
import * as subscriptions from "./subscriptions.ts";

/** The time of a subscription's next automatic change: renewal, payment retry or end. */
export function nextMoment(subscription: Subscription): number {
  const retryAt =
    subscription.status === "past_due" ? subscription.latest_invoice.next_payment_attempt : null;
  return retryAt ?? onlyItem(subscription).current_period_end;
}

/** Runs everything that is due by the customers' clocks. */
export async function runCalendar(): Promise<void> {
  for (const subscription of await subscriptions.runningSubscriptions(db())) {
    const { id, customer } = subscription;
    const now = await customerNow(db(), customer);
    if (nextMoment(subscription) <= now) {
      await inSandbox(async (tx) => runDue(tx, await subscriptions.requireRunning(tx, id), now));
    }
  }
}

async function runDue(tx: Transaction, subscription: Subscription, until: number): Promise<void> {
  let current = subscription;
  while (current.status !== "canceled" && nextMoment(current) <= until) {
    current = await advance(tx, current, nextMoment(current));
  }
}

async function advance(tx: Transaction, subscription: Subscription, at: number): Promise<Subscription> {
  if (subscription.status === "past_due") return await retry(tx, subscription, at);
  if (subscription.cancel_at_period_end) return await subscriptions.endSubscription(tx, subscription, at);
  return await renew(tx, subscription, at);
}

async function renew(tx: Transaction, subscription: Subscription, at: number): Promise<Subscription> {
  const next = subscriptions.nextPriceOf(subscription);
  const item = onlyItem(subscription);
  const price = next ? await requireObject(tx, "price", next) : item.price;
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, at);
  const items = listOf([{ ...item, price, current_period_start: at, current_period_end: end }]);
  const renewed: Subscription = { ...subscription, items, schedule: null };
  const lines = [subscriptions.periodLine(renewed)];
  const invoice = makeInvoice({ subscription, reason: "subscription_cycle", lines, at });
  return await afterPayment(tx, renewed, await collect(tx, invoice, at));
}

function afterPayment(tx: Transaction, subscription: Subscription, invoice: Invoice): Promise<Subscription> {
  const status = invoice.status === "paid" ? "active" : "past_due";
  return subscriptions.update(tx, subscription, { latest_invoice: invoice, status });
}

async function retry(tx: Transaction, subscription: Subscription, at: number): Promise<Subscription> {
  const invoice = await collect(tx, subscription.latest_invoice, at);
  const isLast = invoice.status === "open" && invoice.next_payment_attempt === null;
  if (!isLast) return await afterPayment(tx, subscription, invoice);
  const latest_invoice = await saveObject<Invoice>(tx, { ...invoice, status: "void" });
  return await subscriptions.endSubscription(tx, { ...subscription, latest_invoice }, at);
}

/**
 * Advances a customer's clock to the next automatic change of its subscription and runs it. Returns the new time, or
 * null if there is none.
 */
export function advanceToNext(customerId: string): Promise<number | null> {
  return inSandbox(async (tx) => {
    const running = await subscriptions.runningSubscriptions(tx, customerId);
    if (running.length === 0) return null;
    const target = Math.min(...running.map(nextMoment));
    const customer = await requireObject(tx, "customer", customerId);
    const clock_ahead = Math.max(customer.clock_ahead, target - realNow());
    await saveObject(tx, { ...customer, clock_ahead });
    for (const subscription of running) await runDue(tx, subscription, target);
    return target;
  });
}

/** Gives a customer a new card and immediately retries an open invoice with it. */
export async function changeCard(tx: Transaction, customerId: string, card: CardKind): Promise<void> {
  const customer = await requireObject(tx, "customer", customerId);
  await saveObject(tx, { ...customer, card });
  const at = await customerNow(tx, customerId);
  for (const subscription of await subscriptions.runningSubscriptions(tx, customerId)) {
    if (subscription.status !== "past_due" || card !== "good") continue;
    await afterPayment(tx, subscription, await collect(tx, subscription.latest_invoice, at));
  }
}
