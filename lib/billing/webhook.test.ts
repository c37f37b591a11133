import { gzipSync } from "node:zlib";
import type Stripe from "stripe";
import { beforeAll, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { db } from "../db/index.ts";
import { receiveStripeWebhook } from "../http/stripe-webhook.ts";
import {
  customerOf,
  deliver,
  eventsOf,
  newUser,
  press,
  signedWebhook,
  stateOf,
} from "../testing/billing/life.ts";
import { recordDebit } from "../testing/billing/recorded.ts";
import { useDatabase } from "../testing/database.ts";
import { startSubscriptionCheckout, startTopUpCheckout } from "./checkout.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";
import { verify } from "./webhook.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

function eventText(overrides: Partial<Stripe.Event> = {}): string {
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    type: "account.updated",
    created: 1_790_000_000,
  };
  return JSON.stringify({ ...event, livemode: false, data: { object: { id: "acct_1" } }, ...overrides });
}

function withBody(request: Request, body: BodyInit, headers: Record<string, string> = {}): Request {
  return new Request(request.url, {
    method: "POST",
    headers: { ...Object.fromEntries(request.headers), ...headers },
    body,
  });
}

const nowSeconds = () => Math.floor(Date.now() / 1000);
const rows = () => db().stripeEvent.count();

async function refuse(request: Request): Promise<void> {
  tried("event-signature");
  const before = await rows();
  const response = await receiveStripeWebhook(request);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: "invalid_params" } });
  expect(await rows()).toBe(before);
}

test("an event with a valid signature gets 200 and a receipt, and its repetition is a replay", async () => {
  tried("event-signature");
  const payload = eventText();
  const response = await receiveStripeWebhook(signedWebhook(payload));
  expect(response.status).toBe(200);
  const { id } = JSON.parse(payload);
  expect(await response.json()).toEqual({
    received: true,
    id,
    receipt: "nothing to do for this type",
    replayed: false,
  });
  const again = await receiveStripeWebhook(signedWebhook(payload));
  expect(await again.json()).toMatchObject({ replayed: true });
});

test("a wrong secret, a flipped byte, and a missing or malformed header are rejected and write nothing", async () => {
  const payload = eventText();
  await refuse(signedWebhook(payload, { secret: "whsec_of_somebody_else" }));
  for (const at of [0, 10, payload.length - 1]) {
    const bytes = Buffer.from(payload);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await refuse(withBody(signedWebhook(payload), bytes));
  }
  await refuse(new Request("http://localhost/", { method: "POST", body: payload }));
  for (const header of ["", "v1=00", "t=abc,v1=00", `t=${nowSeconds()}`, `t=${nowSeconds()},v1=`]) {
    await refuse(withBody(signedWebhook(payload), payload, { "stripe-signature": header }));
  }
});

test("timestamps more than 300 s in the past or in the future are rejected, with that reason", async () => {
  expect(() => verify(Buffer.from("{}"), `t=${nowSeconds() - 302},v1=00`)).toThrow(/timestamp/);
  await refuse(signedWebhook(eventText(), { timestamp: nowSeconds() - 302 }));
  await refuse(signedWebhook(eventText(), { timestamp: nowSeconds() + 302 }));
  await refuse(signedWebhook(eventText(), { timestamp: nowSeconds() + 600 }));
  for (const offset of [-295, 295]) {
    const response = await receiveStripeWebhook(
      signedWebhook(eventText(), { timestamp: nowSeconds() + offset }),
    );
    expect(response.status).toBe(200);
  }
});

test("two timestamps in one header are rejected in either order", async () => {
  const payload = eventText();
  const good = signedWebhook(payload).headers.get("stripe-signature") ?? "";
  const far = `t=${nowSeconds() + 9_000}`;
  await refuse(withBody(signedWebhook(payload), payload, { "stripe-signature": `${far},${good}` }));
  await refuse(withBody(signedWebhook(payload), payload, { "stripe-signature": `${good},${far}` }));
});

