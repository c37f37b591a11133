import pg from "pg";
import { expect, test, vi } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { pollEverySeconds } from "#lib/generations/run/worker.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";

await useDatabase();
useWorkers(1);

/** Expected statements for one piece of work. */
const kinds = {
  "find the caller": /WITH who AS/,
  "claim the key": /INSERT INTO idempotency_key/,
  // Runs while the photo is made.
  "look for the same bytes": /AS made \(mode\)/,
  "charge and queue": /jsonb_to_recordset/,
  begin: /^UPDATE "public"\."generation"/,
  complete: /SET status = 'succeeded'/,
  "take the job": /pgboss.*j\.name = 'work' /,
  "end the job": /UPDATE pgboss.*state = 'completed'/,
  "record its event": /INSERT INTO webhook_event/,
  "read it for its event":
    /^SELECT .* FROM "public"\."generation" WHERE \(?"public"\."generation"\."id" (=|IN) /,
  "see whether credits are low": /^SELECT s\.tier.* b\.period FROM subscription/,
};
type Kind = keyof typeof kinds;
/** The workers' capacity: one read a second for all calls. */
const readsCapacity = /^SELECT boot_id AS id, .* FROM app_process/;

async function untilIdle(): Promise<void> {
  const isIdle = async () => {
    const [row] = await db().$queryRaw<{ open: number }[]>(sql`
      SELECT count(*)::int AS open FROM pgboss.job WHERE name = 'work' AND state < 'completed'`);
    return row?.open === 0;
  };
  await vi.waitUntil(isIdle, { timeout: 10_000, interval: 5 });
}

const secondsSince = (ms: number) => (performance.now() - ms) / 1000;

/**
 * Counts the statements of each kind until the job of `run` has ended, and lists all others except the queue's own.
 * `capacityReads` also counts those of `warmUp`, which share them with `run`.
 */
async function countStatements(warmUp: () => Promise<unknown>, run: () => Promise<unknown>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const beganAtMs = performance.now();
  await warmUp();
  await untilIdle();
  const first = query.mock.calls.length;
  const startedAtMs = performance.now();
  await run();
  await untilIdle();
  const polls = Math.ceil(secondsSince(startedAtMs) / pollEverySeconds);
  const seconds = secondsSince(beganAtMs);
  const texts = query.mock.calls.map(([given]: unknown[]) => {
    const text = typeof given === "string" ? given : String((given as { text?: string }).text);
    return text.replace(/\s+/g, " ").trim();
  });
  query.mockRestore();
  const counts = new Map<Kind, number>();
  const others: string[] = [];
  const capacityReads = texts.filter((text) => readsCapacity.test(text)).length;
  for (const text of texts.slice(first)) {
    if (readsCapacity.test(text)) continue;
    const kind = (Object.keys(kinds) as Kind[]).find((name) => kinds[name].test(text));
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    else if (!text.includes("pgboss")) others.push(text);
  }
  const { "take the job": taken = 0, ...rest } = Object.fromEntries(counts);
  return { seconds, polls, taken, capacityReads, rest, others };
}

test.each([
  ["without an Idempotency-Key seven statements, and three for its event", {}, {}],
  ["with an Idempotency-Key one more", { "idempotency-key": "seven" }, { "claim the key": 1 }],
])("a photo needs %s, and no transaction", async (_name, headers, more) => {
  const { key } = await makeAccount();
  const handler = paidEndpoint(1, async () => ({ url: "https://example.com/a.jpg", publicId: null }));
  const call = (sent: Record<string, string> = {}) =>
    callPaid(handler, { key, json: { say: "x" }, headers: sent });
  // The first calls of a process open connections, with and without a key.
  const warmUp = async () => {
    await call();
    await call({ "idempotency-key": "first" });
  };
  const { seconds, polls, taken, capacityReads, rest, others } = await countStatements(warmUp, () =>
    call(headers),
  );
  const each = {
    ...{ "find the caller": 1, "charge and queue": 1, "look for the same bytes": 1 },
    ...{ begin: 1, complete: 1, "end the job": 1 },
  };
  // Sent after the response, which does not wait for them.
  const event = { "read it for its event": 1, "record its event": 1, "see whether credits are low": 1 };
  expect(rest).toEqual({ ...each, ...event, ...more });
  // The job is fetched once; a worker also polls when it is woken, after each job, and periodically.
  expect(taken).toBeGreaterThanOrEqual(1);
  expect(taken).toBeLessThanOrEqual(2 + polls);
  expect(capacityReads).toBeLessThanOrEqual(1 + seconds);
  expect(others).toEqual([]);
});
