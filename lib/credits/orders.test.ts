import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { deleteGenerations } from "../generations/history/delete.ts";
import { runWork } from "../generations/run/run.ts";
import { chargeOf } from "../testing/credits/charge-one.ts";
import { replacePhotos } from "../testing/generations/paid-endpoint.ts";
import { auditCredits } from "./audit.ts";
import { chargeCredits } from "./charge.ts";
import { moveCredits } from "./move.ts";
import type { Charge } from "./order.ts";
import { refundCharges } from "./resolve.ts";
import { emptyRowBytes } from "./work-columns.ts";

await useDatabase();

const balanceOf = (userId: string) =>
  db().balance.findUniqueOrThrow({ where: { userId }, select: { monthly: true, topup: true } });

/** Ids of the work whose jobs are queued for this account. */
async function jobsOf(userId: string): Promise<string[]> {
  const rows = await db().$queryRaw<{ id: string }[]>(sql`
    SELECT data->>'id' AS id FROM pgboss.job WHERE group_id = ${userId} AND name IN ('work', 'work-hosted')`);
  return rows.map(({ id }) => id);
}

/** Everything that a charge writes. */
async function tracesOf({ userId, batch }: Charge) {
  return {
    jobs: (await jobsOf(userId)).length,
    generations: await db().generation.count({ where: { userId } }),
    entries: await db().ledgerEntry.count({ where: { userId, kind: "charge" } }),
    batches: await db().batch.count({ where: { id: batch?.id ?? "" } }),
  };
}
const batch = () => ({ id: newId("bat") });

