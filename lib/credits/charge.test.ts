import { describe, expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { closeAccount } from "../closing/close-account.ts";
import { chargeOf, chargeOne, type OneWork, queueOne } from "../testing/credits/charge-one.ts";
import { auditCredits } from "./audit.ts";
import { chargeCredits } from "./charge.ts";
import { moveCredits } from "./move.ts";
import { completeCharge, refundCharge } from "./resolve.ts";

await useDatabase();

function workOf(userId: string): OneWork {
  const id = newId("gen");
  return {
    id,
    userId,
    apiKeyId: null,
    operation: "generate",
    imageUrl: "https://x.test/a.jpg",
    timeoutMs: 60_000,
  };
}

const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });
const result = { url: "https://x.test/b.jpg", publicId: null };

describe("a charge", () => {
  test("takes monthly credits first, then top-up credits, and returns the new balance", async () => {
    tried("burn-order");
    const { userId } = await makeAccount({ monthly: 3, topup: 5 });
    expect(await chargeOne(workOf(userId), 4)).toEqual({ monthly: 0, topup: 4 });
    const entry = await db().ledgerEntry.findFirst({ where: { userId, kind: "charge" } });
    expect(entry).toMatchObject({ monthlyDelta: -3, topupDelta: -1, monthlyAfter: 0, topupAfter: 4 });
  });

  test("of many items with long metadata stores all of them or none", async () => {
    tried("exact-charges");
    const items = runsOf(1_000, 100);
    const { userId } = await makeAccount({ monthly: items - 41, topup: 40 });
    const metadata = { note: 'x"ü\\'.repeat(1_000) };
    const charge = chargeOf(userId, Array(items).fill(1));
    const work = charge.work.map((order, index) => ({ ...order, metadata: { ...metadata, index } }));
    expect(await chargeCredits({ ...charge, work })).toEqual({ kind: "insufficient" });
    expect(await db().generation.count({ where: { userId } })).toBe(0);
    await moveCredits({ userId, kind: "topup", reference: newId("row"), topup: { add: 1 } });
    expect(await chargeCredits({ ...charge, work })).toMatchObject({ kind: "charged", monthly: 0, topup: 0 });
    const rows = await db().generation.findMany({ where: { userId }, select: { id: true, metadata: true } });
    expect(new Map(rows.map(({ id, metadata }) => [id, metadata]))).toEqual(
      new Map(work.map(({ id, metadata }) => [id, metadata])),
    );
  });

  test("is refused as a whole when the balance is one credit short, and writes nothing", async () => {
    const { userId } = await makeAccount({ monthly: 3, topup: 5 });
    expect(await chargeOne(workOf(userId), 9)).toBeNull();
    expect(await balanceOf(userId)).toEqual({ monthly: 3, topup: 5 });
    expect(await db().generation.count({ where: { userId } })).toBe(0);
    expect(await db().ledgerEntry.count({ where: { userId, kind: "charge" } })).toBe(0);
  });

  test.each([
    { calls: 64, cost: 1, monthly: 7, topup: 3, succeed: 10 },
    { calls: 64, cost: 1, monthly: 0, topup: 0, succeed: 0 },
    { calls: 20, cost: 75, monthly: 250, topup: 250, succeed: 6 },
    { calls: 40, cost: 4, monthly: 81, topup: 80, succeed: 40 },
  ])(
    "succeeds exactly $succeed times for $calls concurrent calls of $cost on $monthly + $topup",
    async (round) => {
      tried("exact-charges", round.calls);
      const { userId } = await makeAccount({ monthly: round.monthly, topup: round.topup });
      const answers = await Promise.all(
        Array.from({ length: round.calls }, () => chargeOne(workOf(userId), round.cost)),
      );
      expect(answers.filter((answer) => answer !== null)).toHaveLength(round.succeed);
      const { monthly, topup } = await balanceOf(userId);
      expect(monthly + topup).toBe(round.monthly + round.topup - round.succeed * round.cost);
    },
  );
});

test("a charge that waits for a concurrent allowance uses the new balance", async () => {
  tried("exact-charges", 2);
  for (const [before, after, left] of [
    [0, 5, { monthly: 2, topup: 0 }],
    [5, 2, null],
  ] as const) {
    const { userId } = await makeAccount({ monthly: before });
    const work = workOf(userId);
    const charging = await db().$transaction(async (open) => {
      const reference = newId("row");
      await moveCredits({ userId, kind: "allowance", reference, monthly: { set: after } }, open);
      const charging = queueOne(work, 3);
      const isWaiting = async () =>
        (
          await db().$queryRaw<object[]>(sql`
          SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%jsonb_to_recordset%'`)
        ).length > 0;
      await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 5 });
      return { charging };
    });
    expect(await charging.charging).toEqual(left);
    expect(await db().generation.count({ where: { userId } })).toBe(left ? 1 : 0);
    expect(await balanceOf(userId)).toEqual(left ?? { monthly: after, topup: 0 });
  }
});

