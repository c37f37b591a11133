import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { getAccount } from "../accounts/state.ts";
import { defaultPlans, type PlanTier } from "../contract/billing/plans.ts";
import { advanceToNext, changeCard } from "../stripe-sandbox/calendar.ts";
import { inSandbox, requireObject } from "../stripe-sandbox/store.ts";
import { changePlan } from "../stripe-sandbox/subscriptions.ts";
import { customerOf, newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { startSubscriptionCheckout } from "./checkout.ts";
import { requirePriceId } from "./prices.ts";
import { findOpenPayment, undoScheduledChange } from "./scheduled.ts";
import { stripe } from "./stripe.ts";
import { syncSubscriptions } from "./sync.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();

async function subscribed(tier: PlanTier) {
  const { userId, email } = await newUser();
  await press(await startSubscriptionCheckout(userId, tier), "pay");
  const customerId = await customerOf(userId);
  const [subscription] = (await stripe().subscriptions.list({ customer: customerId })).data;
  const sync = () => syncSubscriptions({ userId, customerId });
  await sync();
  return { userId, email, customerId, sync, subscription: subscription?.id ?? "" };
}

async function changeTo(subscription: string, tier: PlanTier): Promise<void> {
  const id = await requirePriceId(defaultPlans[tier].lookupKey);
  await inSandbox(async (tx) => {
    const price = await requireObject(tx, "price", id);
    await changePlan(tx, await requireObject(tx, "subscription", subscription), { price });
  });
}

test("a scheduled downgrade shows the next plan, and undoing it prevents it", async () => {
  const { userId, email, customerId, sync, subscription } = await subscribed("max");
  await changeTo(subscription, "starter");
  await sync();
  expect(await getAccount(email)).toMatchObject({ tier: "max", nextTier: "starter", creditsLimit: 1_200 });
  await undoScheduledChange(userId);
  expect(await getAccount(email)).toMatchObject({ tier: "max", nextTier: null });
  await advanceToNext(customerId);
  await sync();
  expect(await getAccount(email)).toMatchObject({ tier: "max", monthly: 1_200 });
});

test("a scheduled downgrade takes effect at the renewal and is then no longer scheduled", async () => {
  const { email, customerId, sync, subscription } = await subscribed("max");
  await changeTo(subscription, "starter");
  await changeTo(subscription, "pro");
  await sync();
  expect(await getAccount(email)).toMatchObject({ tier: "max", nextTier: "pro" });
  await advanceToNext(customerId);
  await sync();
  expect(await getAccount(email)).toMatchObject({ tier: "pro", nextTier: null, monthly: 400 });
});

test("undoing a scheduled cancellation lets the plan renew", async () => {
  const { userId, email, customerId, sync, subscription } = await subscribed("pro");
  await stripe().subscriptions.update(subscription, { cancel_at_period_end: true });
  await sync();
  expect(await getAccount(email)).toMatchObject({ cancelAtPeriodEnd: true, nextTier: null });
  await undoScheduledChange(userId);
  expect(await getAccount(email)).toMatchObject({ cancelAtPeriodEnd: false });
  await advanceToNext(customerId);
  await sync();
  expect(await getAccount(email)).toMatchObject({ status: "active", monthly: 400 });
});

test("while a renewal is past due, the paid plan and credits stay, and the open payment is reported", async () => {
  const { userId, email, customerId, sync, subscription } = await subscribed("max");
  await changeTo(subscription, "starter");
  await inSandbox((tx) => changeCard(tx, customerId, "failing"));
  expect(await findOpenPayment(userId)).toBeNull();
  await advanceToNext(customerId);
  await sync();
  expect(await getAccount(email)).toMatchObject({
    status: "past_due",
    tier: "max",
    creditsLimit: 1_200,
    monthly: 1_200,
    nextTier: "starter",
  });
  expect(await findOpenPayment(userId)).toMatchObject({ amountCents: 900, currency: "usd" });
  await inSandbox((tx) => changeCard(tx, customerId, "good"));
  await sync();
  expect(await findOpenPayment(userId)).toBeNull();
  expect(await getAccount(email)).toMatchObject({
    status: "active",
    tier: "starter",
    creditsLimit: 100,
    monthly: 100,
    nextTier: null,
  });
});

test("a user without an active plan has no scheduled change to undo", async () => {
  await expect(undoScheduledChange((await newUser()).userId)).rejects.toMatchObject({ code: "not_found" });
});