describe("a charge", () => {
  test.each([
    { calls: 40, pieces: 1, cost: 1, monthly: 7, topup: 3, succeed: 10 },
    { calls: 30, pieces: 3, cost: 2, monthly: 20, topup: 21, succeed: 6 },
  ])(
    "of $pieces × $cost, in $calls concurrent calls on $monthly + $topup, creates exactly the jobs it pays for",
    async (round) => {
      tried("exact-charges", round.calls);
      const { userId } = await makeAccount(round);
      const charges = Array.from({ length: round.calls }, () =>
        chargeOf(
          userId,
          Array.from({ length: round.pieces }, () => round.cost),
        ),
      );
      const outcomes = await Promise.all(charges.map((charge) => chargeCredits(charge)));
      const paid = charges.filter((_, index) => outcomes[index]?.kind === "charged");
      expect(paid).toHaveLength(round.succeed);
      const ids = paid.flatMap(({ work }) => work.map(({ id }) => id)).sort();
      expect((await jobsOf(userId)).sort()).toEqual(ids);
      const { monthly, topup } = await balanceOf(userId);
      expect(monthly + topup).toBe(round.monthly + round.topup - ids.length * round.cost);
    },
  );

  test.each([
    ["costs more than there is", {}, { kind: "insufficient" }],
    ["would have too much waiting", { waitingLimit: 2 }, { kind: "overloaded" }],
    ["comes when too much is ahead", { aheadLimitMs: -1 }, { kind: "overloaded" }],
    [
      "is more than may be ordered in an hour",
      { orderLimit: { count: 2, windowMs: 3_600_000 } },
      { kind: "too_many" },
    ],
    ["takes more storage than rows may", { storedLimitBytes: 3_000 }, { kind: "full" }],
  ])("that %s leaves no job, no row and no batch", async (_name, part, outcome) => {
    const { userId } = await makeAccount({ monthly: outcome.kind === "insufficient" ? 2 : 9 });
    const charge = chargeOf(userId, [1, 1, 1], { ...part, batch: batch() });
    expect(await chargeCredits(charge)).toMatchObject(outcome);
    expect(await tracesOf(charge)).toEqual({ jobs: 0, generations: 0, entries: 0, batches: 0 });
  });

  test("admits exactly the hourly limit under concurrency, and a refusal returns the wait until it succeeds", async () => {
    const { userId } = await makeAccount({ monthly: 100 });
    const order = () =>
      chargeCredits(chargeOf(userId, [1, 1], { orderLimit: { count: 20, windowMs: 3_600_000 } }));
    const outcomes = await Promise.all(Array.from({ length: 20 }, order));
    const refused = outcomes.flatMap((outcome) => (outcome.kind === "too_many" ? [outcome.waitMs] : []));
    expect([refused.length, await db().generation.count({ where: { userId } })]).toEqual([10, 20]);
    // Two of twenty per hour take six minutes.
    for (const waitMs of refused) {
      expect(waitMs).toBeGreaterThan(5.5 * 60_000);
      expect(waitMs).toBeLessThanOrEqual(6 * 60_000);
    }
    const { orderedUntil } = await db().balance.findUniqueOrThrow({ where: { userId } });
    const later = new Date(Number(orderedUntil) - Math.max(...refused));
    await db().balance.update({ where: { userId }, data: { orderedUntil: later } });
    expect((await order()).kind).toBe("charged");
    expect((await order()).kind).toBe("too_many");
  });

  test("counts its rows in the account's storage, and deleting work frees their storage", async () => {
    const { userId } = await makeAccount({ monthly: 10 });
    const metadata = { note: "x".repeat(4_000) };
    const charge = () => chargeOf(userId, [1, 1], { storedLimitBytes: 20_000 });
    const order = () => {
      const { work, ...rest } = charge();
      return chargeCredits({ ...rest, work: work.map((piece) => ({ ...piece, metadata })) });
    };
    const storedOf = async () =>
      Number((await db().balance.findUniqueOrThrow({ where: { userId } })).storedBytes);
    expect([(await order()).kind, (await order()).kind]).toEqual(["charged", "full"]);
    const full = await storedOf();
    expect(full).toBeGreaterThan(2 * 5_000);
    await refundCharges(sql`user_id = ${userId}`, { status: "canceled", from: ["queued"] });
    expect(await storedOf()).toBe(full);
    const rows = await db().generation.findMany({ where: { userId }, select: { id: true } });
    await deleteGenerations(rows.map(({ id }) => id));
    // Emptied rows stay as proof of the charges.
    expect(await storedOf()).toBe(2 * emptyRowBytes);
    expect((await order()).kind).toBe("charged");
    expect((await auditCredits()).findings).toEqual([]);
  });

  test("that fails midway leaves no job, no row, no batch and an unchanged balance", async () => {
    const { userId } = await makeAccount({ monthly: 9 });
    const charge = chargeOf(userId, [1, 1], { batch: batch() });
    const twice = { ...charge, work: charge.work.map((piece) => ({ ...piece, id: "gen_twice" })) };
    await expect(chargeCredits(twice)).rejects.toThrow();
    expect(await tracesOf(charge)).toEqual({ jobs: 0, generations: 0, entries: 0, batches: 0 });
    expect(await balanceOf(userId)).toEqual({ monthly: 9, topup: 0 });
  });

  test("of many pieces takes monthly credits first, then top-up credits, piece by piece", async () => {
    tried("burn-order", 40);
    const costs = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(costs, fc.nat(200), fc.nat(200), async (prices, monthly, topup) => {
        const { userId } = await makeAccount({ monthly, topup });
        const charge = chargeOf(userId, prices, { batch: batch() });
        const outcome = await chargeCredits(charge);
        const sum = prices.reduce((total, price) => total + price, 0);
        expect(outcome.kind).toBe(sum <= monthly + topup ? "charged" : "insufficient");
        const rows = await db().generation.findMany({ where: { userId }, orderBy: { place: "asc" } });
        const entries = await db().ledgerEntry.findMany({
          where: { userId, kind: "charge" },
          orderBy: { id: "asc" },
        });
        expect(rows).toHaveLength(outcome.kind === "charged" ? prices.length : 0);
        let left = { monthly, topup };
        for (const [index, row] of rows.entries()) {
          const fromMonthly = Math.min(left.monthly, prices[index] ?? 0);
          const fromTopup = (prices[index] ?? 0) - fromMonthly;
          left = { monthly: left.monthly - fromMonthly, topup: left.topup - fromTopup };
          expect(row).toMatchObject({
            id: charge.work[index]?.id,
            fromMonthly,
            fromTopup,
            batchId: charge.batch?.id,
          });
          expect(entries.find(({ reference }) => reference === `charge:${row.id}`)).toMatchObject({
            monthlyDelta: 0 - fromMonthly,
            topupDelta: 0 - fromTopup,
            monthlyAfter: left.monthly,
            topupAfter: left.topup,
          });
        }
        expect(await balanceOf(userId)).toEqual(left);
        expect(await jobsOf(userId)).toHaveLength(rows.length);
      }),
      { numRuns: runsOf(40, 8), seed: 20261122 },
    );
    expect((await auditCredits()).findings).toEqual([]);
  });
});

