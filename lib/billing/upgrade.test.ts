import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { getAccount } from "../accounts/state.ts";
import { defaultPlans, planTiers } from "../contract/billing/plans.ts";
import { db } from "../db/index.ts";
import { changeCard } from "../stripe-sandbox/calendar.ts";
import { inSandbox, requireObject, saveObject } from "../stripe-sandbox/store.ts";
import { customerOf, newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { restartWithSecrets } from "../testing/secrets.ts";
import { runsOf } from "../testing/trials.ts";
import { startSubscriptionCheckout } from "./checkout.ts";
import { undoScheduledChange } from "./scheduled.ts";
import { stripe } from "./stripe.ts";
import { syncSubscriptions } from "./sync.ts";
import { confirmUpgrade, offerUpgrade } from "./upgrade.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();
beforeEach(async () => void (await db().sandboxDelivery.deleteMany()));

async function subscribed(tier: (typeof planTiers)[number]) {
  const user = await newUser();
  await press(await startSubscriptionCheckout(user.userId, tier), "pay");
  const customerId = await customerOf(user.userId);
  await syncSubscriptions({ userId: user.userId, customerId });
  return { ...user, customerId };
}

/** Moves the customer's clock forward within the current period. */
async function wait(customerId: string, seconds: number): Promise<void> {
  await inSandbox(async (tx) => {
    await saveObject(tx, { ...(await requireObject(tx, "customer", customerId)), clock_ahead: seconds });
  });
}

async function offer(userId: string, tier: (typeof planTiers)[number]) {
  const found = await offerUpgrade(userId, tier);
  if (!found) throw new Error("no offer");
  return found;
}

async function charges(customer: string): Promise<number[]> {
  const { data } = await stripe().charges.list({ customer, limit: 100 });
  return data.map(({ amount, paid }) => (paid ? amount : -amount));
}

const upgrades = planTiers.flatMap((from, index) => planTiers.slice(index + 1).map((to) => ({ from, to })));

test("an upgrade charges exactly the amount of its offer at any time of the period", async () => {
  const periodSeconds = 28 * 24 * 60 * 60;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...upgrades),
      fc.integer({ min: 0, max: periodSeconds - 2_000 }),
      fc.integer({ min: 0, max: 800 }),
      async ({ from, to }, asked, thought) => {
        const { userId, email, customerId } = await subscribed(from);
        await wait(customerId, asked);
        const offered = await offer(userId, to);
        await wait(customerId, asked + thought);
        expect(await confirmUpgrade(userId, offered.token)).toBe("done");
        expect(await charges(customerId)).toEqual([offered.todayCents, defaultPlans[from].priceCents]);
        expect(offered.nextCents).toBe(defaultPlans[to].priceCents);
        expect(await getAccount(email)).toMatchObject({ tier: to, monthly: defaultPlans[to].monthlyCredits });
        expect((await getAccount(email))?.periodEndsAt).toEqual(offered.nextAt);
      },
    ),
    { numRuns: runsOf(12, 2) },
  );
});

test("an offer can be confirmed once, only by its user, unaltered and before it expires", async () => {
  const { userId, customerId } = await subscribed("starter");
  const stranger = await subscribed("starter");
  const { token } = await offer(userId, "pro");
  const [text = "", signature = ""] = token.split(".");
  const terms = JSON.parse(Buffer.from(text, "base64url").toString());
  const later = { ...terms, prorationDate: terms.prorationDate + 1_000_000 };
  const forged = `${Buffer.from(JSON.stringify(later)).toString("base64url")}.${signature}`;
  for (const [who, what] of [
    [stranger.userId, token],
    [userId, forged],
    [userId, ""],
    [userId, "a.b"],
  ] as const) {
    await expect(confirmUpgrade(who, what)).rejects.toMatchObject({ code: "invalid_params" });
  }
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
  await expect(confirmUpgrade(userId, token)).rejects.toMatchObject({ code: "invalid_params" });
  vi.useRealTimers();
  expect(await charges(customerId)).toHaveLength(1);
  await confirmUpgrade(userId, token);
  await confirmUpgrade(userId, token);
  expect(await charges(customerId)).toHaveLength(2);
});

test("an offer made before a rotation of AUTH_SECRET can be confirmed after it, and is charged once", async () => {
  const { userId, customerId } = await subscribed("starter");
  const before = "the secret before the change of it";
  restartWithSecrets({ current: before });
  const { token } = await offer(userId, "pro");
  expect(await confirmUpgrade(userId, token)).toBe("done");
  const { token: unused } = await offer(userId, "max");
  restartWithSecrets({ current: "the secret after the change of it", previous: before });
  expect(await confirmUpgrade(userId, token)).toBe("done");
  expect(await charges(customerId)).toHaveLength(2);
  expect(await confirmUpgrade(userId, unused)).toBe("done");
  expect(await charges(customerId)).toHaveLength(3);
  restartWithSecrets({ current: "a secret of somebody else, at last" });
  await expect(confirmUpgrade(userId, unused)).rejects.toMatchObject({ code: "invalid_params" });
  restartWithSecrets({});
});

test("a declined card is not charged and leaves the plan unchanged", async () => {
  const { userId, email, customerId } = await subscribed("starter");
  await inSandbox((tx) => changeCard(tx, customerId, "failing"));
  const { token } = await offer(userId, "max");
  expect(await confirmUpgrade(userId, token)).toBe("declined");
  expect(await charges(customerId)).toEqual([900]);
  expect(await getAccount(email)).toMatchObject({ tier: "starter", monthly: 100 });
});

test("a declined offer remains declined with another card, which pays for a new offer", async () => {
  const { userId, customerId } = await subscribed("starter");
  await inSandbox((tx) => changeCard(tx, customerId, "failing"));
  const { token: declined } = await offer(userId, "max");
  expect(await confirmUpgrade(userId, declined)).toBe("declined");
  await inSandbox((tx) => changeCard(tx, customerId, "good"));
  expect(await confirmUpgrade(userId, declined)).toBe("declined");
  expect(await charges(customerId)).toHaveLength(1);
  expect(await confirmUpgrade(userId, (await offer(userId, "max")).token)).toBe("done");
  expect(await charges(customerId)).toHaveLength(2);
});

test("no upgrade is offered without a plan, to the same or a smaller plan, or before a scheduled end", async () => {
  expect(await offerUpgrade((await newUser()).userId, "max")).toBeNull();
  const { userId, customerId } = await subscribed("pro");
  expect(await offerUpgrade(userId, "pro")).toBeNull();
  expect(await offerUpgrade(userId, "starter")).toBeNull();
  const [subscription] = (await stripe().subscriptions.list({ customer: customerId })).data;
  await stripe().subscriptions.update(subscription?.id ?? "", { cancel_at_period_end: true });
  expect(await offerUpgrade(userId, "max")).toBeNull();
  await undoScheduledChange(userId);
  expect(await offerUpgrade(userId, "max")).not.toBeNull();
});
