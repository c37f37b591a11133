import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { findLiveWorkers } from "#lib/db/heartbeat.ts";
import { db, sql } from "#lib/db/index.ts";
import { answerMetrics } from "#lib/http/metrics.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { compiledSources } from "#lib/testing/compiled.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { callPaid, paidEndpoint, replacePhotos } from "#lib/testing/generations/paid-endpoint.ts";
import { endWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { checkHealth } from "../../http/health.ts";
import { requireWorker } from "./live-workers.ts";

await useDatabase();

const made = { url: "https://example.com/made.jpg", publicId: null };
let worker: ChildProcess | null = null;
beforeAll(() => Object.assign(env(), { METRICS_TOKEN: "a-token-of-24-characters" }));
afterAll(async () => {
  await killWorker();
  await endWorkers();
});

async function startWorker(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = env();
  const given = { NODE_ENV: "test", LOG_LEVEL: "silent", DATABASE_POOL_SIZE: "2", WORKERS: "1" } as const;
  worker = fork(path.join(import.meta.dirname, "../../testing/generations/worker-child.ts"), [], {
    env: { ...given, ...compiledSources, DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) },
  });
  const [ready] = await Promise.race([once(worker, "message"), once(worker, "exit")]);
  expect(ready).toBe("ready");
}

async function killWorker(): Promise<void> {
  if (!worker || worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

const health = async () => {
  const answer = await checkHealth();
  return { status: answer.status, body: await answer.json() };
};
const metric = async (name: string) => {
  const headers = { authorization: `Bearer ${env().METRICS_TOKEN}`, "x-forwarded-for": "203.0.113.9" };
  const text = await (
    await answerMetrics(new Request("http://localhost/api/metrics", { headers }), {
      params: Promise.resolve({}),
    })
  ).text();
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
};
const call = (key: string, headers: Record<string, string> = {}) =>
  callPaid(
    paidEndpoint(3, async () => made),
    { key, json: { say: "mug" }, headers },
  );
const entriesOf = (userId: string) => db().ledgerEntry.count({ where: { userId, kind: "charge" } });

/** A worker on another machine with its last heartbeat `secondsAgo`. */
async function addRemoteWorker({ secondsAgo = 0, heartbeatMs = 1_000 } = {}): Promise<string> {
  const bootId = newId("boot");
  await db().$executeRaw(sql`
    INSERT INTO app_process (boot_id, instance, slots, heartbeat_ms, heartbeat_at)
    VALUES (${bootId}, 'another machine', 2, ${heartbeatMs}::int, now() - ${secondsAgo}::int * interval '1 second')`);
  return bootId;
}

// In this order: workers that were started in this process leave state behind.
describe("live workers", { shuffle: false }, () => {
  test("a call that relied on a remote worker that fell silent is refunded", async () => {
    tried("killed-worker");
    const { key, userId } = await makeAccount({ monthly: 20 });
    await db().appProcess.deleteMany();
    const bootId = await addRemoteWorker();
    const refused = await call(key);
    expect(refused.body.error).toMatchObject({
      code: "overloaded",
      message: expect.stringContaining("No worker is running"),
    });
    const balance = await db().balance.findUniqueOrThrow({ where: { userId } });
    expect([balance.monthly, await entriesOf(userId)]).toEqual([20, 1]);
    await db().appProcess.delete({ where: { bootId } });
    expect((await auditCredits()).findings).toEqual([]);
  });

  test("a remote worker counts as silent only after two missed heartbeats of its own interval", async () => {
    await db().appProcess.deleteMany();
    await addRemoteWorker({ secondsAgo: 30 });
    await addRemoteWorker({ secondsAgo: 15, heartbeatMs: 10_000 });
    expect(await findLiveWorkers()).toMatchObject([{ slots: 2, seenMsAgo: expect.closeTo(15_000, -4) }]);
    await db().appProcess.deleteMany();
    await db().generation.deleteMany();
  });

  test("without a worker, waiting calls are refused without a charge, and accepted work waits for the next one, which also serves a call of a moment before", async () => {
    tried("killed-worker");
    const { key, userId } = await makeAccount({ monthly: 20 });
    await startWorker();
    expect((await call(key)).status).toBe(200);
    await expect.poll(health, { timeout: 5_000 }).toEqual({ status: 200, body: { status: "ok" } });
    expect([await metric("photos_workers"), await metric("photos_worker_slots")]).toEqual([1, 1]);

    await killWorker();
    // A call within the next quarter of a second would find the worker listed; it would be charged and refunded.
    const find = () =>
      requireWorker(Date.now()).then(
        () => "alive",
        () => "gone",
      );
    await expect.poll(find).toBe("gone");
    const refused = await call(key, { "idempotency-key": "lost" });
    expect(refused.body.error).toMatchObject({
      code: "overloaded",
      message: expect.stringContaining("No worker is running"),
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await entriesOf(userId)).toBe(1);

    const accepted = await call(key, { prefer: "respond-async" });
    expect([accepted.status, accepted.body.status, accepted.body.position]).toEqual([202, "queued", 1]);
    replacePhotos(1, async () => made);
    const request = { image_url: "https://example.com/mug.jpg", type: "product", style: "studio" };
    const items = [{ custom_id: "mug", operation: "generate", request }];
    const ordered = await api("createBatch", { key, json: { items } });
    const readBatch = async () => (await api("getBatch", { key, id: ordered.body.id })).body;
    expect(await readBatch()).toMatchObject({ status: "queued", eta_seconds: null });
    const degraded = { status: "degraded", reason: expect.stringContaining("No worker is running") };
    await expect.poll(health, { timeout: 5_000 }).toEqual({ status: 200, body: degraded });
    const shown = async () => [await metric("photos_workers"), await metric("photos_worker_slots")];
    await expect.poll(shown).toEqual([0, 0]);

    const shortlyBefore = call(key);
    await runWorkers(1);
    expect((await shortlyBefore).status).toBe(200);
    const { id } = accepted.body;
    const done = await api("getGeneration", { key, id, query: { wait: "30" } });
    expect(done.body.status).toBe("succeeded");
    await vi.waitUntil(async () => (await readBatch()).status === "completed", { timeout: 30_000 });
    expect((await call(key, { "idempotency-key": "lost" })).status).toBe(200);
    await expect.poll(health, { timeout: 5_000 }).toEqual({ status: 200, body: { status: "ok" } });
    expect((await auditCredits()).findings).toEqual([]);
  });
});
