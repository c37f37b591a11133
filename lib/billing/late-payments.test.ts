import type Stripe from "stripe";
import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { auditCredits } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { customerOf, deliver, eventsOf, newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { startSubscriptionCheckout, startTopUpCheckout } from "./checkout.ts";
import { reconcile } from "./reconcile.ts";
import { stripe } from "./stripe.ts";

everyTestTries("late-payments");

await useDatabase();

/** An account deleted while one of its checkout pages is still open, as if expiring the page had failed. */
async function deletedWith(start: (userId: string) => Promise<string>) {
  const { userId } = await newUser();
  await press(await startTopUpCheckout(userId, "small"), "pay");
  const customer = await customerOf(userId);
  for (const event of await eventsOf(customer)) await deliver(event);
  const page = await start(userId);
  // Stripe's times are in whole seconds: the earlier payment must not fall into the second of the deletion.
  await db().$executeRaw`
    UPDATE sandbox_object SET created = created - 60 WHERE type = 'charge' AND customer = ${customer}`;
  await db().closedAccount.create({ data: { userId, stripeCustomerId: customer } });
  await db().$executeRaw`
    INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
    SELECT user_id, 'expiry', -monthly, -topup, 0, 0, 'account-closed:' || user_id FROM balance WHERE user_id = ${userId}`;
  await db().user.delete({ where: { id: userId } });
  const known = new Set((await eventsOf(customer)).map(({ id }) => id));
  expect((await press(page, "pay")).status).toBe(303);
  const late = (await eventsOf(customer)).filter(({ id }) => !known.has(id));
  return { customer, late };
}

async function moneyOf(customer: string) {
  const charges = (await stripe().charges.list({ customer, limit: 100 })).data;
  const subscriptions = (await stripe().subscriptions.list({ customer, status: "all" })).data;
  const refunds = await Promise.all(
    charges.map(async ({ id }) => (await stripe().refunds.list({ charge: id })).data.length),
  );
  return {
    // Newest first: the payment after the deletion, then the one before.
    refunded: charges.map((charge: Stripe.Charge) => charge.amount_refunded),
    refunds,
    subscriptions: subscriptions.map(({ status }) => status),
  };
}

test("a subscription paid after account deletion is canceled and refunded once, and the receipt reports it", async () => {
  const { customer, late } = await deletedWith((userId) => startSubscriptionCheckout(userId, "pro"));
  const receipts = await Promise.all(late.map(deliver));
  const text = receipts.map(({ receipt }) => receipt).join("\n");
  expect(text).toMatch(/the account is closed; sub_\w+ cancelled/);
  expect(text).toMatch(/ch_\w+ refunded/);
  const settled = { refunded: [2900, 0], refunds: [1, 0], subscriptions: ["canceled"] };
  expect(await moneyOf(customer)).toEqual(settled);
  for (const event of [...late, ...(await eventsOf(customer))]) await deliver(event);
  expect(await moneyOf(customer)).toEqual(settled);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a top-up paid after account deletion is refunded once", async () => {
  const { customer, late } = await deletedWith((userId) => startTopUpCheckout(userId, "medium"));
  await Promise.all([...late, ...late].map(deliver));
  expect(await moneyOf(customer)).toEqual({ refunded: [5000, 0], refunds: [1, 0], subscriptions: [] });
});

test("reconciliation refunds a late payment that no webhook reported", async () => {
  const { customer } = await deletedWith((userId) => startSubscriptionCheckout(userId, "pro"));
  expect((await reconcile()).failures).toBe(0);
  expect(await moneyOf(customer)).toEqual({
    refunded: [2900, 0],
    refunds: [1, 0],
    subscriptions: ["canceled"],
  });
});

test("customers of another service in the same Stripe account are not touched", async () => {
  const { userId } = await newUser();
  await press(await startSubscriptionCheckout(userId, "pro"), "pay");
  const customer = await customerOf(userId);
  // Without a record that the account was ours, its customer may belong to another installation.
  await db().subscription.update({ where: { userId }, data: { stripeCustomerId: null } });
  await db().$executeRaw`ALTER TABLE ledger_entry DISABLE TRIGGER ledger_entry_immutable`;
  await db().ledgerEntry.deleteMany({ where: { userId } });
  await db().$executeRaw`ALTER TABLE ledger_entry ENABLE TRIGGER ledger_entry_immutable`;
  await db().user.delete({ where: { id: userId } });
  for (const event of await eventsOf(customer)) {
    expect((await deliver(event)).receipt).toBe("the customer is not one of ours");
  }
  expect(await moneyOf(customer)).toEqual({ refunded: [0], refunds: [0], subscriptions: ["active"] });
});
