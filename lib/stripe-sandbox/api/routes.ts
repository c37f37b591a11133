import type Stripe from "stripe";
import { invalidRequest } from "../errors.ts";
import { integer, metadata, nested, requireText, text, texts } from "../form.ts";
import { makePrice, makeProduct } from "../objects/catalog.ts";
import { makeCustomer } from "../objects/customer.ts";
import { refundCharge } from "../payments.ts";
import {
  deleteCustomer,
  listObjects,
  realNow,
  requireObject,
  saveObject,
  type Transaction,
} from "../store.ts";
import { type ApiCall, type ApiRoutes, list, retrieve } from "./endpoint.ts";
import { sessionRoutes } from "./sessions.ts";
import { subscriptionRoutes } from "./subscriptions.ts";

/** The part of Stripe's API that this service uses. */
export const routes: ApiRoutes = {
  "POST /v1/products": createProduct,
  "POST /v1/products/:id": updateProduct,
  "GET /v1/prices": list("price", "/v1/prices", (params) => ({
    where: { active: text(params, "active"), lookup_key: texts(params, "lookup_keys") },
  })),
  "GET /v1/prices/:id": retrieve("price"),
  "POST /v1/prices": createPrice,
  "GET /v1/customers": list("customer", "/v1/customers", (params) => ({
    where: { email: text(params, "email") },
  })),
  "GET /v1/customers/:id": retrieve("customer"),
  "POST /v1/customers": createCustomer,
  "POST /v1/customers/:id": updateCustomer,
  "DELETE /v1/customers/:id": async ({ tx, id }) => {
    await deleteCustomer(tx, id);
    return { id, object: "customer", deleted: true };
  },
  "GET /v1/invoices": list("invoice", "/v1/invoices", (params) => ({
    customer: text(params, "customer"),
    where: { status: text(params, "status") },
  })),
  "GET /v1/invoices/:id": retrieve("invoice"),
  "GET /v1/invoice_payments": list("invoice_payment", "/v1/invoice_payments", (params) => ({
    where: {
      invoice: text(params, "invoice"),
      "payment.payment_intent": text(nested(params, "payment") ?? {}, "payment_intent"),
    },
  })),
  "GET /v1/charges": list("charge", "/v1/charges", (params) => ({ customer: text(params, "customer") })),
  "GET /v1/charges/:id": retrieve("charge"),
  "GET /v1/payment_intents/:id": retrieve("payment_intent"),
  "GET /v1/refunds": list("refund", "/v1/refunds", (params) => ({
    where: { charge: text(params, "charge") },
  })),
  "POST /v1/refunds": ({ tx, params }) =>
    refundCharge(tx, requireText(params, "charge"), integer(params, "amount")),
  "GET /v1/disputes": list("dispute", "/v1/disputes", (params) => ({
    where: { charge: text(params, "charge") },
  })),
  "GET /v1/events": list("event", "/v1/events", (params) => ({ where: { type: texts(params, "types") } })),
  ...subscriptionRoutes,
  ...sessionRoutes,
};

async function createProduct({ tx, params }: ApiCall): Promise<Stripe.Product> {
  const product = makeProduct({
    name: requireText(params, "name"),
    description: text(params, "description") ?? null,
    metadata: metadata(params),
  });
  await saveObject(tx, "product", product);
  return product;
}

async function updateProduct({ tx, params, id }: ApiCall): Promise<Stripe.Product> {
  const { object: product } = await requireObject(tx, "product", id);
  product.name = text(params, "name") ?? product.name;
  product.description = text(params, "description") ?? product.description;
  product.updated = realNow();
  await saveObject(tx, "product", product);
  return product;
}

async function createPrice({ tx, params }: ApiCall): Promise<Stripe.Price> {
  const recurring = nested(params, "recurring");
  if (recurring && requireText(recurring, "interval") !== "month") {
    throw invalidRequest("The sandbox bills by the month.", "recurring[interval]");
  }
  const unitAmount = integer(params, "unit_amount");
  if (unitAmount === undefined || unitAmount < 0) throw invalidRequest("Invalid unit_amount", "unit_amount");
  const { object: product } = await requireObject(tx, "product", requireText(params, "product"), "product");
  const lookupKey = text(params, "lookup_key") ?? null;
  if (lookupKey) await releaseLookupKey(tx, lookupKey, text(params, "transfer_lookup_key") === "true");
  const price = makePrice({
    product: product.id,
    currency: requireText(params, "currency"),
    unit_amount: unitAmount,
    monthly: recurring !== undefined,
    lookup_key: lookupKey,
    metadata: metadata(params),
  });
  await saveObject(tx, "price", price);
  return price;
}

async function releaseLookupKey(tx: Transaction, lookupKey: string, transfers: boolean): Promise<void> {
  const [holder] = (await listObjects(tx, "price", { where: { lookup_key: lookupKey } })).data;
  if (!holder) return;
  if (!transfers) {
    throw invalidRequest(`A price (\`${holder.object.id}\`) already uses that lookup key.`, "lookup_key");
  }
  await saveObject(tx, "price", { ...holder.object, lookup_key: null });
}

async function createCustomer({ tx, params }: ApiCall): Promise<Stripe.Customer> {
  const customer = makeCustomer({
    email: text(params, "email") ?? null,
    name: text(params, "name") ?? null,
    metadata: metadata(params),
  });
  await saveObject(tx, "customer", customer);
  return customer;
}

async function updateCustomer({ tx, params, id }: ApiCall): Promise<Stripe.Customer> {
  const { object: customer } = await requireObject(tx, "customer", id);
  customer.email = text(params, "email") ?? customer.email;
  customer.name = text(params, "name") ?? customer.name ?? null;
  await saveObject(tx, "customer", customer);
  return customer;
}
