import { expect, test } from "vitest";
import { db } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { makeAccount } from "../testing/accounts.ts";
import { finishOne, startOne } from "../testing/credits/charge-one.ts";
import { useDatabase } from "../testing/database.ts";
import { pick, seededRandom } from "../testing/random.ts";
import { auditCredits } from "./audit.ts";
import { moveCredits } from "./move.ts";
import { refundFinished } from "./refunds.ts";
import { refundCharge } from "./resolve.ts";
import { readUsage } from "./usage.ts";

await useDatabase();

const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });

test("one of many concurrent refunds of a finished photo succeeds, into its buckets, and the result stays", async () => {
  const { userId } = await makeAccount({ monthly: 3, topup: 10 });
  const id = await finishOne(userId, 5);
  expect(await balanceOf(userId)).toEqual({ monthly: 0, topup: 8 });
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, () => refundFinished(id, "came out grey")),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await balanceOf(userId)).toEqual({ monthly: 3, topup: 10 });
  const row = await db().generation.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({
    status: "succeeded",
    resultRef: "https://example.com/a.jpg",
    refundedAt: expect.any(Date),
  });
  const [event, ...more] = await db().auditEvent.findMany({
    where: { accountId: userId, action: "work.refunded" },
  });
  expect(more).toEqual([]);
  expect(JSON.parse(event?.details ?? "{}")).toMatchObject({
    after: { monthly: 3, topup: 2, note: "came out grey" },
  });
  expect((await readUsage(userId, 1)).credits).toBe(0);
  expect((await auditCredits()).findings).toEqual([]);
});

test("free, unfinished, failed and unknown work, and credits of a past period, cannot be refunded", async () => {
  const { userId } = await makeAccount({ monthly: 20, topup: 0 });
  const open = await startOne(userId, 1);
  const failed = await startOne(userId, 1);
  await refundCharge(failed, "generation_failed");
  const free = await finishOne(userId, 0);
  const old = await finishOne(userId, 4);
  await moveCredits({ userId, kind: "allowance", reference: newId("row"), monthly: { set: 20 } });
  const before = await balanceOf(userId);
  for (const id of [open, failed, free, newId("gen")]) {
    await expect(refundFinished(id, "x")).rejects.toMatchObject({ reason: "work_not_refundable" });
  }
  await expect(refundFinished(old, "x")).rejects.toMatchObject({ reason: "work_of_past_period" });
  expect(await balanceOf(userId)).toEqual(before);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a refund returns the credits to the limit of its key", async () => {
  const { userId, keyId } = await makeAccount({ monthly: 20 });
  await db().apiKey.update({ where: { id: keyId }, data: { maxCreditsPerMonth: 5 } });
  const id = await finishOne(userId, 4, { apiKeyId: keyId });
  const spent = async () => (await db().apiKey.findUniqueOrThrow({ where: { id: keyId } })).creditsThisMonth;
  expect(await spent()).toBe(4);
  await refundFinished(id, "x");
  expect(await spent()).toBe(0);
});

test("the audit finds a refund without its ledger entry, one of other amounts, and an entry without its refund", async () => {
  const { userId } = await makeAccount({ monthly: 20 });
  const claimed = await finishOne(userId, 2);
  await db().generation.update({ where: { id: claimed }, data: { refundedAt: new Date() } });
  const hidden = await finishOne(userId, 2);
  await refundFinished(hidden, "x");
  await db().generation.update({ where: { id: hidden }, data: { refundedAt: null } });
  const listKinds = async () =>
    (await auditCredits()).findings.map(({ kind, count }) => [kind, count] as const);
  expect(await listKinds()).toEqual([
    ["refund_missing", 1],
    ["refund_unexpected", 1],
  ]);
  const inexact: string[] = [];
  for (const amounts of [{ monthly: { add: 3 } }, { monthly: { add: 1 }, topup: { add: 1 } }]) {
    const id = await finishOne(userId, 2);
    await moveCredits({ userId, kind: "adjustment", reference: `refund:${id}`, ...amounts });
    await db().generation.update({ where: { id }, data: { refundedAt: new Date() } });
    inexact.push(id);
    expect(await listKinds()).toContainEqual(["refund_missing", 1 + inexact.length]);
  }
  await db().generation.deleteMany({ where: { id: { in: [claimed, hidden, ...inexact] } } });
});

test("ledger and balances agree after any concurrent mix of work, refunds and moves", async () => {
  const seed = Date.now() % 1e9;
  const random = seededRandom(seed);
  const { userId } = await makeAccount({ monthly: 60, topup: 60 });
  const done: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const steps = Array.from({ length: 6 }, () => random());
    await Promise.allSettled(
      steps.map(async (chance) => {
        if (chance < 0.4) done.push(await finishOne(userId, 1 + Math.floor(chance * 10)));
        else if (chance < 0.8 && done.length > 0) await refundFinished(pick(random, done), "x");
        else if (chance < 0.9) {
          const change = { userId, kind: "adjustment", reference: newId("row") } as const;
          await moveCredits({ ...change, topup: { add: -Math.floor(chance * 40) } });
        } else
          await moveCredits({ userId, kind: "allowance", reference: newId("row"), monthly: { set: 40 } });
      }),
    );
    const { monthly, topup } = await balanceOf(userId);
    expect(Math.min(monthly, topup), `seed ${seed}`).toBeGreaterThanOrEqual(0);
  }
  expect(
    (await auditCredits()).findings.filter((finding) => finding.userId === userId),
    `seed ${seed}`,
  ).toEqual([]);
});
