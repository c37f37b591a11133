import { beforeAll, expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { getAccount } from "../accounts/state.ts";
import type { TopUpSize } from "../contract/billing/plans.ts";
import { auditCredits } from "../credits/audit.ts";
import { moveCredits } from "../credits/move.ts";
import { db, sql } from "../db/index.ts";
import { customerOf, deliver, eventsOf, newUser, press, stateOf } from "../testing/billing/life.ts";
import { recordDebit, recordDispute } from "../testing/billing/recorded.ts";
import { useDatabase } from "../testing/database.ts";
import { startTopUpCheckout } from "./checkout.ts";
import { sharesOfReversals } from "./derive.ts";
import { setUpCatalog } from "./setup.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

everyTestTries("take-backs");

await useDatabase();
beforeAll(() => setUpCatalog(stripe()));

async function deliverAll(userId: string, times = 1): Promise<void> {
  const events = await eventsOf(await customerOf(userId));
  for (let time = 0; time < times; time += 1) for (const event of events) await deliver(event);
}

async function buy(size: TopUpSize) {
  const user = await newUser();
  await press(await startTopUpCheckout(user.userId, size), "pay");
  await deliverAll(user.userId);
  const [charge] = (await stripe().charges.list({ customer: await customerOf(user.userId) })).data;
  const topup = async () => (await getAccount(user.email))?.topup;
  return { ...user, charge: charge?.id ?? "", topup };
}

async function shortfalls(userId: string): Promise<number> {
  const [row] = await db().$queryRaw<{ sum: number }[]>(sql`
    SELECT COALESCE(sum(shortfall), 0)::int AS sum FROM ledger_entry WHERE user_id = ${userId}`);
  return row?.sum ?? 0;
}

async function spendTopUp(userId: string, credits: number): Promise<void> {
  const reference = `spent:${userId}:${credits}`;
  await moveCredits({ userId, kind: "adjustment", reference, topup: { add: -credits } });
}

test("three partial refunds each deduct their share once, and together exactly all credits", async () => {
  const { userId, charge, topup } = await buy("small");
  for (const [amount, left] of [
    [400, 67],
    [400, 33],
    [400, 0],
  ] as const) {
    await stripe().refunds.create({ charge, amount });
    await deliverAll(userId, 3);
    expect(await topup()).toBe(left);
  }
  expect(await shortfalls(userId)).toBe(0);
});

test("a refund of spent credits stops at zero and records the shortfall", async () => {
  const { userId, charge, topup } = await buy("medium");
  await spendTopUp(userId, 470);
  await stripe().refunds.create({ charge });
  await deliverAll(userId, 2);
  expect(await topup()).toBe(0);
  expect(await shortfalls(userId)).toBe(470);
});

test("a dispute deducts the credits; winning it returns the deducted ones, losing it none", async () => {
  const won = await buy("medium");
  await spendTopUp(won.userId, 100);
  await recordDispute(won.charge, "needs_response");
  await deliverAll(won.userId, 2);
  expect(await won.topup()).toBe(0);
  await recordDispute(won.charge, "won");
  await deliverAll(won.userId, 2);
  expect(await won.topup()).toBe(400);

  const lost = await buy("small");
  await recordDispute(lost.charge, "needs_response");
  await deliverAll(lost.userId);
  await recordDispute(lost.charge, "lost");
  await deliverAll(lost.userId, 2);
  expect(await lost.topup()).toBe(0);
});

test("a refund event delivered before the payment event leaves no credits", async () => {
  const user = await newUser();
  await press(await startTopUpCheckout(user.userId, "small"), "pay");
  const customer = await customerOf(user.userId);
  const [charge] = (await stripe().charges.list({ customer })).data;
  await stripe().refunds.create({ charge: charge?.id ?? "" });
  for (const event of (await eventsOf(customer)).reverse()) await deliver(event);
  const { account, ledger } = await stateOf(user);
  expect(account?.topup).toBe(0);
  expect(
    ledger
      .map(({ kind }) => kind)
      .filter((kind) => kind !== "allowance")
      .sort(),
  ).toEqual(["reversal", "topup"]);
});

test("a bank debit grants credits when it settles, and none when it fails", async () => {
  const user = await newUser();
  const topup = async () => (await getAccount(user.email))?.topup;
  const settle = await recordDebit(await startTopUpCheckout(user.userId, "small"));
  await deliverAll(user.userId);
  expect(await topup()).toBe(0);
  await settle(true);
  await deliverAll(user.userId, 2);
  expect(await topup()).toBe(100);
  await (await recordDebit(await startTopUpCheckout(user.userId, "small")))(false);
  await deliverAll(user.userId, 2);
  expect(await topup()).toBe(100);
  expect((await stateOf(user)).mails.map(({ reference }) => reference.split(":")[0])).toEqual([
    "payment-failed",
    "receipt",
  ]);
});

test("shares of reversals ignore undone ones and never exceed the whole", () => {
  const reversal = (id: string, amountCents: number, undone = false) =>
    ({ id, kind: "refund", amountCents, createdAt: 0, undone }) as const;
  const credits = (reversals: ReturnType<typeof reversal>[]) =>
    sharesOfReversals({ credits: 100, amountCents: 1_000, reversals }).map((entry) => entry.credits);
  expect(credits([reversal("a", 333), reversal("b", 333), reversal("c", 334)])).toEqual([33, 34, 33]);
  expect(credits([reversal("a", 1_000, true), reversal("b", 1_000)])).toEqual([100, 100]);
  expect(credits([reversal("a", 1_000), reversal("b", 1_000)])).toEqual([100, 0]);
  expect(sharesOfReversals({ credits: 100, amountCents: 0, reversals: [reversal("a", 0)] })[0]?.credits).toBe(
    0,
  );
});

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
