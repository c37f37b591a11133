import { itemKey } from "../contract/billing/plans.ts";
import { env } from "../platform/env.ts";
import { customerNow, daySeconds, nextPeriodEnd } from "./clock.ts";
import { invalidRequest, missing } from "./errors.ts";
import {
  type Charge,
  type CheckoutSession,
  type Customer,
  type Invoice,
  listOf,
  onlyItem,
  type PortalSession,
  type Price,
  type Product,
} from "./objects.ts";
import { entries, integer, type Params, requireText, text, texts } from "./params.ts";
import { makeInvoice, refundCharge } from "./payments.ts";
import * as store from "./store.ts";
import * as subscriptions from "./subscriptions.ts";

const { listObjects, newStripeId, realNow, requireObject, saveObject } = store;
type Transaction = store.Transaction;

interface ApiCall {
  tx: Transaction;
  params: Params;
  /** The id in the path; empty without one. */
  id: string;
}

export type ApiHandler = (call: ApiCall) => Promise<object>;

const retrieve =
  (type: store.ObjectType): ApiHandler =>
  ({ tx, id }) =>
    requireObject(tx, type, id);

/** One page of objects, newest first. `fields`: parameters that a field of the object must equal. */
function list(
  type: store.ObjectType,
  fields: string[] = [],
  more: (params: Params) => store.ListQuery["where"] = () => ({}),
): ApiHandler {
  return async ({ tx, params }) => {
    const equal = fields.map((name) => [name, text(params, name) ? [text(params, name)] : undefined]);
    const limit = Math.min(integer(params, "limit") ?? 10, 100);
    const found = await listObjects(tx, type, {
      where: { ...Object.fromEntries(equal), ...more(params) },
      createdFrom: integer(params, "created[gte]"),
      startingAfter: text(params, "starting_after"),
      limit: limit + 1,
    });
    return listOf<object>(found.slice(0, limit), found.length > limit);
  };
}

const portalConfiguration = { id: "bpc_sandbox", active: true, metadata: { [itemKey]: "portal" } };

