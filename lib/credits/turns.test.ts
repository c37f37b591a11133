import { beforeEach, describe, expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { present } from "#lib/generations/history/present.ts";
import { queue } from "#lib/queue/boss.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { beginWork, chargeOf } from "../testing/credits/charge-one.ts";
import { chargeCredits } from "./charge.ts";
import type { Charge } from "./order.ts";
import { refundCharges } from "./resolve.ts";

await useDatabase();

type Caller = string;
const names = new Map<string, string>();

/** Accounts with enough credits for the test, by name. */
async function callers<const Names extends string>(...wanted: Names[]): Promise<Record<Names, Caller>> {
  const made = await Promise.all(
    wanted.map(async (name) => {
      const { userId } = await makeAccount({ monthly: 100_000 });
      names.set(userId, name);
      return [name, userId] as const;
    }),
  );
  return Object.fromEntries(made) as Record<Names, Caller>;
}

async function order(caller: Caller, count = 1, part: Partial<Charge> = {}): Promise<string[]> {
  const charge = chargeOf(
    caller,
    Array.from({ length: count }, () => 1),
    { lane: "interactive", ...part },
  );
  expect(await chargeCredits(charge)).toMatchObject({ kind: "charged" });
  return charge.work.map(({ id }) => id);
}

/** Takes the next job and starts it, like a worker. */
async function takeNext(): Promise<{ id: string; caller: string } | null> {
  const [job] = await (await queue()).fetch<{ id: string }>("work");
  if (!job) return null;
  const { id } = job.data;
  await beginWork(id);
  const { userId } = await db().generation.findUniqueOrThrow({ where: { id } });
  return { id, caller: names.get(userId) ?? "" };
}

/** The names of the callers of the next `count` jobs, or of all. */
async function takeTurns(count = Number.POSITIVE_INFINITY): Promise<string> {
  let taken = "";
  for (let turn = 0; turn < count; turn += 1) {
    const next = await takeNext();
    if (!next) break;
    taken += next.caller;
  }
  return taken;
}

beforeEach(async () => {
  await refundWaiting();
  await (await queue()).deleteAllJobs("work");
});

async function refundWaiting(): Promise<void> {
  const open = { status: "canceled", from: ["queued", "running"] } as const;
  await refundCharges(sql`true`, open);
}

describe("turns", () => {
  test("another caller's work is among the next two jobs, although many wait", async () => {
    tried("starve", 3);
    const { A, B } = await callers("A", "B");
    const waiting = runsOf(120, 24);
    await order(A, waiting);
    for (const taken of [0, waiting / 6, waiting / 2]) {
      await takeTurns(taken - (waiting - (await waitingOf(A))));
      await order(B);
      expect(await takeTurns(2)).toContain("B");
    }
  });

  test("another caller's work takes every second turn beside many orders that were placed concurrently", async () => {
    tried("starve");
    const { A, B } = await callers("A", "B");
    const rounds = runsOf(5, 1);
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => order(A)));
    const ranks = await db().generation.findMany({ where: { userId: A }, select: { rank: true } });
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(20 * rounds);
    await order(B, 3);
    expect((await takeTurns(6)).replaceAll("A", "")).toBe("BBB");
  });

  test("callers are served round robin, each in its own order", async () => {
    const { A, B, C } = await callers("A", "B", "C");
    const first = await order(A, 5);
    await order(B, 3);
    await order(C, 2);
    const later = await order(A, 2);
    expect(await takeTurns()).toBe("ABCABCABAAAA");
    const begun = await db().generation.findMany({ where: { userId: A }, orderBy: { rank: "asc" } });
    expect(begun.map(({ id }) => id)).toEqual([...first, ...later]);
  });

  test("a late caller joins the round robin without advantage or penalty", async () => {
    const { A, B } = await callers("A", "B");
    await order(A, 6);
    expect(await takeTurns(3)).toBe("AAA");
    await order(B, 4);
    expect(await takeTurns()).toBe("ABABABB");
  });

  test("interactive work runs before batch work", async () => {
    const { A, B } = await callers("A", "B");
    await order(A, 4, { lane: "batch" });
    await order(B, 2, { lane: "batch" });
    expect(await takeTurns(1)).toBe("A");
    await order(B, 2);
    await order(A, 1);
    expect(await takeTurns()).toBe("BABBABAA");
  });

  test("the returned position is the number of jobs until the work's turn", async () => {
    const random = seededRandom(7);
    const all = Object.values(await callers("A", "B", "C"));
    for (let step = 0; step < 12; step += 1) {
      const lane = pick(random, ["interactive", "batch"] as const);
      await order(pick(random, all), 1 + Math.floor(random() * 5), { lane });
      await takeTurns(Math.floor(random() * 3));
    }
    const rows = await db().generation.findMany({ where: { status: "queued" } });
    const answered = new Map((await present(rows)).map(({ id, position }) => [id, position]));
    for (let position = 1; position <= rows.length; position += 1) {
      const next = await takeNext();
      expect(answered.get(next?.id ?? "")).toBe(position);
    }
    expect(await takeNext()).toBeNull();
  });

  test("callers with constantly waiting work are served equally often, within two jobs", async () => {
    const seeds = 1;
    tried("starve", seeds);
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = seededRandom(seed);
      const all = await callers("A", "B", "C");
      const users = Object.values(all);
      const served: Record<string, number> = { A: 0, B: 0, C: 0 };
      await Promise.all(users.map((user) => order(user, 1 + Math.floor(random() * 40))));
      for (let turn = 0; turn < 25; turn += 1) {
        // Orders one or many pieces at random, so that each user always has waiting work.
        for (const user of users) {
          if ((await waitingOf(user)) < 2) await order(user, 1 + Math.floor(random() * 20));
          else if (random() < 0.2) await order(user);
        }
        const next = await takeNext();
        if (next) served[next.caller] = (served[next.caller] ?? 0) + 1;
        const counts = Object.values(served);
        expect(Math.max(...counts) - Math.min(...counts), `seed ${seed}, turn ${turn}`).toBeLessThanOrEqual(
          2,
        );
      }
      await refundWaiting();
      await (await queue()).deleteAllJobs("work");
    }
  });

  test("concurrent orders do not exceed the account's limit of waiting work", async () => {
    const { A } = await callers("A");
    await order(A, 15);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        chargeCredits(chargeOf(A, [1], { lane: "interactive", waitingLimit: 20 })),
      ),
    );
    expect(answers.filter(({ kind }) => kind === "charged")).toHaveLength(5);
    expect(answers.filter(({ kind }) => kind === "overloaded")).toHaveLength(25);
    expect(await waitingOf(A)).toBe(20);
  });
});

async function waitingOf(userId: string): Promise<number> {
  return db().generation.count({ where: { userId, status: "queued" } });
}
