import type { Server } from "node:http";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { subscribedEvents } from "#lib/billing/events.ts";
import { setUpCatalog } from "#lib/billing/setup.ts";
import { billingMode, stripe } from "#lib/billing/stripe.ts";
import { verify } from "#lib/billing/webhook.ts";
import { db } from "#lib/db/index.ts";
import { env } from "#lib/platform/env.ts";
import { changeCard } from "#lib/stripe-sandbox/calendar.ts";
import { deliverPending } from "#lib/stripe-sandbox/delivery.ts";
import { inSandbox } from "#lib/stripe-sandbox/store.ts";
import { listener } from "#lib/testing/billing/serve.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { GET, POST } from "./[...path]/route.tsx";

const server: Server = await vi.hoisted(async () => {
  const { createServer } = await import("node:http");
  const created = createServer();
  await new Promise<void>((resolve) => created.listen(0, "127.0.0.1", resolve));
  const address = created.address();
  vi.stubEnv("BASE_URL", `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
  return created;
});

const handlers = { GET, POST };
const received: { event: Stripe.Event; status: number }[] = [];
let webhookStatus = 200;
async function receiveWebhook(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const event = verify(body, request.headers.get("stripe-signature"));
  received.push({ event, status: webhookStatus });
  return new Response("{}", { status: webhookStatus });
}
server.on(
  "request",
  listener((request) =>
    request.url.endsWith("/api/webhooks/stripe")
      ? receiveWebhook(request)
      : handlers[request.method as keyof typeof handlers](request),
  ),
);
afterAll(() => void server.close());
await useDatabase();

/** The original stripe package, which reaches the sandbox in this process. */
const api = stripe();
beforeAll(() => setUpCatalog(api));

const checkoutOf = async (customer: string, lookupKey: string, mode: "payment" | "subscription") => {
  const [price] = (await api.prices.list({ lookup_keys: [lookupKey] })).data;
  return await api.checkout.sessions.create({
    mode,
    customer,
    line_items: [{ price: price?.id ?? "", quantity: 1 }],
    success_url: "http://127.0.0.1:9/done?id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:9/left",
  });
};
const subscriptionOf = async (customer: string) =>
  (await api.subscriptions.list({ customer })).data[0]?.id ?? "";
const pressButton = (url: string, action: string) =>
  fetch(url, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });

test("setting up the catalogue again changes nothing, and a new price can take over a lookup key", async () => {
  expect(await setUpCatalog(api)).toEqual([]);
  const { data: prices } = await api.prices.list({ limit: 100, active: true, expand: ["data.product"] });
  expect(prices).toHaveLength(7);
  const [pro] = prices.filter(({ lookup_key }) => lookup_key === "pgs_pro_monthly");
  expect(pro).toMatchObject({ unit_amount: 2900, currency: "usd", recurring: { interval: "month" } });
  expect(typeof pro?.product === "object" && !pro.product.deleted && pro.product.name).toBe("Pro plan");

  const product = typeof pro?.product === "object" ? pro.product.id : "";
  const cheap = { product, currency: "usd", unit_amount: 100, recurring: { interval: "month" as const } };
  await expect(api.prices.create({ ...cheap, lookup_key: "pgs_pro_monthly" })).rejects.toMatchObject({
    param: "lookup_key",
  });
  await api.prices.create({ ...cheap, lookup_key: "pgs_pro_monthly", transfer_lookup_key: true });
  expect(await setUpCatalog(api)).toEqual([expect.stringMatching(/^replaced price pgs_pro_monthly/)]);
});

test("errors have Stripe's form, so that the stripe package throws its own classes", async () => {
  await expect(api.customers.retrieve("cus_nobody")).rejects.toMatchObject({
    type: "StripeInvalidRequestError",
    code: "resource_missing",
    statusCode: 404,
    param: "id",
    message: "No such customer: 'cus_nobody'",
  });
  await expect(api.products.create({ name: "" })).rejects.toMatchObject({ param: "name", statusCode: 400 });
  await expect(api.rawRequest("GET", "/v1/issuing/cards")).rejects.toMatchObject({ statusCode: 404 });
});

test("an idempotency key returns the first response again, and refuses other parameters", async () => {
  const idempotencyKey = crypto.randomUUID();
  const create = (email: string) => api.customers.create({ email }, { idempotencyKey });
  const answers = await Promise.all([1, 2, 3, 4].map(() => create("one@example.com")));
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  await expect(create("other@example.com")).rejects.toMatchObject({
    type: "StripeIdempotencyError",
    statusCode: 400,
  });
});

test("an idempotency key returns a refusal again, and nothing that the refused call wrote is stored", async () => {
  const { id: customer } = await api.customers.create({ email: "refused@example.com" });
  await pressButton((await checkoutOf(customer, "pgs_starter_monthly", "subscription")).url ?? "", "pay");
  const id = await subscriptionOf(customer);
  const item = (await api.subscriptions.list({ customer })).data[0]?.items.data[0]?.id ?? "";
  const [max] = (await api.prices.list({ lookup_keys: ["pgs_max_monthly"] })).data;
  await inSandbox((tx) => changeCard(tx, customer, "failing"));
  const upgrade = (idempotencyKey: string) =>
    api.subscriptions.update(
      id,
      {
        items: [{ id: item, price: max?.id ?? "" }],
        proration_behavior: "always_invoice",
        payment_behavior: "error_if_incomplete",
      },
      { idempotencyKey },
    );
  const key = crypto.randomUUID();
  await expect(upgrade(key)).rejects.toMatchObject({ code: "card_declined", statusCode: 402 });
  expect((await api.charges.list({ customer })).data).toHaveLength(1);
  await inSandbox((tx) => changeCard(tx, customer, "good"));
  await expect(upgrade(key)).rejects.toMatchObject({ code: "card_declined" });
  expect((await api.charges.list({ customer })).data).toHaveLength(1);
  await upgrade(crypto.randomUUID());
  expect((await api.charges.list({ customer })).data).toHaveLength(2);
});

test("lists come page by page, newest first", async () => {
  const { id: customer } = await api.customers.create({ email: "many@example.com" });
  const made: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    made.unshift((await checkoutOf(customer, "pgs_topup_100", "payment")).id);
  }
  const all: string[] = [];
  for await (const { id } of api.checkout.sessions.list({ customer, limit: 2 })) all.push(id);
  expect(all).toEqual(made);
});

test("a checkout is paid on its page, and its session, payment and customer are linked", async () => {
  const customer = await api.customers.create({ email: "buyer@example.com" });
  const session = await checkoutOf(customer.id, "pgs_topup_100", "payment");
  const shown = await (await fetch(session.url ?? "")).text();
  expect(shown).toContain("Billing sandbox.");
  expect(shown).toContain("$12.00");
  const declined = await pressButton(session.url ?? "", "decline");
  expect(declined.status).toBe(402);
  expect(await declined.text()).toContain('role="alert"><p>Your card was declined. Try another card.</p>');
  const left = await pressButton(session.url ?? "", "leave");
  expect(left.headers.get("location")).toBe("http://127.0.0.1:9/left");
  const paid = await pressButton(session.url ?? "", "pay");
  expect(paid.headers.get("location")).toBe(`http://127.0.0.1:9/done?id=${session.id}`);
  expect((await pressButton(session.url ?? "", "pay")).status).toBe(400);
  const expand = ["line_items", "payment_intent.latest_charge"];
  const done = await api.checkout.sessions.retrieve(session.id, { expand });
  expect(done).toMatchObject({
    status: "complete",
    payment_status: "paid",
    url: null,
    payment_intent: { status: "succeeded", latest_charge: { amount: 1200, paid: true } },
    line_items: { data: [{ quantity: 1, price: { lookup_key: "pgs_topup_100" } }] },
  });
});

test("a page escapes text from a customer", async () => {
  const customer = await api.customers.create({ email: '"><script>alert(1)</script>@example.com' });
  const session = await checkoutOf(customer.id, "pgs_topup_100", "payment");
  const response = await fetch(session.url ?? "");
  expect(await response.text()).not.toContain("<script>");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
});

test("a subscription is listed with its invoice and canceled through the API", async () => {
  const customer = await api.customers.create({ email: "subscriber@example.com" });
  await pressButton((await checkoutOf(customer.id, "pgs_starter_monthly", "subscription")).url ?? "", "pay");
  const [subscription] = (
    await api.subscriptions.list({ customer: customer.id, expand: ["data.latest_invoice"] })
  ).data;
  expect(subscription).toMatchObject({
    status: "active",
    latest_invoice: { status: "paid", amount_paid: 900 },
  });
  const id = subscription?.id ?? "";
  expect(await api.subscriptions.cancel(id)).toMatchObject({ status: "canceled" });
  await expect(api.subscriptions.cancel(id)).rejects.toThrow("has ended");
});

test("deleting a customer deletes all its objects, and can be repeated without an error", async () => {
  const customer = await api.customers.create({ email: "gone@example.com" });
  await checkoutOf(customer.id, "pgs_topup_100", "payment");
  for (const _time of [1, 2]) {
    expect(await api.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
  }
  expect(
    await db().sandboxObject.count({ where: { OR: [{ id: customer.id }, { customer: customer.id }] } }),
  ).toBe(0);
});

test("the portal shows the plans, the card, the payments and the outcome of an action", async () => {
  const customer = await api.customers.create({ email: "portal@example.com" });
  await pressButton((await checkoutOf(customer.id, "pgs_pro_monthly", "subscription")).url ?? "", "pay");
  await pressButton((await checkoutOf(customer.id, "pgs_topup_100", "payment")).url ?? "", "pay");
  const { url } = await api.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "http://127.0.0.1:9/billing?portal=back",
  });
  const canceled = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ action: "cancel", subscription: await subscriptionOf(customer.id) }),
  });
  const shown = await canceled.text();
  for (const text of [
    'role="status"><p>The subscription ends with the current period.</p>',
    "<h2>Pro plan</h2>",
    "<dt>Ends</dt>",
    "Max plan, $79.00",
    "Visa ending in 4242",
    "Top-up, $12.00 (paid)",
    '<a href="http://127.0.0.1:9/billing?portal=back">Return to the service</a>',
  ]) {
    expect(shown).toContain(text);
  }
});