test("one valid signature among several is enough, as during a secret rotation", async () => {
  tried("event-signature");
  const payload = eventText();
  const good = signedWebhook(payload).headers.get("stripe-signature") ?? "";
  const header = good.replace(",v1=", `,v1=${"0".repeat(64)},v1=`);
  const response = await receiveStripeWebhook(
    withBody(signedWebhook(payload), payload, { "stripe-signature": header }),
  );
  expect(response.status).toBe(200);
});

test("reformatted JSON, a body of 1 MB, a compressed body and a body without an event are rejected", async () => {
  const payload = JSON.stringify(JSON.parse(eventText()), null, 2);
  await refuse(withBody(signedWebhook(payload), JSON.stringify(JSON.parse(payload))));
  await refuse(signedWebhook(eventText({ api_version: "x".repeat(1024 * 1024) })));
  await refuse(withBody(signedWebhook(payload), gzipSync(payload), { "content-encoding": "gzip" }));
  for (const body of ["[]", "null", "{}", "not json", '{"id":"evt_1"}', '"text"'])
    await refuse(signedWebhook(body));
});

test("a test account rejects an event of the live account", async () => {
  await refuse(signedWebhook(eventText({ livemode: true } as Partial<Stripe.Event>)));
});

test("an event with an unknown type, customer or price is recorded and changes nothing", async () => {
  tried("unknown-events", 3);
  const user = await newUser();
  await startTopUpCheckout(user.userId, "small");
  const customer = await customerOf(user.userId);
  const before = await stateOf(user);
  const recorded = await rows();
  const object = { id: "seti_1", customer };
  const future = { type: "customer.reimagined", data: { object } } as unknown as Partial<Stripe.Event>;
  const untyped = await receiveStripeWebhook(signedWebhook(eventText(future)));
  expect(await untyped.json()).toMatchObject({ receipt: "nothing to do for this type" });

  const strangers = await stripe().customers.create({ email: "someone@example.com" });
  const checkout = { type: "customer.subscription.updated", data: { object: { customer: strangers.id } } };
  const unknown = await receiveStripeWebhook(signedWebhook(eventText(checkout as Partial<Stripe.Event>)));
  expect(await unknown.json()).toMatchObject({ receipt: "the customer is not one of ours" });

  const product = await stripe().products.create({ name: "Something else" });
  const price = await stripe().prices.create({ product: product.id, currency: "usd", unit_amount: 500 });
  const session = await stripe().checkout.sessions.create({
    mode: "payment",
    customer,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
  });
  await press(session.url ?? "", "pay");
  const [completed] = (await eventsOf(customer)).slice(-1);
  expect(completed && (await deliver(completed)).receipt).toBe("the price is not one of ours");
  expect(await stateOf(user)).toEqual(before);
  expect(await rows()).toBe(recorded + 3);
});

test("a payment in another currency is refused and grants nothing", async () => {
  tried("price-integrity");
  const user = await newUser();
  await startTopUpCheckout(user.userId, "small");
  const customer = await customerOf(user.userId);
  const product = await stripe().products.create({ name: "The same in euro" });
  const price = await stripe().prices.create({
    product: product.id,
    currency: "eur",
    unit_amount: 1,
    metadata: { pgs_item: "pgs_topup_2000" },
  });
  const session = await stripe().checkout.sessions.create({
    mode: "payment",
    customer,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://127.0.0.1:9/",
  });
  await press(session.url ?? "", "pay");
  const [completed] = (await eventsOf(customer)).slice(-1);
  expect(completed && (await deliver(completed)).receipt).toMatch(/^refused: paid in eur/);
  expect((await stateOf(user)).account?.topup).toBe(0);
});