/** The part of Stripe's API that this service uses. Answers contain whole objects where it asks to expand ids. */
export const routes: Record<string, ApiHandler> = {
  "POST /v1/products": ({ tx, params }) =>
    saveObject<Product>(tx, {
      id: newStripeId("prod"),
      object: "product",
      active: true,
      name: requireText(params, "name"),
      description: text(params, "description") ?? null,
      metadata: entries(params, "metadata"),
    }),
  "POST /v1/products/:id": updateProduct,
  "GET /v1/prices": list("price", ["active"], (params) => ({ lookup_key: texts(params, "lookup_keys") })),
  "GET /v1/prices/:id": retrieve("price"),
  "POST /v1/prices": createPrice,
  "POST /v1/customers": ({ tx, params }) =>
    saveObject<Customer>(tx, {
      id: newStripeId("cus"),
      object: "customer",
      created: realNow(),
      email: text(params, "email") ?? null,
      name: text(params, "name") ?? "",
      metadata: entries(params, "metadata"),
      card: null,
      clock_ahead: 0,
    }),
  "GET /v1/customers/:id": retrieve("customer"),
  "POST /v1/customers/:id": async ({ tx, params, id }) =>
    saveObject(tx, { ...(await requireObject(tx, "customer", id)), ...Object.fromEntries(params) }),
  "DELETE /v1/customers/:id": async ({ tx, id }) => {
    await store.deleteCustomer(tx, id);
    return { id, deleted: true };
  },
  "GET /v1/invoices": list("invoice", ["customer", "status"]),
  "GET /v1/invoices/:id": retrieve("invoice"),
  "POST /v1/invoices/create_preview": previewInvoice,
  "GET /v1/invoice_payments": async ({ tx, params }) => {
    const charge = await findChargeOf(tx, requireText(params, "payment[payment_intent]"));
    return listOf(charge?.invoice ? [{ invoice: charge.invoice }] : []);
  },
  "GET /v1/charges": list("charge", ["customer"]),
  "GET /v1/charges/:id": retrieve("charge"),
  "GET /v1/payment_intents/:id": async ({ tx, id }) => {
    const charge = await findChargeOf(tx, id);
    if (!charge) throw missing("payment_intent", id);
    return intentOf(charge);
  },
  "GET /v1/refunds": list("refund", ["charge"]),
  "POST /v1/refunds": ({ tx, params }) =>
    refundCharge(tx, requireText(params, "charge"), integer(params, "amount")),
  "GET /v1/disputes": list("dispute", ["charge"]),
  "GET /v1/events": list("event", [], (params) => ({ type: texts(params, "types") })),
  "GET /v1/subscriptions": list("subscription", ["customer"], (params) => ({
    status: text(params, "status") === "all" ? undefined : ["active", "past_due"],
  })),
  "POST /v1/subscriptions/:id": updateSubscription,
  "DELETE /v1/subscriptions/:id": async ({ tx, id }) => {
    const subscription = await subscriptions.requireRunning(tx, id);
    return subscriptions.endSubscription(tx, subscription, await customerNow(tx, subscription.customer));
  },
  "POST /v1/subscription_schedules/:id/release": releaseSchedule,
  "POST /v1/checkout/sessions": createCheckout,
  "GET /v1/checkout/sessions": list("checkout.session", ["customer", "payment_intent", "status"]),
  "GET /v1/checkout/sessions/:id": async ({ tx, id }) => {
    const session = await requireObject(tx, "checkout.session", id);
    const charge = session.payment_intent ? await findChargeOf(tx, session.payment_intent) : null;
    return charge ? { ...session, payment_intent: intentOf(charge) } : session;
  },
  "POST /v1/checkout/sessions/:id/expire": async ({ tx, id }) => {
    const session = await requireObject(tx, "checkout.session", id);
    if (session.status !== "open") throw invalidRequest(`This checkout is ${session.status}.`);
    return saveObject<CheckoutSession>(tx, { ...session, status: "expired", url: null });
  },
  "POST /v1/billing_portal/sessions": createPortal,
  "GET /v1/billing_portal/configurations": async () => listOf([portalConfiguration]),
  "POST /v1/billing_portal/configurations/:id": async () => portalConfiguration,
};

async function updateProduct({ tx, params, id }: ApiCall): Promise<Product> {
  const product = { ...(await requireObject(tx, "product", id)), ...Object.fromEntries(params) };
  for (const price of await listObjects(tx, "price")) {
    if (price.product.id === id) await saveObject(tx, { ...price, product });
  }
  return await saveObject(tx, product);
}

async function createPrice({ tx, params }: ApiCall): Promise<Price> {
  const key = text(params, "lookup_key") ?? null;
  const holders = key ? await listObjects(tx, "price", { where: { lookup_key: [key] } }) : [];
  if (holders.length > 0 && text(params, "transfer_lookup_key") !== "true") {
    throw invalidRequest("A price already uses that lookup key.", "lookup_key");
  }
  for (const holder of holders) await saveObject(tx, { ...holder, lookup_key: null });
  return await saveObject<Price>(tx, {
    id: newStripeId("price"),
    object: "price",
    product: await requireObject(tx, "product", requireText(params, "product"), "product"),
    active: true,
    currency: requireText(params, "currency"),
    unit_amount: integer(params, "unit_amount") ?? 0,
    lookup_key: key,
    metadata: entries(params, "metadata"),
    recurring: text(params, "recurring[interval]") ? { interval: "month" } : null,
  });
}

/** The charge of a payment intent. Intents are not stored, because each charge of the sandbox has its own. */
async function findChargeOf(tx: Transaction, intent: string): Promise<Charge | null> {
  const [charge] = await listObjects(tx, "charge", { where: { payment_intent: [intent] } });
  return charge ?? null;
}

const intentOf = (charge: Charge) => ({
  id: charge.payment_intent,
  customer: charge.customer,
  status: charge.paid ? "succeeded" : "requires_payment_method",
  latest_charge: charge,
});

