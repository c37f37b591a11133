import type Stripe from "stripe";
import { customerNow } from "../clock.ts";
import { invalidRequest } from "../errors.ts";
import { flag, items, type Params, requireText, text } from "../form.ts";
import { collect } from "../invoicing.ts";
import { requireObject, type Transaction } from "../store.ts";
import { changePlan, endSubscription, setCancelAtPeriodEnd, update } from "../subscriptions.ts";
import { page } from "./lists.ts";
import type { ApiRoutes } from "./route.ts";

const notEnded = ["active", "trialing", "past_due", "unpaid", "paused", "incomplete"];

export const subscriptionRoutes: ApiRoutes = {
  "GET /v1/subscriptions": ({ tx, params }) => {
    const status = text(params, "status");
    const where = status === "all" ? {} : { status: status ?? notEnded };
    return page(tx, "subscription", params, "/v1/subscriptions", {
      customer: text(params, "customer"),
      where,
    });
  },
  "GET /v1/subscriptions/:id": async ({ tx, id }) => (await requireObject(tx, "subscription", id)).object,
  "POST /v1/subscriptions/:id": ({ tx, params, id }) => updateSubscription(tx, id, params),
  "DELETE /v1/subscriptions/:id": async ({ tx, id }) => {
    const { object: subscription } = await requireObject(tx, "subscription", id);
    if (subscription.status === "canceled") throw invalidRequest(`Subscription ${id} is canceled already.`);
    const at = await customerNow(tx, String(subscription.customer));
    await endSubscription(tx, subscription, at, "cancellation_requested");
    return subscription;
  },
  "GET /v1/invoices": ({ tx, params }) =>
    page(tx, "invoice", params, "/v1/invoices", {
      customer: text(params, "customer"),
      where: { status: text(params, "status") },
    }),
  "GET /v1/invoices/:id": async ({ tx, id }) => (await requireObject(tx, "invoice", id)).object,
  "POST /v1/invoices/:id/pay": async ({ tx, id }) => {
    const { object: invoice } = await requireObject(tx, "invoice", id);
    if (invoice.status !== "open") throw invalidRequest(`Invoice ${id} is ${invoice.status}.`);
    const subscriptionId = String(invoice.parent?.subscription_details?.subscription);
    const { object: subscription } = await requireObject(tx, "subscription", subscriptionId);
    const paid = await collect(tx, invoice, subscription, await customerNow(tx, String(invoice.customer)));
    if (paid) await update(tx, subscription, { status: "active" });
    return invoice;
  },
};

async function updateSubscription(tx: Transaction, id: string, params: Params): Promise<Stripe.Subscription> {
  const { object: subscription } = await requireObject(tx, "subscription", id);
  if (subscription.status === "canceled") {
    throw invalidRequest("A canceled subscription can only update its cancellation_details and metadata.");
  }
  const [item] = items(params, "items");
  if (item) {
    const { object: price } = await requireObject(tx, "price", requireText(item, "price"), "items[0][price]");
    if ((await changePlan(tx, subscription, price)) === "declined") {
      throw invalidRequest("The card was declined: the subscription was not changed.");
    }
  }
  const cancels = flag(params, "cancel_at_period_end");
  if (cancels !== undefined) await setCancelAtPeriodEnd(tx, subscription, cancels);
  return subscription;
}
