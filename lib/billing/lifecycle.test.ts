import { createServer } from "node:http";
import { afterAll, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { getAccount } from "../accounts/state.ts";
import { auditCredits } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { receiveStripeWebhook } from "../http/stripe-webhook.ts";
import { advanceToNext } from "../stripe-sandbox/calendar.ts";
import { listObjects } from "../stripe-sandbox/store.ts";
import { customerOf, newUser, press } from "../testing/billing/life.ts";
import { listener } from "../testing/billing/serve.ts";
import { finishOne } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { refreshCheckout, startSubscriptionCheckout, startTopUpCheckout } from "./checkout.ts";
import { listReceipts } from "./payment-receipts.ts";
import { openPortal } from "./portal.ts";
import { stripe } from "./stripe.ts";

const server = createServer(listener(receiveStripeWebhook));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
useEnvironment({ BASE_URL: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}` });
afterAll(() => void server.close());
await useDatabase();

async function account(email: string) {
  const found = await getAccount(email);
  if (!found) throw new Error("no account");
  const { tier, status, creditsLimit, monthly, topup } = found;
  return { tier, status, creditsLimit, monthly, topup };
}

async function subscriptionFields(userId: string, lookupKey: string) {
  const customer = await customerOf(userId);
  const [subscription] = (await stripe().subscriptions.list({ customer })).data;
  const [price] = (await stripe().prices.list({ lookup_keys: [lookupKey] })).data;
  return { subscription: subscription?.id ?? "", price: price?.id ?? "" };
}

test("an account goes through trial, subscription, top-up, renewal, failure, recovery, plan changes and end", async () => {
  const { userId, email } = await newUser();
  expect(await account(email)).toEqual({
    tier: "starter",
    status: "trialing",
    creditsLimit: 100,
    monthly: 100,
    topup: 0,
  });

  const checkout = await startSubscriptionCheckout(userId, "pro");
  const declined = await press(checkout, "decline");
  expect(declined.status).toBe(402);
  expect(await declined.json()).toMatchObject({ kind: "checkout", wasDeclined: true });
  expect((await account(email)).status).toBe("trialing");
  const paid = await press(checkout, "pay");
  expect(paid.status).toBe(303);
  expect(paid.headers.get("location")).toMatch(/\/billing\?checkout=cs_test_/);
  expect(await account(email)).toEqual({
    tier: "pro",
    status: "active",
    creditsLimit: 400,
    monthly: 400,
    topup: 100,
  });

  await press(await startTopUpCheckout(userId, "small"), "pay");
  expect(await account(email)).toMatchObject({ monthly: 400, topup: 200 });
  await finishOne(userId, 530);
  expect(await account(email)).toMatchObject({ monthly: 0, topup: 70 });

  const portal = await openPortal(userId);
  await press(portal, "advance");
  expect(await account(email)).toMatchObject({ status: "active", monthly: 400, topup: 70 });
  await press(portal, "card", { kind: "failing" });
  await press(portal, "advance");
  expect(await account(email)).toMatchObject({ status: "past_due", monthly: 400, topup: 70 });
  await finishOne(userId, 50);
  await press(portal, "card", { kind: "good" });
  expect(await account(email)).toMatchObject({ status: "active", monthly: 400, topup: 70 });

  await finishOne(userId, 100);
  await press(portal, "plan", await subscriptionFields(userId, "pgs_max_monthly"));
  expect(await account(email)).toEqual({
    tier: "max",
    status: "active",
    creditsLimit: 1200,
    monthly: 1100,
    topup: 70,
  });
  await press(portal, "plan", await subscriptionFields(userId, "pgs_starter_monthly"));
  expect(await account(email)).toMatchObject({ tier: "max", monthly: 1100 });
  await press(portal, "advance");
  expect(await account(email)).toEqual({
    tier: "starter",
    status: "active",
    creditsLimit: 100,
    monthly: 100,
    topup: 70,
  });

  await press(portal, "cancel", await subscriptionFields(userId, "pgs_starter_monthly"));
  expect(await account(email)).toMatchObject({ status: "active", monthly: 100 });
  await press(portal, "advance");
  expect(await account(email)).toEqual({
    tier: "starter",
    status: "canceled",
    creditsLimit: 0,
    monthly: 0,
    topup: 70,
  });

  const receipts = await listReceipts(userId);
  expect(receipts.filter(({ status }) => status === "paid")).toHaveLength(6);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a payment that keeps failing ends the subscription after its retries", async () => {
  const { userId, email } = await newUser();
  await press(await startSubscriptionCheckout(userId, "starter"), "pay");
  const portal = await openPortal(userId);
  await press(portal, "card", { kind: "failing" });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await press(portal, "advance");
    expect((await account(email)).status).toBe("past_due");
  }
  await press(portal, "advance");
  expect(await account(email)).toMatchObject({ status: "canceled", monthly: 0 });
  expect(await advanceToNext(await customerOf(userId))).toBeNull();
});

test("the success page and the webhook together grant credits once, and only the buyer can use the page", async () => {
  const { userId, email } = await newUser();
  const url = await startTopUpCheckout(userId, "medium");
  const paid = await press(url, "pay");
  const id = new URL(paid.headers.get("location") ?? "").searchParams.get("checkout") ?? "";
  await refreshCheckout(userId, id);
  await refreshCheckout(userId, id);
  expect((await account(email)).topup).toBe(500);
  const stranger = await newUser();
  await expect(refreshCheckout(stranger.userId, id)).rejects.toMatchObject({ code: "not_found" });
});

test("leaving a checkout changes nothing and returns to the billing page", async () => {
  const { userId, email } = await newUser();
  const left = await press(await startTopUpCheckout(userId, "small"), "leave");
  expect(left.headers.get("location")).toMatch(/\/billing\?checkout=left$/);
  expect(await account(email)).toMatchObject({ status: "trialing", topup: 0 });
});

test("a user with an active subscription is sent to the portal and cannot buy a second one", async () => {
  const { userId } = await newUser();
  const first = await startSubscriptionCheckout(userId, "starter");
  const second = await startSubscriptionCheckout(userId, "pro");
  expect((await press(first, "pay")).status).toBe(400);
  await press(second, "pay");
  expect(await startSubscriptionCheckout(userId, "max")).toContain("/embedded/stripe/portal/");
});

test("concurrent checkouts of one user create one customer", async () => {
  const { userId } = await newUser();
  await Promise.all([1, 2, 3, 4].map(() => startTopUpCheckout(userId, "small")));
  const data = await listObjects(db(), "customer");
  expect(data.filter(({ metadata }) => metadata.pgs_user_id === userId)).toHaveLength(1);
});
