import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { endTrials, noticeEndingTrials } from "../account-lifecycle/trial.ts";
import { auditCredits } from "../credits/audit.ts";
import { db } from "../db/index.ts";
import { makeAccount } from "../testing/accounts.ts";
import { api } from "../testing/api.ts";
import { useDatabase } from "../testing/database.ts";
import { getAccount, requireAccount } from "./state.ts";

await useDatabase();

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const works = { status: "trialing", creditsLimit: 400, monthly: 60 };
const ended = { status: "canceled", creditsLimit: 0, monthly: 0 };

/** The account state as seen by each part of the service. */
async function everyAnswer(userId: string, key: string) {
  const { body } = await api("credits", { key });
  const { email, ...account } = await requireAccount(userId);
  const shown = (from: { status: string; creditsLimit: number; monthly: number }) => ({
    status: from.status,
    creditsLimit: from.creditsLimit,
    monthly: from.monthly,
  });
  return [
    { status: body.status, creditsLimit: body.credits_limit, monthly: body.monthly_remaining },
    shown(account),
    shown((await getAccount(email)) ?? { status: "", creditsLimit: -1, monthly: -1 }),
  ];
}

test.each([
  ["a card-free trial that runs", { trialEndsAt: inHours(1) }, works, works],
  ["a card-free trial past its end", { trialEndsAt: inHours(-1) }, ended, ended],
  ["a trial that the operator gave without an end", { trialEndsAt: null }, works, works],
  [
    "a subscription of Stripe's on trial",
    { trialEndsAt: inHours(-1), stripeSubscriptionId: "sub_trial" },
    works,
    works,
  ],
  [
    "a running subscription of somebody who had a trial",
    { trialEndsAt: inHours(-1), stripeSubscriptionId: "sub_paid", status: "active" as const },
    { ...works, status: "active" },
    { ...works, status: "active" },
  ],
])(
  "all parts of the service report the same state for %s, before and after the sweep",
  async (_, data, before, after) => {
    tried("sign-up");
    const { userId, key } = await makeAccount({ status: "trialing", monthly: 60, topup: 5 });
    await db().subscription.update({ where: { userId }, data });
    for (const answer of await everyAnswer(userId, key)) expect(answer).toEqual(before);
    await endTrials();
    for (const answer of await everyAnswer(userId, key)) expect(answer).toEqual(after);
    const row = await db().subscription.findUniqueOrThrow({ where: { userId } });
    expect(row).toMatchObject({ status: after.status, creditsLimit: after.creditsLimit });
    expect((await auditCredits()).findings).toEqual([]);
  },
);

test("concurrent sweeps end a trial once, and only running trials get the mail that they end soon", async () => {
  tried("sign-up");
  const { userId } = await makeAccount({ status: "trialing", monthly: 60 });
  await db().subscription.update({ where: { userId }, data: { trialEndsAt: inHours(-1) } });
  await Promise.all([endTrials(), endTrials(), endTrials()]);
  expect(await db().ledgerEntry.count({ where: { reference: `trial-end:${userId}` } })).toBe(1);
  expect(await db().outgoingMail.count()).toBe(0);
  const { userId: other } = await makeAccount({ status: "trialing" });
  await db().subscription.update({ where: { userId: other }, data: { trialEndsAt: inHours(5) } });
  expect(await noticeEndingTrials()).toBeGreaterThan(0);
  expect(await db().outgoingMail.count({ where: { reference: `trial-ending:${other}` } })).toBe(1);
  expect(await db().outgoingMail.count({ where: { reference: `trial-ending:${userId}` } })).toBe(0);
});