describe("a resolution", () => {
  test("returns a refund to the buckets it came from", async () => {
    tried("burn-order");
    const { userId } = await makeAccount({ monthly: 3, topup: 5 });
    const work = workOf(userId);
    await chargeOne(work, 4);
    expect(await refundCharge(work.id, "generation_failed")).toBe(true);
    expect(await balanceOf(userId)).toEqual({ monthly: 3, topup: 5 });
  });

  test("does not revive monthly credits of a past period", async () => {
    tried("burn-order");
    const { userId } = await makeAccount({ monthly: 3, topup: 5 });
    const work = workOf(userId);
    await chargeOne(work, 4);
    await moveCredits({ userId, kind: "allowance", reference: newId("row"), monthly: { set: 100 } });
    await refundCharge(work.id, "generation_failed");
    expect(await balanceOf(userId)).toEqual({ monthly: 100, topup: 5 });
  });

  test("happens once under concurrent completions and refunds", async () => {
    const rounds = runsOf(40, 8);
    tried("resolve-once", rounds);
    for (let round = 0; round < rounds; round += 1) {
      const { userId } = await makeAccount({ monthly: 2, topup: 2 });
      const work = workOf(userId);
      await chargeOne(work, 3);
      const attempts = Array.from({ length: 6 }, (_, index) =>
        // Distinct results: completing with the same result again returns success, which would count as a second one.
        (index + round) % 2
          ? completeCharge(work.id, { ...result, url: `${result.url}?${index}` })
          : refundCharge(work.id, "generation_failed"),
      );
      const won = (await Promise.all(attempts)).filter(Boolean);
      expect(won).toHaveLength(1);
      const { status } = await db().generation.findUniqueOrThrow({ where: { id: work.id } });
      const { monthly, topup } = await balanceOf(userId);
      expect(monthly + topup).toBe(status === "succeeded" ? 1 : 4);
    }
  });
});

describe("a repeated completion", () => {
  test("returns the same balance; another result or one after a refund returns null", async () => {
    const { userId } = await makeAccount({ monthly: 2, topup: 2 });
    const work = workOf(userId);
    await chargeOne(work, 3);
    const attempts = await Promise.all(Array.from({ length: 6 }, () => completeCharge(work.id, result)));
    expect(attempts).toMatchObject(attempts.map(() => ({ monthly: 0, topup: 1 })));
    expect(await completeCharge(work.id, { ...result, url: "https://x.test/other.jpg" })).toBeNull();
    expect(await refundCharge(work.id, "generation_failed")).toBe(false);
    const refunded = workOf(userId);
    await chargeOne(refunded, 1);
    expect(await refundCharge(refunded.id, "generation_failed")).toBe(true);
    expect(await completeCharge(refunded.id, result)).toBeNull();
    expect((await auditCredits()).findings).toEqual([]);
  });
});

describe("ledger and balances", () => {
  test("reject a changed or deleted ledger entry and a negative balance", async () => {
    tried("conservation", 3);
    const { userId } = await makeAccount();
    await expect(
      db().$executeRaw(sql`UPDATE ledger_entry SET note = 'x' WHERE user_id = ${userId}`),
    ).rejects.toThrow();
    await expect(db().$executeRaw(sql`DELETE FROM ledger_entry WHERE user_id = ${userId}`)).rejects.toThrow();
    await expect(
      db().$executeRaw(sql`UPDATE balance SET topup = -1 WHERE user_id = ${userId}`),
    ).rejects.toThrow();
  });

  test("outlive their user, and the audit finds a deleted user whose credits were not booked out", async () => {
    const { userId } = await makeAccount();
    await chargeOne(workOf(userId), 1);
    const entries = await db().ledgerEntry.count({ where: { userId } });
    const { userId: whole } = await makeAccount();
    await closeAccount(whole);
    expect((await auditCredits()).findings).toEqual([]);
    await db().user.delete({ where: { id: userId } });
    expect(await db().ledgerEntry.count({ where: { userId } })).toBe(entries);
    const problem = "the account is gone, and its ledger sums to 399 + 0";
    expect((await auditCredits()).findings).toEqual([
      { kind: "credits_of_deleted_account", count: 1, userId, problem },
    ]);
    await db().$executeRaw(sql`
      INSERT INTO ledger_entry (user_id, kind, monthly_delta, topup_delta, monthly_after, topup_after, reference)
      VALUES (${userId}, 'expiry', -399, 0, 0, 0, ${newId("row")})`);
  });

  test("agree after other tests, and the audit finds a balance that was changed without an entry", async () => {
    tried("conservation");
    expect((await auditCredits()).findings).toEqual([]);
    const { userId } = await makeAccount();
    await db().$executeRaw(sql`UPDATE balance SET topup = topup + 1 WHERE user_id = ${userId}`);
    expect((await auditCredits()).findings).toMatchObject([{ userId }]);
    await db().$executeRaw(sql`UPDATE balance SET topup = topup - 1 WHERE user_id = ${userId}`);
  });
});