test("pages of the sandbox have the chosen language and its number format", async () => {
  const customer = await api.customers.create({ email: "kunde@example.com" });
  const readGerman = async (url: string) =>
    (await fetch(url, { headers: { cookie: "locale=de", "accept-language": "en" } })).text();
  const { url: plan } = await checkoutOf(customer.id, "pgs_pro_monthly", "subscription");
  const checkout = await readGerman(plan ?? "");
  for (const text of [
    '<html lang="de">',
    "<h1>Tarif Pro abonnieren</h1>",
    "Mit einer guten Karte bezahlen",
  ]) {
    expect(checkout).toContain(text);
  }
  const { url: topUp } = await checkoutOf(customer.id, "pgs_topup_2000", "payment");
  expect(await readGerman(topUp ?? "")).toContain("<h1>Aufladung: 2.000 Credits bezahlen</h1>");
  await pressButton(plan ?? "", "pay");
  expect(await readGerman(plan ?? "")).toContain("Sie ist abgeschlossen oder abgelaufen");
  const { url } = await api.billingPortal.sessions.create({
    customer: customer.id,
    return_url: "http://127.0.0.1:9/",
  });
  const portal = await readGerman(`${url}?notice=cancel`);
  for (const text of [
    "Das Abo endet mit dem laufenden Zeitraum.",
    "<dd>aktiv</dd>",
    "Tarif, ",
    "(bezahlt)",
  ]) {
    expect(portal).toContain(text);
  }
  expect(await readGerman(`${url}?notice=constructor`)).not.toContain('role="status"');
});

