import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runInRequest } from "#lib/platform/requests.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { readHeavily } from "./heavy-reads.ts";
import { db, sql } from "./index.ts";
import { sharesOf } from "./turns.ts";
import { databaseAway } from "./unavailable.ts";

const url = await useDatabase();
const { shared, perAccount } = sharesOf(10);
let holder: pg.Client;

beforeEach(async () => {
  holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(7)");
});
afterEach(() => holder.end());

// Prisma sends a statement when it is awaited, which must happen inside of the request.
const as = <T>(caller: string, run: () => Promise<T>) =>
  runInRequest({ route: "test", caller }, async () => await run());
/** A statement that blocks until the lock is released. */
const last = () =>
  db()
    .$queryRaw(sql`SELECT pg_advisory_lock_shared(7)::text, pg_advisory_unlock_shared(7)`)
    .catch(() => null);
const ask = () => db().$queryRaw<{ one: number }[]>(sql`SELECT 1 AS one`);
const release = () => holder.query("SELECT pg_advisory_unlock(7)");

async function waitingStatements(): Promise<number> {
  const { rows } = await holder.query("SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted");
  return rows[0].count;
}

async function untilWaiting(count: number): Promise<void> {
  await vi.waitUntil(async () => (await waitingStatements()) === count, { timeout: 20_000, interval: 5 });
}

test("one account never uses more than its share of the connections, and other accounts are answered meanwhile", async () => {
  const flood = Array.from({ length: 40 }, () => as("greedy", last));
  await untilWaiting(perAccount);
  expect(await as("modest", ask)).toEqual([{ one: 1 }]);
  expect(await waitingStatements()).toBeLessThanOrEqual(perAccount);
  await release();
  await Promise.all(flood);
}, 30_000);

test("a statement without an account gets a connection even when many accounts use all of theirs", async () => {
  const floods = ["a", "b", "c", "d", "e"].flatMap((name) =>
    Array.from({ length: 10 }, () => as(name, last)),
  );
  await untilWaiting(shared);
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(await waitingStatements()).toBeLessThanOrEqual(shared);
  await release();
  await Promise.all(floods);
}, 30_000);

test("transactions of one account leave connections for its concurrent statements", async () => {
  await release();
  const transactions = Array.from({ length: 8 }, () =>
    as("a", () =>
      db().$transaction(async (tx) => {
        await tx.$queryRaw(sql`SELECT 1`);
        return ask();
      }),
    ),
  );
  expect(await Promise.all(transactions)).toEqual(transactions.map(() => [{ one: 1 }]));
  const failing = as("a", () =>
    db().$transaction(async () => {
      throw new Error("changed its mind");
    }),
  );
  await expect(failing).rejects.toThrow("changed its mind");
  // The failed transactions released their turns.
  expect(await Promise.all(Array.from({ length: 20 }, () => as("a", ask)))).toHaveLength(20);
});

test("a transaction that waits for its account's turn longer than Prisma's own limit still begins", async () => {
  const { transactionsPerAccount } = sharesOf(10);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const begins = vi.fn();
  const hold = () =>
    db().$transaction(async () => {
      begins();
      await over;
    });
  const held = Array.from({ length: transactionsPerAccount }, () => as("a", hold));
  await vi.waitUntil(() => begins.mock.calls.length === transactionsPerAccount, { timeout: 20_000 });
  const waiting = as("a", () => db().$transaction((tx) => tx.$queryRaw(sql`SELECT 1 AS one`)));
  setTimeout(end, 2_500);
  expect(await waiting).toEqual([{ one: 1 }]);
  await Promise.all([...held, release()]);
});

test("an account with too many waiting statements is rejected with rate_limited", async () => {
  const flood = Array.from({ length: 10_100 }, () => as("greedy", last));
  const extra = await as("greedy", ask).catch((error: unknown) => error);
  expect(extra).toMatchObject({ name: "DatabaseUnavailableError", wasSent: false });
  expect(databaseAway(extra)).toMatchObject({ code: "rate_limited", retryAfterSeconds: 2 });
  expect(await as("modest", ask)).toEqual([{ one: 1 }]);
  await release();
  await Promise.allSettled(flood);
}, 60_000);

test("heavy reads are limited per account, and one whose client disconnects is rejected and gives its place back", async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<string>();
  const held = Array.from({ length: 8 }, () => readHeavily("a", () => over));
  await expect(readHeavily("a", () => over)).rejects.toMatchObject({ code: "rate_limited" });
  expect(await readHeavily("b", async () => "b")).toBe("b");
  const leaves = new AbortController();
  const { signal } = leaves;
  const filled = Array.from({ length: 6 }, () => readHeavily("c", () => over));
  const read = vi.fn(() => over);
  const left = runInRequest({ route: "test", signal }, () => readHeavily("c", read));
  await expect(readHeavily("c", () => over)).rejects.toMatchObject({ code: "rate_limited" });
  leaves.abort();
  await expect(left).rejects.toMatchObject({ code: "overloaded" });
  filled.push(readHeavily("c", () => over));
  end("done");
  expect(await Promise.all([...held, ...filled])).toEqual(Array.from({ length: 15 }, () => "done"));
  expect(read).not.toHaveBeenCalled();
});
