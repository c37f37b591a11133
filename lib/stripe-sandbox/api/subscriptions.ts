import type Stripe from "stripe";
import { customerNow, nextPeriodEnd } from "../clock.ts";
import { cardDeclined, invalidRequest } from "../errors.ts";
import { integer, items, nested, type Params, requireText, text } from "../form.ts";
import { makeInvoice } from "../objects/invoice.ts";
import { onlyItem, setPrice } from "../objects/subscription.ts";
import { prorationLines, prorationMoment } from "../proration.ts";
import { endSchedule } from "../schedules.ts";
import { requireObject, type Transaction } from "../store.ts";
import { changePlan, endSubscription, periodLine, setCancelAtPeriodEnd, update } from "../subscriptions.ts";
import { type ApiCall, type ApiRoutes, list, retrieve } from "./endpoint.ts";

const notEnded = ["active", "past_due"];

export const subscriptionRoutes: ApiRoutes = {
  "GET /v1/subscriptions": list("subscription", "/v1/subscriptions", (params) => {
    const status = text(params, "status") ?? notEnded;
    return { customer: text(params, "customer"), where: status === "all" ? {} : { status } };
  }),
  "GET /v1/subscriptions/:id": retrieve("subscription"),
  "POST /v1/subscriptions/:id": updateSubscription,
  "DELETE /v1/subscriptions/:id": cancelSubscription,
  "GET /v1/subscription_schedules/:id": retrieve("subscription_schedule"),
  "POST /v1/subscription_schedules/:id/release": releaseSchedule,
  "POST /v1/invoices/create_preview": previewInvoice,
};

async function cancelSubscription({ tx, id }: ApiCall): Promise<Stripe.Subscription> {
  const { object: subscription } = await requireObject(tx, "subscription", id);
  if (subscription.status === "canceled") throw invalidRequest(`Subscription ${id} is canceled already.`);
  const at = await customerNow(tx, String(subscription.customer));
  await endSubscription(tx, subscription, at, "cancellation_requested");
  return subscription;
}

/** Schedules or cancels the end with the period, or moves to a higher price and charges the difference. */
async function updateSubscription({ tx, params, id }: ApiCall): Promise<Stripe.Subscription> {
  const subscription = await requireRunning(tx, id);
  const cancels = text(params, "cancel_at_period_end");
  if (cancels !== undefined) await setCancelAtPeriodEnd(tx, subscription, cancels === "true");
  const price = await readNewPrice(tx, params, subscription);
  if (!price) return subscription;
  if ((price.unit_amount ?? 0) < (onlyItem(subscription).price.unit_amount ?? 0)) {
    throw invalidRequest("The sandbox moves to a cheaper price at the renewal only.", "items[0][price]");
  }
  const behavior = `${text(params, "proration_behavior")} ${text(params, "payment_behavior")}`;
  if (behavior !== "always_invoice error_if_incomplete") {
    throw invalidRequest("The sandbox invoices a change at once, or makes none.", "proration_behavior");
  }
  const changed = await changePlan(tx, subscription, price, integer(params, "proration_date"));
  // The error rolls back all writes, as `error_if_incomplete` requires.
  if (changed === "declined") throw cardDeclined();
  return subscription;
}

async function requireRunning(tx: Transaction, id: string): Promise<Stripe.Subscription> {
  const { object: subscription } = await requireObject(tx, "subscription", id);
  if (!notEnded.includes(subscription.status)) throw invalidRequest(`Subscription ${id} has ended.`);
  return subscription;
}

/** The new price of a subscription; null if the parameters have none. */
async function readNewPrice(
  tx: Transaction,
  params: Params,
  subscription: Stripe.Subscription,
): Promise<Stripe.Price | null> {
  const [item, ...more] = items(params, "items");
  if (!item) return null;
  if (more.length > 0 || text(item, "id") !== onlyItem(subscription).id) {
    throw invalidRequest("A subscription of the sandbox has one item.", "items");
  }
  const { object: price } = await requireObject(tx, "price", requireText(item, "price"), "items[0][price]");
  if (!price.recurring || !price.active) throw invalidRequest("This price is not a plan.", "items[0][price]");
  return price;
}

async function releaseSchedule({ tx, id }: ApiCall): Promise<Stripe.SubscriptionSchedule> {
  const { object: schedule } = await requireObject(tx, "subscription_schedule", id);
  if (typeof schedule.subscription !== "string") throw invalidRequest(`This schedule is ${schedule.status}.`);
  const { object: subscription } = await requireObject(tx, "subscription", schedule.subscription);
  const at = await customerNow(tx, String(subscription.customer));
  const released = await endSchedule(tx, subscription, { status: "released", at });
  await update(tx, subscription, { schedule: null });
  return released ?? schedule;
}

/**
 * Previews an invoice without storing it: the immediate difference (`always_invoice`), or the next period (`none`).
 */
async function previewInvoice({ tx, params }: ApiCall): Promise<Stripe.Invoice> {
  const subscription = await requireRunning(tx, requireText(params, "subscription"));
  const customer = text(params, "customer") ?? subscription.customer;
  if (customer !== subscription.customer)
    throw invalidRequest("Another customer's subscription.", "customer");
  const details = nested(params, "subscription_details") ?? {};
  const price = await readNewPrice(tx, details, subscription);
  const now = await customerNow(tx, String(subscription.customer));
  const behavior = requireText(details, "proration_behavior");
  if (behavior === "always_invoice" && price) {
    const at = prorationMoment(subscription, integer(details, "proration_date"), now);
    return preview(subscription, prorationLines(subscription, price, at), now);
  }
  if (behavior !== "none")
    throw invalidRequest(`Invalid proration_behavior: ${behavior}`, "proration_behavior");
  const next = structuredClone(subscription);
  const item = onlyItem(next);
  if (price) setPrice(next, price);
  item.current_period_start = item.current_period_end;
  item.current_period_end = nextPeriodEnd(next.billing_cycle_anchor, item.current_period_start);
  return preview(next, [periodLine(next)], item.current_period_start);
}

function preview(
  subscription: Stripe.Subscription,
  lines: ReturnType<typeof prorationLines>,
  at: number,
): Stripe.Invoice {
  const invoice = makeInvoice({ subscription, reason: "subscription_update", lines, at });
  return { ...invoice, id: invoice.id.replace(/^in_/, "upcoming_in_"), number: null, status: "draft" };
}