test("webhooks are signed, and are sent again until they are accepted", async () => {
  await deliverPending();
  received.length = 0;
  const customer = await api.customers.create({ email: "hooks@example.com" });
  webhookStatus = 500;
  await pressButton((await checkoutOf(customer.id, "pgs_pro_monthly", "subscription")).url ?? "", "pay");
  const types = received.map(({ event }) => event.type);
  expect(new Set(types)).toEqual(
    new Set(["checkout.session.completed", "customer.subscription.created", "invoice.paid"]),
  );
  expect(await db().sandboxDelivery.count({ where: { deliveredAt: null } })).toBe(3);
  webhookStatus = 200;
  expect(await deliverPending()).toBe(0);
  expect(received.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await db().sandboxDelivery.count({ where: { deliveredAt: null } })).toBe(0);
  const listed = await api.events.list({ types: [...subscribedEvents], limit: 3 });
  expect(listed.data.map(({ id }) => id).sort()).toEqual(
    received
      .slice(-3)
      .map(({ event }) => event.id)
      .sort(),
  );
});

test("an unknown path of the sandbox is answered with 404 as JSON", async () => {
  for (const path of [
    "/embedded/stripe/nothing",
    "/embedded/stripe/checkout",
    "/embedded/stripe/checkout/a/b",
  ]) {
    const response = await GET(new Request(`http://localhost${path}`));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
  }
  const unknown = await GET(new Request("http://localhost/embedded/stripe/checkout/cs_test_none"));
  expect(unknown.status).toBe(404);
});

test("with a Stripe key the sandbox answers 404 as JSON", async () => {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } = env();
  Object.assign(env(), {
    STRIPE_SECRET_KEY: "sk_live_for_this_test_alone",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
  });
  try {
    expect(billingMode()).toBe("hosted");
    for (const path of ["/checkout/cs_test_1", "/portal/bps_1"]) {
      const response = await GET(new Request(`http://localhost/embedded/stripe${path}`));
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: "not_found" } });
    }
  } finally {
    Object.assign(env(), { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET });
  }
});