describe("a refund of many charges", () => {
  test("returns all credits to their buckets once under concurrency, and every ledger entry adds up", async () => {
    tried("conservation", 2);
    const accounts = await Promise.all([
      makeAccount({ monthly: 70, topup: 200 }),
      makeAccount({ monthly: 5, topup: 200 }),
    ]);
    const orders = accounts.map(({ userId }) =>
      chargeOf(
        userId,
        Array.from({ length: 60 }, (_, index) => 1 + (index % 4)),
        { batch: batch() },
      ),
    );
    for (const order of orders) expect(await chargeCredits(order)).toMatchObject({ kind: "charged" });
    const ids = orders.flatMap(({ work }) => work.map(({ id }) => id));
    const which = sql`id = ANY(${ids})`;
    const canceled = await Promise.all(
      Array.from({ length: 8 }, () => refundCharges(which, { status: "canceled", from: ["queued"] })),
    );
    expect(canceled.flat().sort()).toEqual([...ids].sort());
    expect(await balanceOf(accounts[0]?.userId ?? "")).toEqual({ monthly: 70, topup: 200 });
    expect(await balanceOf(accounts[1]?.userId ?? "")).toEqual({ monthly: 5, topup: 200 });
    for (const { userId } of accounts) {
      const entries = await db().ledgerEntry.findMany({ where: { userId }, orderBy: { id: "asc" } });
      let sum = { monthly: 0, topup: 0 };
      for (const { monthlyDelta, topupDelta, monthlyAfter, topupAfter } of entries) {
        sum = { monthly: sum.monthly + monthlyDelta, topup: sum.topup + topupDelta };
        expect({ monthly: monthlyAfter, topup: topupAfter }).toEqual(sum);
      }
    }
    expect((await auditCredits()).findings).toEqual([]);
  });

  test("returns monthly credits of the current period only", async () => {
    tried("burn-order");
    const { userId } = await makeAccount({ monthly: 10, topup: 10 });
    const before = chargeOf(userId, [6, 6]);
    await chargeCredits(before);
    await moveCredits({ userId, kind: "allowance", reference: newId("row"), monthly: { set: 20 } });
    const after = chargeOf(userId, [6, 6]);
    await chargeCredits(after);
    expect(await balanceOf(userId)).toEqual({ monthly: 8, topup: 8 });
    const refunded = await refundCharges(sql`user_id = ${userId}`, { status: "failed", from: ["queued"] });
    expect(refunded).toHaveLength(4);
    // Two top-up credits from the old period are returned, its ten monthly ones are not.
    expect(await balanceOf(userId)).toEqual({ monthly: 20, topup: 10 });
    expect((await auditCredits()).findings).toEqual([]);
  });
});

test("exactly one of a concurrent cancel and start wins", async () => {
  const rounds = runsOf(120, 30);
  tried("resolve-once", rounds);
  const made: string[] = [];
  replacePhotos(1, async (say) => {
    made.push(say);
    return { url: `https://example.com/${say}.jpg`, publicId: null };
  });
  const { userId } = await makeAccount({ monthly: rounds });
  const look = { style: "studio", aspectRatio: "1:1", resolution: "1K" };
  const charge = chargeOf(
    userId,
    Array.from({ length: rounds }, () => 1),
  );
  const work = charge.work.map((piece) => ({ ...piece, ...look, imageUrl: piece.id }));
  await chargeCredits({ ...charge, work });
  const wins = { canceled: 0, made: 0 };
  for (const [round, { id }] of work.entries()) {
    const cancel = async () => {
      for (let turn = round % 5; turn > 0; turn -= 1) await db().$executeRaw`SELECT 1`;
      return refundCharges(sql`id = ${id}`, { status: "canceled", from: ["queued"] });
    };
    const attempt = { id, retriesDone: 0, retriesLeft: 0, signal: new AbortController().signal };
    const [canceled, begun] = await Promise.all([cancel(), runWork(attempt)]);
    expect(canceled.length === 1, id).toBe(begun === null);
    expect(made.includes(id), id).toBe(begun !== null);
    const { status } = await db().generation.findUniqueOrThrow({ where: { id } });
    expect(status).toBe(begun ? "succeeded" : "canceled");
    wins[begun ? "made" : "canceled"] += 1;
  }
  expect(await balanceOf(userId)).toEqual({ monthly: wins.canceled, topup: 0 });
  // Both outcomes happened, so the race was real.
  expect(Math.min(wins.canceled, wins.made)).toBeGreaterThan(0);
  expect((await auditCredits()).findings).toEqual([]);
});
