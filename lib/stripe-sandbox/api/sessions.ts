import type Stripe from "stripe";
import { expireCheckout, requireOpenCheckout } from "../checkouts.ts";
import { invalidRequest } from "../errors.ts";
import { integer, items, metadata, nested, type Params, requireText, text } from "../form.ts";
import {
  makeCheckoutSession,
  makeLineItem,
  makePortalConfiguration,
  makePortalSession,
} from "../objects/session.ts";
import { newStripeId, realNow, requireObject, saveObject, type Transaction, unset } from "../store.ts";
import { type ApiCall, type ApiRoutes, list, retrieve } from "./endpoint.ts";

const configurations = "/v1/billing_portal/configurations";

export const sessionRoutes: ApiRoutes = {
  "POST /v1/checkout/sessions": createCheckout,
  "GET /v1/checkout/sessions": list("checkout.session", "/v1/checkout/sessions", (params) => ({
    customer: text(params, "customer"),
    where: { payment_intent: text(params, "payment_intent"), status: text(params, "status") },
  })),
  "GET /v1/checkout/sessions/:id": retrieve("checkout.session"),
  "POST /v1/checkout/sessions/:id/expire": async ({ tx, id }) => {
    const { object: session } = await requireOpenCheckout(tx, id);
    await expireCheckout(tx, session);
    return session;
  },
  "POST /v1/billing_portal/sessions": createPortal,
  [`GET ${configurations}`]: list("billing_portal.configuration", configurations, (params) => ({
    where: { active: text(params, "active") },
  })),
  [`POST ${configurations}`]: async ({ tx, params }) => {
    const configuration = makePortalConfiguration({
      default_return_url: text(params, "default_return_url") ?? null,
      metadata: metadata(params),
    });
    await saveObject(tx, "billing_portal.configuration", configuration);
    return configuration;
  },
  [`POST ${configurations}/:id`]: async ({ tx, params, id }) => {
    const { object } = await requireObject(tx, "billing_portal.configuration", id);
    const updated: Stripe.BillingPortal.Configuration = {
      ...object,
      default_return_url: text(params, "default_return_url") ?? object.default_return_url,
      metadata: { ...object.metadata, ...metadata(params) },
      updated: realNow(),
    };
    await saveObject(tx, "billing_portal.configuration", updated);
    return updated;
  },
};

async function createCheckout({ tx, params }: ApiCall): Promise<Stripe.Checkout.Session> {
  const mode = requireText(params, "mode");
  if (mode !== "payment" && mode !== "subscription") throw invalidRequest(`Invalid mode: ${mode}`, "mode");
  const customerId = requireText(params, "customer");
  const { object: customer } = await requireObject(tx, "customer", customerId, "customer");
  const lineItems = await Promise.all(
    items(params, "line_items").map((item) => readLineItem(tx, item, mode)),
  );
  if (lineItems.length === 0) {
    throw invalidRequest("Missing required param: line_items.", "line_items", "parameter_missing");
  }
  const given = {
    mode,
    client_reference_id: text(params, "client_reference_id") ?? null,
    success_url: requireText(params, "success_url"),
    cancel_url: text(params, "cancel_url") ?? null,
    metadata: metadata(params),
  } as const;
  const session = makeCheckoutSession(given, customer, lineItems);
  await saveObject(tx, "checkout.session", session, {
    lineItems,
    subscriptionMetadata: metadata(nested(params, "subscription_data") ?? {}),
  });
  return session;
}

async function readLineItem(tx: Transaction, item: Params, mode: string): Promise<Stripe.LineItem> {
  const { object: price } = await requireObject(
    tx,
    "price",
    requireText(item, "price"),
    "line_items[0][price]",
  );
  const { object: product } = await requireObject(tx, "product", String(price.product));
  if ((mode === "subscription") !== Boolean(price.recurring)) {
    throw invalidRequest(`This price cannot be bought in \`${mode}\` mode.`, "line_items[0]");
  }
  if (!price.active) throw invalidRequest("The price specified is inactive.", "line_items[0][price]");
  return makeLineItem(price, integer(item, "quantity") ?? 1, product.name);
}

async function createPortal({ tx, params }: ApiCall): Promise<Stripe.BillingPortal.Session> {
  const customer = requireText(params, "customer");
  await requireObject(tx, "customer", customer, "customer");
  const session = makePortalSession({
    customer,
    configuration: await configurationOf(tx, text(params, "configuration")),
    return_url: text(params, "return_url") ?? null,
    flow: await readFlow(tx, nested(params, "flow_data")),
  });
  await saveObject(tx, "billing_portal.session", session);
  return session;
}

async function configurationOf(tx: Transaction, given: string | undefined): Promise<string> {
  if (!given) return newStripeId("bpc");
  return (await requireObject(tx, "billing_portal.configuration", given, "configuration")).object.id;
}

/** The only portal flow supported: it opens at the confirmation of a plan change. */
async function readFlow(
  tx: Transaction,
  flow: Params | undefined,
): Promise<Stripe.BillingPortal.Session.Flow | null> {
  if (!flow) return null;
  const confirm = nested(flow, "subscription_update_confirm") ?? {};
  const subscription = requireText(confirm, "subscription");
  await requireObject(tx, "subscription", subscription, "flow_data[subscription_update_confirm]");
  const item = items(confirm, "items")[0] ?? {};
  const price = requireText(item, "price");
  await requireObject(tx, "price", price, "flow_data[subscription_update_confirm][items][0][price]");
  const redirect = nested(nested(flow, "after_completion") ?? {}, "redirect") ?? {};
  return {
    after_completion: {
      hosted_confirmation: null,
      redirect: { return_url: requireText(redirect, "return_url") },
      type: "redirect",
    },
    ...unset("customer_update subscription_cancel subscription_pause subscription_update"),
    subscription_update_confirm: {
      discounts: null,
      items: [{ id: text(item, "id") ?? null, price, quantity: 1 }],
      subscription,
    },
    type: "subscription_update_confirm",
  } satisfies Stripe.BillingPortal.Session.Flow;
}