/** Schedules or cancels the end with the period, or changes the price. */
async function updateSubscription({ tx, params, id }: ApiCall): Promise<object> {
  const subscription = await subscriptions.requireRunning(tx, id);
  const cancels = text(params, "cancel_at_period_end");
  if (cancels) return await subscriptions.cancelAtPeriodEnd(tx, subscription, cancels === "true");
  const price = await requireObject(tx, "price", requireText(params, "items[0][price]"), "price");
  const prorationDate = integer(params, "proration_date");
  return await subscriptions.changePlan(tx, subscription, { price, prorationDate });
}

async function releaseSchedule({ tx, id }: ApiCall): Promise<object> {
  const running = await subscriptions.runningSubscriptions(tx);
  const subscription = running.find(({ schedule }) => schedule?.id === id);
  if (!subscription) throw invalidRequest("This schedule is not active.");
  await subscriptions.update(tx, subscription, { schedule: null });
  return { id, status: "released" };
}

/** The immediate difference to another price (`always_invoice`), or the next period with it (`none`). */
async function previewInvoice({ tx, params }: ApiCall): Promise<Invoice> {
  const subscription = await subscriptions.requireRunning(tx, requireText(params, "subscription"));
  const priceId = requireText(params, "subscription_details[items][0][price]");
  const price = await requireObject(tx, "price", priceId, "price");
  const reason = "subscription_update";
  if (text(params, "subscription_details[proration_behavior]") === "always_invoice") {
    const at = await customerNow(tx, subscription.customer);
    const lines = subscriptions.prorationLines(subscription, price, at);
    return makeInvoice({ subscription, reason, lines, at });
  }
  const item = onlyItem(subscription);
  const at = item.current_period_end;
  const current_period_end = nextPeriodEnd(subscription.billing_cycle_anchor, at);
  const items = listOf([{ ...item, price, current_period_start: at, current_period_end }]);
  const lines = [subscriptions.periodLine({ ...subscription, items })];
  return makeInvoice({ subscription, reason, lines, at });
}

const page = (kind: string, id: string) => `${env().BASE_URL}/embedded/stripe/${kind}/${id}`;

const customerOf = async ({ tx, params }: ApiCall) =>
  (await requireObject(tx, "customer", requireText(params, "customer"), "customer")).id;

async function createCheckout(call: ApiCall): Promise<CheckoutSession> {
  const { tx, params } = call;
  const price = await requireObject(tx, "price", requireText(params, "line_items[0][price]"), "price");
  const mode = price.recurring ? "subscription" : "payment";
  if (text(params, "mode") !== mode) throw invalidRequest(`This price needs the mode ${mode}.`, "mode");
  const quantity = integer(params, "line_items[0][quantity]") ?? 1;
  const total = price.unit_amount * quantity;
  const amounts = { amount_subtotal: total, amount_total: total };
  const id = newStripeId("cs_test");
  return await saveObject<CheckoutSession>(tx, {
    id,
    object: "checkout.session",
    created: realNow(),
    expires_at: realNow() + daySeconds,
    mode,
    status: "open",
    payment_status: "unpaid",
    customer: await customerOf(call),
    client_reference_id: text(params, "client_reference_id") ?? null,
    currency: price.currency,
    amount_total: total,
    line_items: listOf([
      { id: newStripeId("li"), description: price.product.name, quantity, price, ...amounts },
    ]),
    payment_intent: null,
    success_url: requireText(params, "success_url"),
    cancel_url: text(params, "cancel_url") ?? null,
    url: page("checkout", id),
  });
}

async function createPortal(call: ApiCall): Promise<PortalSession> {
  const { tx, params } = call;
  const id = newStripeId("bps");
  const price = text(params, "flow_data[subscription_update_confirm][items][0][price]");
  const returnUrl = text(params, "flow_data[after_completion][redirect][return_url]");
  return await saveObject<PortalSession>(tx, {
    id,
    object: "billing_portal.session",
    created: realNow(),
    customer: await customerOf(call),
    return_url: requireText(params, "return_url"),
    url: page("portal", id),
    confirms: price && returnUrl ? { price, returnUrl } : null,
  });
}
