import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { runCall, sharesOf, whileAway } from "./calls.ts";
import { joinByKey, limitConcurrencyByKey } from "./concurrency.ts";

const url = await useDatabase();
const { atOnce, atOncePerCaller } = sharesOf(10);
let holder: pg.Client;

beforeEach(async () => {
  holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query("SELECT pg_advisory_lock(7)");
});
afterEach(() => holder.end());

const times = <T>(count: number, run: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => run(at));
/** A statement that blocks until the lock is released. */
const last = async () => {
  await db().$queryRaw(sql`SELECT pg_advisory_lock_shared(7)::text, pg_advisory_unlock_shared(7)`);
};
const ask = async () => await db().$queryRaw<{ one: number }[]>(sql`SELECT 1 AS one`);
const release = () => holder.query("SELECT pg_advisory_unlock(7)");

async function waitingStatements(): Promise<number> {
  // Other test files use other databases of the same server.
  const { rows } = await holder.query(`
    SELECT count(*)::int AS count FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE NOT l.granted AND l.locktype = 'advisory' AND d.datname = current_database()`);
  return rows[0].count;
}

async function untilWaiting(count: number): Promise<void> {
  await vi.waitUntil(async () => (await waitingStatements()) === count, { timeout: 20_000, interval: 5 });
}

/** Calls that last until `end` is called; `begun` lists those that run or ran. */
function open() {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const hold = (account: string, name = account) =>
    runCall(account, async () => {
      begun.push(name);
      await over;
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, hold, end, settled };
}

test("one account never uses more than its share of the connections, and other accounts are answered meanwhile", async () => {
  const flood = times(40, () => runCall("greedy", last));
  await untilWaiting(atOncePerCaller);
  expect(await runCall("modest", ask)).toEqual([{ one: 1 }]);
  expect(await waitingStatements()).toBe(atOncePerCaller);
  await release();
  await Promise.all(flood);
}, 30_000);

test("a statement outside of calls gets a connection even when many accounts use all of theirs", async () => {
  const floods = ["a", "b", "c", "d", "e"].flatMap((name) => times(10, () => runCall(name, last)));
  await untilWaiting(atOnce);
  expect(await ask()).toEqual([{ one: 1 }]);
  expect(await waitingStatements()).toBe(atOnce);
  await release();
  await Promise.all(floods);
}, 30_000);

test("calls with transactions leave connections for statements beside these", async () => {
  await release();
  const inTransaction = () =>
    db().$transaction(async (tx) => {
      await tx.$queryRaw(sql`SELECT 1`);
      return ask();
    });
  const calls = times(20, (at) => runCall(`account ${at % 5}`, inTransaction));
  expect(await Promise.all(calls)).toEqual(calls.map(() => [{ one: 1 }]));
});

test("calls that wait within another limit of their account all end, also when its tasks wait for something", async () => {
  const limit = limitConcurrencyByKey({ atOnce: 2 });
  const wait = () => whileAway(() => new Promise((resolve) => setImmediate(resolve)));
  const calls = times(5 * atOncePerCaller, (at) =>
    runCall("a", () => limit("a", () => wait().then(() => at))),
  );
  expect(await Promise.all(calls)).toEqual(calls.map((_, at) => at));
});

test("calls that join one task all end, also when the task waits for something", async () => {
  const join = joinByKey<number>();
  let runs = 0;
  const task = async () => {
    runs += 1;
    await whileAway(() => new Promise((resolve) => setImmediate(resolve)));
    return 7;
  };
  const calls = times(5 * atOncePerCaller, () => runCall("a", () => join("mug", task)));
  expect(await Promise.all(calls)).toEqual(calls.map(() => 7));
  expect(runs).toBeLessThan(calls.length);
});

test("a call that others of its account wait for with all slots continues after the longest wait", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { promise: made, resolve: make } = Promise.withResolvers<string>();
  const { settled } = open();
  const first = runCall("a", async () => {
    await whileAway(settled);
    make("made");
  });
  const others = times(atOncePerCaller, () => runCall("a", () => made));
  await settled();
  await settled();
  vi.advanceTimersByTime(20_000);
  expect(await Promise.all(others)).toEqual(others.map(() => "made"));
  await first;
  vi.useRealTimers();
  expect(await runCall("a", ask)).toEqual([{ one: 1 }]);
});

test("a call that fails ends, and one within a call needs no slot of its own", async () => {
  const { promise: failure, reject } = Promise.withResolvers<void>();
  const failing = times(atOncePerCaller, () => runCall("a", () => failure));
  const within = runCall("a", () => runCall("a", () => runCall("a", async () => "inner")));
  reject(new Error("changed its mind"));
  for (const call of failing) await expect(call).rejects.toThrow("changed its mind");
  expect(await within).toBe("inner");
});

test("an account with too many waiting calls is rejected with rate_limited, and no other one", async () => {
  const { hold, end } = open();
  const flood = times(1_000 + atOncePerCaller, () => hold("greedy"));
  await expect(hold("greedy")).rejects.toMatchObject({ code: "rate_limited" });
  expect(await runCall("modest", async () => "answered")).toBe("answered");
  end();
  await Promise.all(flood);
});

test("a call that waits for something else keeps no slot, and then continues before others of its account", async () => {
  const { begun, hold, end, settled } = open();
  const { promise: picture, resolve: arrive } = Promise.withResolvers<string>();
  const waiting = times(2 * atOnce, (at) =>
    runCall("a", async () => {
      begun.push(`begins ${at}`);
      // Several waits at once: the call continues with a slot after the last one.
      await Promise.all([whileAway(() => picture), whileAway(async () => "sooner")]);
      begun.push(`ends ${at}`);
    }),
  );
  await vi.waitFor(() => expect(begun).toHaveLength(2 * atOnce));
  const running = times(atOncePerCaller, () => hold("a", "runs"));
  const queued = hold("a", "queued");
  await settled();
  expect(begun.slice(2 * atOnce)).toEqual(running.map(() => "runs"));
  arrive("picture");
  await settled();
  expect(begun).toHaveLength(2 * atOnce + atOncePerCaller);
  end();
  await Promise.all([...waiting, ...running, queued]);
  expect(begun.at(-1)).toBe("queued");
});

test("what a call started and left behind takes no slot after its end", async () => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  const left: Promise<void>[] = [];
  await Promise.all(
    times(2 * atOnce, (at) => runCall(`${at}`, async () => void left.push(whileAway(() => late)))),
  );
  arrive();
  await Promise.all(left);
  const { begun, hold, end, settled } = open();
  const calls = times(atOnce, (at) => hold(`${at}`));
  await settled();
  expect(begun).toHaveLength(atOnce);
  end();
  await Promise.all(calls);
});

test("calls that wait for two things at once all end, also when the second wait begins before they have a slot again", async () => {
  const { hold, end, settled } = open();
  const { promise: first, resolve: endFirst } = Promise.withResolvers<void>();
  const { promise: second, resolve: beginSecond } = Promise.withResolvers<void>();
  const waitTwice = () =>
    Promise.all([whileAway(() => first), second.then(() => whileAway(async () => undefined))]);
  const calls = times(atOncePerCaller, () => runCall("a", waitTwice));
  const others = times(atOncePerCaller, () => hold("a"));
  await settled();
  endFirst();
  await settled();
  beginSecond();
  await settled();
  end();
  await Promise.all([...calls, ...others]);
  expect(await runCall("a", ask)).toEqual([{ one: 1 }]);
});
