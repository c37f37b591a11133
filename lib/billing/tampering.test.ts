import type Stripe from "stripe";
import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { auditCredits } from "../credits/audit.ts";
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
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { rowsOf } from "../testing/trials.ts";
import { startTopUpCheckout } from "./checkout.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
await setUpCatalog(stripe());
const other = await newUser();
await startTopUpCheckout(other.userId, "large");

/** Every field of a payment event that could be mistaken for the purchase, the buyer or the payment status. */
const changes: [string, () => Record<string, unknown> | Promise<Record<string, unknown>>][] = [
  ["the amount", () => ({ amount_total: 999_999, amount_subtotal: 999_999 })],
  ["the user as reference", () => ({ client_reference_id: other.userId })],
  ["the customer", async () => ({ customer: await customerOf(other.userId) })],
  ["no amount", () => ({ amount_total: 0 })],
  ["the currency", () => ({ currency: "eur" })],
  ["the mode", () => ({ mode: "subscription", subscription: "sub_1" })],
  ["the kind of object", () => ({ object: "invoice" })],
  ["the user in its metadata", () => ({ metadata: { pgs_user: other.userId, user_id: other.userId } })],
  ["credits in its metadata", () => ({ metadata: { credits: "100000", pgs_item: "pgs_topup_2000" } })],
  [
    "the lines",
    () => ({ line_items: { data: [{ quantity: 100, price: { id: "price_1", unit_amount: 1 } }] } }),
  ],
  ["the payment", () => ({ payment_intent: "pi_somebody_elses" })],
  ["a customer of nobody", () => ({ customer: "cus_nobody" })],
  ["the mail address", () => ({ customer_email: other.email, customer_details: { email: other.email } })],
];

test.each(rowsOf(changes, changes.slice(0, 3)))(
  "an event with a forged value for %s grants the payer the paid credits or none, and nobody else any",
  async (_name, change) => {
    tried("price-integrity");
    const user = await newUser();
    await press(await startTopUpCheckout(user.userId, "small"), "pay");
    const events = await eventsOf(await customerOf(user.userId));
    const paid = events.find(({ type }) => type === "checkout.session.completed");
    if (!paid) throw new Error("no payment");
    const forged = {
      ...paid,
      id: `${paid.id}_forged`,
      data: { object: { ...paid.data.object, ...(await change()) } },
    };
    const before = await stateOf(other);
    await receiveStripeWebhook(signedWebhook(JSON.stringify(forged)));
    expect([0, 100]).toContain((await stateOf(user)).account?.topup);
    expect(await stateOf(other)).toEqual(before);
    for (const event of events) await deliver(event);
    expect((await stateOf(user)).account?.topup).toBe(100);
    expect(await stateOf(other)).toEqual(before);
  },
);

test("an unpaid checkout grants nothing, even if its event claims payment", async () => {
  const claims = [
    { payment_status: "paid" },
    { payment_status: "no_payment_required" },
    { status: "complete" },
  ];
  tried("price-integrity", claims.length);
  const user = await newUser();
  const id = (await startTopUpCheckout(user.userId, "large")).split("/").at(-1);
  const customer = await customerOf(user.userId);
  for (const [index, claim] of claims.entries()) {
    const object = {
      id,
      object: "checkout.session",
      mode: "payment",
      customer,
      amount_total: 16_000,
      ...claim,
    };
    const event = {
      id: `evt_claim_${index}`,
      object: "event",
      type: "checkout.session.completed",
      created: 1_790_000_000,
      livemode: false,
      data: { object },
    };
    await receiveStripeWebhook(signedWebhook(JSON.stringify(event as unknown as Stripe.Event)));
  }
  expect((await stateOf(user)).account?.topup).toBe(0);
  expect(await db().ledgerEntry.count({ where: { userId: user.userId, kind: "topup" } })).toBe(0);
  expect((await auditCredits()).findings).toEqual([]);
});
