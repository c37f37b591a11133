import { expect, test } from "vitest";
import { getAccount } from "../accounts/state.ts";
import { adjustCredits } from "../credits/adjust.ts";
import { db } from "../db/index.ts";
import { useDatabase } from "../testing/database.ts";
import { useEnvironment } from "../testing/environment.ts";
import { renewAllowances } from "./allowance.ts";
import { createUser, setSubscription } from "./open.ts";
import { startTrial } from "./trial.ts";

useEnvironment({ BILLING: "off", MONTHLY_CREDITS: "250" });
await useDatabase();

async function open(email: string): Promise<string> {
  const userId = await createUser(email, "A");
  await db().$transaction((tx) => startTrial(userId, tx));
  return userId;
}

const nextMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 0, 5));
};

test("without billing a new account is active with MONTHLY_CREDITS, once, and without a trial", async () => {
  const userId = await open("new@example.com");
  await db().$transaction((tx) => startTrial(userId, tx));
  expect(await getAccount("new@example.com")).toMatchObject({
    status: "active",
    creditsLimit: 250,
    monthly: 250,
    trialDaysLeft: null,
  });
  expect(await db().ledgerEntry.count({ where: { userId } })).toBe(1);
});

test("a month begins with the allowance once, however many processes renew it, and never in the first month", async () => {
  const userId = await open("monthly@example.com");
  await adjustCredits({ userId, kind: "adjustment", monthly: -200, note: "spent" });
  expect(await renewAllowances()).toBe(0);
  await Promise.all([1, 2, 3].map(() => renewAllowances(nextMonth())));
  expect(await getAccount("monthly@example.com")).toMatchObject({ monthly: 250 });
  expect(await db().ledgerEntry.count({ where: { userId, kind: "allowance" } })).toBe(2);
});

test("an account that the operator canceled gets no allowance, and one with another limit gets that", async () => {
  const canceled = await open("canceled@example.com");
  await setSubscription(canceled, { tier: "starter", status: "canceled", creditsLimit: 0 }, "test:canceled");
  const larger = await open("larger@example.com");
  await setSubscription(larger, { tier: "starter", status: "active", creditsLimit: 900 }, "test:larger");
  await db().$transaction((tx) => startTrial(canceled, tx));
  await renewAllowances(nextMonth());
  expect(await getAccount("canceled@example.com")).toMatchObject({ status: "canceled", monthly: 0 });
  expect(await getAccount("larger@example.com")).toMatchObject({ creditsLimit: 900, monthly: 900 });
});
