import { beforeAll, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { endTrials } from "../account-lifecycle/trial.ts";
import { auditCredits } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { customerOf, deliver, eventsOf, newUser, press } from "../testing/billing/life.ts";
import { chargeOne, finishOne, onePhoto } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { applyChanges, readAccount } from "./apply.ts";
import { startSubscriptionCheckout } from "./checkout.ts";
import { deriveSubscription } from "./derive.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";
import { moveTrialCredits } from "./trial-credits.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

const noReceipt = {
  number: "1",
  paymentIntent: null,
  lines: [],
  taxCents: 0,
  includedTaxCents: 0,
  currency: "usd",
};

const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });

/** Pays for a plan at Stripe, without delivering the events to the service. */
async function pay(userId: string) {
  await press(await startSubscriptionCheckout(userId, "pro"), "pay");
  return eventsOf(await customerOf(userId));
}

test("the first paid invoice turns unspent trial credits into top-up credits once", async () => {
  tried("one-grant");
  const { userId } = await newUser();
  await finishOne(userId, 30);
  const events = await pay(userId);
  const copies = events.map((event) => ({ ...event, id: `${event.id}_again` }));
  await Promise.all([...events, ...copies].map((event) => deliver(event)));
  expect(await balanceOf(userId)).toEqual({ monthly: 400, topup: 70 });
  for (const event of events.toReversed()) await deliver({ ...event, id: `${event.id}_later` });
  expect(await balanceOf(userId)).toEqual({ monthly: 400, topup: 70 });
  expect(await db().ledgerEntry.count({ where: { reference: `trial-kept:${userId}` } })).toBe(1);
  // A later period keeps nothing, even if it was paid during the trial.
  const again = await db().$transaction((tx) => moveTrialCredits(tx, { userId, paidAt: new Date() }));
  expect(again).toBe(0);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a payment before the trial's end preserves its credits, even if its events arrive after the end", async () => {
  const { userId } = await newUser();
  await finishOne(userId, 30);
  const events = await pay(userId);
  const paidAt = new Date();
  await db().subscription.update({
    where: { userId },
    data: { trialEndsAt: new Date(paidAt.getTime() + 1) },
  });
  await vi.waitUntil(() => Date.now() > paidAt.getTime() + 1);
  await endTrials();
  expect((await balanceOf(userId)).monthly).toBe(0);
  for (const event of events) await deliver(event);
  expect(await balanceOf(userId)).toEqual({ monthly: 400, topup: 70 });
  expect((await auditCredits()).findings).toEqual([]);
});

test("a payment after the trial's end preserves no trial credits", async () => {
  const { userId } = await newUser();
  await db().subscription.update({ where: { userId }, data: { trialEndsAt: new Date(Date.now() - 60_000) } });
  for (const event of await pay(userId)) await deliver(event);
  expect(await balanceOf(userId)).toEqual({ monthly: 400, topup: 0 });
});

test("trial credits are not preserved by an invoice over zero, nor by a payment after one", async () => {
  tried("one-grant");
  const { userId } = await newUser();
  const paidAt = Math.floor(Date.now() / 1000);
  const subscription = {
    id: `sub_${userId}`,
    stripeStatus: "active",
    tier: "pro" as const,
    createdAt: paidAt,
    trialEndsAt: null,
    endedAt: null,
    cancelAtPeriodEnd: false,
    scheduledTier: null,
    failedInvoice: null,
  };
  const invoiceOf = (month: number, totalCents: number) => ({
    id: `in_${month}_${userId}`,
    subscriptionId: subscription.id,
    paidAt,
    lines: [{ tier: "pro" as const, periodEndsAt: month, proration: false, amountCents: totalCents }],
    receipt: totalCents === 0 ? null : { ...noReceipt, paidAt, totalCents },
  });
  const hear = async (invoices: ReturnType<typeof invoiceOf>[]) => {
    const account = await readAccount(userId);
    const subscriptions = [{ ...subscription, periodEndsAt: invoices.length }];
    await applyChanges(account, deriveSubscription({ subscriptions, invoices }, account, null), null);
  };
  await hear([invoiceOf(1, 0)]);
  expect(await balanceOf(userId)).toEqual({ monthly: 400, topup: 0 });
  await hear([invoiceOf(2, 2_900), invoiceOf(1, 0)]);
  expect(await balanceOf(userId)).toEqual({ monthly: 400, topup: 0 });
  expect((await auditCredits()).findings).toEqual([]);
});

test("credits spent while trial credits become top-up credits are neither lost nor doubled", async () => {
  tried("conservation");
  const { userId } = await newUser();
  const spending = Array.from({ length: 12 }, () => chargeOne(onePhoto(userId), 1));
  const keeping = Array.from({ length: 3 }, () =>
    db().$transaction((tx) => moveTrialCredits(tx, { userId, paidAt: new Date() })),
  );
  await Promise.all([...spending, ...keeping]);
  const { monthly, topup } = await balanceOf(userId);
  expect(monthly + topup).toBe(88);
  expect((await auditCredits()).findings).toEqual([]);
});
