import { customerNow, nextPeriodEnd } from "./clock.ts";
import { emit } from "./delivery.ts";
import { invalidRequest } from "./errors.ts";
import { type InvoiceLine, listOf, onlyItem, type Price, type Subscription } from "./objects.ts";
import { issuePaidInvoice } from "./payments.ts";
import { listObjects, newStripeId, requireObject, saveObject, type Transaction } from "./store.ts";

/** Starts a subscription. Throws a card error if its first payment fails. */
export async function startSubscription(tx: Transaction, customer: string, price: Price): Promise<void> {
  const at = await customerNow(tx, customer);
  const { currency } = price;
  const period = { current_period_start: at, current_period_end: nextPeriodEnd(at, at) };
  const items = listOf([{ id: newStripeId("si"), price, quantity: 1, ...period }]);
  const id = newStripeId("sub");
  const invoice = await issuePaidInvoice(tx, {
    subscription: { id, customer, currency },
    reason: "subscription_create",
    lines: [periodLine({ id, items })],
    at,
  });
  const subscription = await saveObject<Subscription>(tx, {
    id,
    object: "subscription",
    created: at,
    customer,
    status: "active",
    currency,
    billing_cycle_anchor: at,
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    trial_end: null,
    latest_invoice: invoice,
    schedule: null,
    items,
  });
  await emit(tx, "customer.subscription.created", subscription);
}

/** The subscriptions that have not ended, of a customer or of all. */
export function runningSubscriptions(tx: Transaction, customer?: string): Promise<Subscription[]> {
  const where = { status: ["active", "past_due"], ...(customer && { customer: [customer] }) };
  return listObjects(tx, "subscription", { where });
}

export async function requireRunning(tx: Transaction, id: string): Promise<Subscription> {
  const subscription = await requireObject(tx, "subscription", id);
  if (subscription.status === "canceled") throw invalidRequest(`Subscription ${id} has ended.`);
  return subscription;
}

/** Stores a changed subscription, emits the event of the change, and returns the new state. */
export async function update(
  tx: Transaction,
  before: Subscription,
  change: Partial<Subscription>,
): Promise<Subscription> {
  const after = await saveObject(tx, { ...before, ...change });
  await emit(tx, "customer.subscription.updated", after);
  return after;
}

/**
 * Moves a subscription to another price. Higher: immediately, with an invoice for the rest of the period from
 * `prorationDate` on; throws a card error if the payment fails. Lower: at the renewal.
 */
export async function changePlan(
  tx: Transaction,
  subscription: Subscription,
  { price, prorationDate }: { price: Price; prorationDate?: number | undefined },
): Promise<Subscription> {
  if (!price.recurring || !price.active) throw invalidRequest("This price is not a plan.", "items[0][price]");
  const item = onlyItem(subscription);
  if (price.id === item.price.id) return await update(tx, subscription, { schedule: null });
  if (price.unit_amount < item.price.unit_amount) {
    return await update(tx, subscription, { schedule: scheduleOf(subscription, price) });
  }
  const at = await customerNow(tx, subscription.customer);
  const lines = prorationLines(subscription, price, prorationDate ?? at);
  const invoice = await issuePaidInvoice(tx, { subscription, reason: "subscription_update", lines, at });
  const items = listOf([{ ...item, price }]);
  return await update(tx, subscription, { items, schedule: null, latest_invoice: invoice });
}

function scheduleOf(subscription: Subscription, price: Price): Subscription["schedule"] {
  const { price: current, current_period_start, current_period_end: end } = onlyItem(subscription);
  const now = { start_date: current_period_start, end_date: end };
  const next = { start_date: end, end_date: nextPeriodEnd(subscription.billing_cycle_anchor, end) };
  const phases = [
    { ...now, items: [{ price: current.id }] },
    { ...next, items: [{ price: price.id }] },
  ];
  return { id: newStripeId("sub_sched"), current_phase: now, phases };
}

/** The id of the price from the next period on; null if it does not change. */
export const nextPriceOf = ({ schedule }: Subscription) => schedule?.phases.at(-1)?.items[0]?.price ?? null;

type NewLine = Pick<InvoiceLine, "amount" | "description" | "period">;

const makeLine = (price: Price, proration: boolean, line: NewLine): InvoiceLine => ({
  ...line,
  id: newStripeId("il"),
  pricing: { price_details: { price: price.id } },
  parent: { subscription_item_details: { proration } },
});

/** The invoice line of a full period. */
export function periodLine(subscription: Pick<Subscription, "id" | "items">): InvoiceLine {
  const { price, current_period_start: start, current_period_end: end } = onlyItem(subscription);
  const description = price.product.name;
  return makeLine(price, false, { amount: price.unit_amount, description, period: { start, end } });
}

/** The price difference for the rest of the period, by the second, like Stripe's `always_invoice`. */
export function prorationLines(subscription: Subscription, price: Price, at: number): InvoiceLine[] {
  const { price: current, current_period_start: start, current_period_end: end } = onlyItem(subscription);
  if (at < start || at >= end) throw invalidRequest("The proration date is outside the period.");
  const share = (end - at) / (end - start);
  const period = { start: at, end };
  const [unused, remaining] = [current, price].map((each) => Math.round(each.unit_amount * share));
  return [
    makeLine(current, true, { amount: -(unused ?? 0), description: "Unused time", period }),
    makeLine(price, true, { amount: remaining ?? 0, description: "Remaining time", period }),
  ];
}

export async function cancelAtPeriodEnd(
  tx: Transaction,
  subscription: Subscription,
  cancels: boolean,
): Promise<Subscription> {
  return await update(tx, subscription, {
    cancel_at_period_end: cancels,
    cancel_at: cancels ? onlyItem(subscription).current_period_end : null,
    canceled_at: cancels ? await customerNow(tx, subscription.customer) : null,
  });
}

export async function endSubscription(
  tx: Transaction,
  before: Subscription,
  at: number,
): Promise<Subscription> {
  const canceled_at = before.canceled_at ?? at;
  const ended: Subscription = { ...before, status: "canceled", ended_at: at, canceled_at, schedule: null };
  await emit(tx, "customer.subscription.deleted", await saveObject(tx, ended));
  return ended;
}
