import { beforeAll, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { noticeEndingTrials } from "../account-lifecycle/trial.ts";
import { auditCredits } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { advanceToNext, changeCard } from "../stripe-sandbox/calendar.ts";
import { inSandbox } from "../stripe-sandbox/store.ts";
import { customerOf, deliver, eventsOf, newUser, press, stateOf } from "../testing/billing/life.ts";
import { playLife } from "../testing/billing/recorded.ts";
import { useDatabase } from "../testing/database.ts";
import { runsOf } from "../testing/trials.ts";
import { startSubscriptionCheckout } from "./checkout.ts";
import { reconcile, reconcileEvents } from "./reconcile.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

test("reconciliation handles all webhooks lost in an outage once, and further runs change nothing", async () => {
  tried("missed-events");
  const user = await newUser();
  const events = await playLife(user.userId, 3, async () => {});
  expect((await stateOf(user)).subscription.stripeSubscriptionId).toBeNull();
  const first = await reconcile();
  expect(first).toMatchObject({ healed: events.length, failures: 0 });
  const healed = await stateOf(user);
  expect(healed.subscription.stripeSubscriptionId).not.toBeNull();
  for (let run = 0; run < runsOf(3, 1); run += 1)
    expect(await reconcile()).toMatchObject({ healed: 0, failures: 0 });
  for (const event of events) expect(await deliver(event)).toMatchObject({ replayed: true });
  expect(await stateOf(user)).toEqual(healed);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a subscription whose events no longer exist is reconciled from the subscription itself", async () => {
  tried("missed-events");
  const user = await newUser();
  await press(await startSubscriptionCheckout(user.userId, "pro"), "pay");
  const events = await eventsOf(await customerOf(user.userId));
  await db().sandboxObject.deleteMany({ where: { id: { in: events.map(({ id }) => id) } } });
  await reconcile();
  expect((await stateOf(user)).account).toMatchObject({ status: "active", monthly: 400 });
});

test("an event that fails does not block the others, and the next run succeeds", async () => {
  tried("missed-events");
  const user = await newUser();
  await press(await startSubscriptionCheckout(user.userId, "pro"), "pay");
  const unlucky = vi.spyOn(stripe().invoices, "list").mockRejectedValueOnce(new Error("unreachable"));
  const first = await reconcile();
  unlucky.mockRestore();
  expect(first.failures).toBe(1);
  expect(first.healed).toBeGreaterThan(0);
  expect(await reconcile()).toMatchObject({ failures: 0 });
});

test("a periodic run reads events from shortly before the end of the last run without failures", async () => {
  tried("missed-events");
  const list = vi.spyOn(stripe().events, "list");
  const since = () => Number(Object(list.mock.lastCall?.[0]?.created).gte);
  const failing = vi.spyOn(stripe().invoices, "list").mockRejectedValue(new Error("unreachable"));
  const user = await newUser();
  const bought = await press(await startSubscriptionCheckout(user.userId, "pro"), "pay");
  expect(bought.status).toBe(303);
  const doneUntil = new Date(Date.now() - 3_600_000);
  await db().stripeSweep.upsert({
    where: { name: "events" },
    create: { name: "events", doneUntil },
    update: { doneUntil },
  });
  await reconcileEvents();
  const first = since();
  await reconcileEvents();
  expect(since()).toBe(first);
  failing.mockRestore();
  await reconcileEvents();
  await reconcileEvents();
  expect(since()).toBeGreaterThan(first + 3_000);
  expect(since()).toBeLessThan(Date.now() / 1000);
  list.mockRestore();
});

test("a failed payment and a trial that ends soon are each mailed once", async () => {
  const user = await newUser();
  await press(await startSubscriptionCheckout(user.userId, "pro"), "pay");
  const customer = await customerOf(user.userId);
  await inSandbox((tx) => changeCard(tx, customer, "failing"));
  await advanceToNext(customer);
  for (const event of [...(await eventsOf(customer)), ...(await eventsOf(customer))]) await deliver(event);
  expect((await stateOf(user)).mails.map(({ reference }) => reference.split(":")[0])).toEqual([
    "payment-failed",
    "receipt",
  ]);

  const newcomer = await newUser();
  const sixDays = new Date(Date.now() + 6 * 24 * 60 * 60 * 1000);
  await noticeEndingTrials();
  expect((await stateOf(newcomer)).mails).toEqual([]);
  await noticeEndingTrials(sixDays);
  await noticeEndingTrials(sixDays);
  expect((await stateOf(newcomer)).mails).toEqual([{ reference: `trial-ending:${newcomer.userId}` }]);
});