test("amounts, credits and users in an event are ignored in favor of Stripe's own records", async () => {
  tried("price-integrity");
  const user = await newUser();
  const rich = await newUser();
  await startTopUpCheckout(rich.userId, "small");
  const session = await startTopUpCheckout(user.userId, "small");
  const id = session.split("/").at(-1);
  const forged = {
    type: "checkout.session.completed",
    data: {
      object: {
        id,
        object: "checkout.session",
        mode: "payment",
        payment_status: "paid",
        status: "complete",
        amount_total: 999_999,
        client_reference_id: rich.userId,
        customer: await customerOf(rich.userId),
        metadata: { credits: "100000" },
      },
    },
  };
  const response = await receiveStripeWebhook(
    signedWebhook(eventText(forged as unknown as Partial<Stripe.Event>)),
  );
  expect(await response.json()).toMatchObject({ receipt: "refused: the session is another customer's" });
  expect((await stateOf(rich)).account?.topup).toBe(0);
});

test("a payment reported by two event types and under a second event ID grants once", async () => {
  tried("one-grant");
  const user = await newUser();
  const settle = await recordDebit(await startTopUpCheckout(user.userId, "small"));
  await press(await startSubscriptionCheckout(user.userId, "pro"), "pay");
  await settle(true);
  const events = await eventsOf(await customerOf(user.userId));
  const types = events.map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining([
      "checkout.session.completed",
      "checkout.session.async_payment_succeeded",
      "invoice.paid",
      "customer.subscription.created",
    ]),
  );
  const copies = events.map((event) => ({ ...event, id: `${event.id}_again` }));
  await Promise.all([...events, ...copies].map((event) => deliver(event)));
  const { account, ledger } = await stateOf(user);
  expect(account).toMatchObject({ monthly: 400, topup: 200 });
  expect(ledger.filter(({ reference }) => /^(invoice|checkout):/.test(reference))).toHaveLength(2);
});

test("if Stripe is unreachable, the response is 500, nothing is granted, and the same event works later", async () => {
  tried("unknown-events");
  const user = await newUser();
  await press(await startTopUpCheckout(user.userId, "small"), "pay");
  const [completed] = (await eventsOf(await customerOf(user.userId))).slice(-1);
  if (!completed) throw new Error("no event");
  const down = vi.spyOn(stripe().checkout.sessions, "retrieve").mockRejectedValue(new Error("unreachable"));
  const response = await receiveStripeWebhook(signedWebhook(JSON.stringify(completed)));
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("unreachable");
  down.mockRestore();
  expect((await stateOf(user)).account?.topup).toBe(0);
  expect(await deliver(completed)).toMatchObject({ replayed: false });
  expect((await stateOf(user)).account?.topup).toBe(100);
});

test("if the database is unreachable, the response is 500, and the same event works later", async () => {
  tried("unknown-events");
  const payload = eventText();
  const down = vi.spyOn(db(), "$queryRaw").mockRejectedValueOnce(new Error("connection refused"));
  expect((await receiveStripeWebhook(signedWebhook(payload))).status).toBe(500);
  down.mockRestore();
  expect(await (await receiveStripeWebhook(signedWebhook(payload))).json()).toMatchObject({
    replayed: false,
  });
});

test("an event about an object that Stripe does not have gets a receipt", async () => {
  tried("unknown-events");
  const user = await newUser();
  await startTopUpCheckout(user.userId, "small");
  const object = { id: "cs_test_gone", mode: "payment", customer: await customerOf(user.userId) };
  const gone = { type: "checkout.session.completed", data: { object } };
  const response = await receiveStripeWebhook(
    signedWebhook(eventText(gone as unknown as Partial<Stripe.Event>)),
  );
  expect(await response.json()).toMatchObject({ receipt: expect.stringMatching(/^Stripe does not have it/) });
});

test("a customer that was deleted in Stripe is created again at the next checkout", async () => {
  const user = await newUser();
  await startTopUpCheckout(user.userId, "small");
  const first = await customerOf(user.userId);
  await db().sandboxObject.deleteMany({ where: { id: first } });
  await press(await startTopUpCheckout(user.userId, "small"), "pay");
  const second = await customerOf(user.userId);
  expect(second).not.toBe(first);
  for (const event of await eventsOf(second)) await deliver(event);
  expect((await stateOf(user)).account?.topup).toBe(100);
});
