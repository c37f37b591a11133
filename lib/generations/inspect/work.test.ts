import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NothingFoundError } from "#lib/images/picture.ts";
import { defaultPlans } from "../../contract/billing/plans.ts";
import { db, sql } from "../../db/index.ts";
import { newId } from "../../platform/ids.ts";
import { bootId } from "../../platform/process.ts";
import { makeAccount } from "../../testing/accounts.ts";
import { useDatabase } from "../../testing/database.ts";
import { replacePhotos } from "../../testing/generations/paid-endpoint.ts";
import { endWorkers, runWorkers } from "../../testing/generations/workers.ts";
import { deleteJobs, endWaits } from "../../testing/queue/waits.ts";
import { findRowsWith } from "../../testing/rows.ts";
import { createVerifiedEndpoint } from "../../testing/webhooks/verified.ts";
import { createBatch } from "../batches/create.ts";
import { deleteGenerations } from "../history/delete.ts";
import { refundOpenWork } from "../run/requeue.ts";
import { inspectBatch } from "./batch.ts";
import { findWaits } from "./waiting.ts";
import { inspectWork } from "./work.ts";

await useDatabase();

let gate: PromiseWithResolvers<void>;
beforeEach(async () => {
  gate = Promise.withResolvers<void>();
  await db().appProcess.deleteMany();
});
afterEach(async () => {
  gate.resolve();
  await endWorkers();
  await refundOpenWork();
  await deleteJobs();
});

/** Orders a batch for a new account on the smallest plan; items are named by their pictures. */
async function orderBatch(...names: string[]) {
  const { userId, keyId } = await makeAccount({ tier: "starter", monthly: 100 });
  await createVerifiedEndpoint({ url: "http://127.0.0.1:9/hook", events: ["*"] }, { userId });
  const items = names.map((imageUrl, index) => ({
    customId: `${index}`,
    operation: "generate" as const,
    request: { imageUrl, style: "studio", aspectRatio: "1:1", resolution: "1K" } as const,
  }));
  const account = { tier: "starter", total: 100 } as const;
  const by = { userId, apiKeyId: keyId, account, idempotencyKey: `order ${names}`, resumedId: null };
  const { id } = await createBatch({ items }, by);
  const rows = await db().generation.findMany({ where: { batchId: id }, orderBy: { place: "asc" } });
  return { id, userId, ids: rows.map((row) => row.id) };
}

async function inspect(id: string) {
  const found = await inspectWork(id);
  if (!found) throw new Error(`${id} is not there`);
  return found;
}
const waitOf = async (id = "") => (await findWaits([id])).get(id);

/** Registers another process as a worker. */
const workerLives = () =>
  db().appProcess.create({ data: { bootId: newId("boot"), instance: "elsewhere", slots: 1 } });
const setJob = (id: string, change: ReturnType<typeof sql>) =>
  db().$executeRaw(sql`UPDATE pgboss.job SET ${change} WHERE data->>'id' = ${id}`);

test("inspection shows why work waits: no worker, queue position, plan limit, retry time or lost job", async () => {
  replacePhotos(1, async (name) => ({ url: name, publicId: null }));
  const { atOnce } = defaultPlans.starter.jobs;
  const { id: batchId, ids } = await orderBatch("a", "b", "c", "d");
  const [first = "", second = "", third = "", fourth = ""] = ids;
  expect(atOnce).toBe(2);
  expect(await waitOf(third)).toMatchObject({ reason: "no_worker", queuePosition: 3 });
  await workerLives();
  expect(await waitOf(third)).toMatchObject({ reason: "queue_position", text: "place 3 in the queue work" });

  const later = new Date(Date.now() + 60_000);
  await setJob(fourth, sql`start_after = ${later}`);
  expect(await waitOf(fourth)).toMatchObject({ reason: "retry_time", retryAt: later });

  await setJob(
    first,
    sql`state = 'active', started_on = now(), heartbeat_on = now() - interval '25 seconds'`,
  );
  await setJob(second, sql`state = 'active', started_on = now(), heartbeat_on = now()`);
  expect(await waitOf(first)).toMatchObject({ reason: "worker_silent" });
  expect(await waitOf(second)).toMatchObject({ reason: "running" });
  expect(await waitOf(third)).toMatchObject({
    reason: "plan_limit",
    text: "its account runs 2 of 2 jobs that the plan starter allows at a time",
  });
  expect(await findWaits([newId("gen")])).toEqual(new Map());

  await db().$executeRaw(sql`DELETE FROM pgboss.job WHERE data->>'id' = ${second}`);
  const found = await inspectBatch(batchId);
  expect(found).toMatchObject({
    batch: { counts: { total: 4, queued: 4 }, credits: { reserved: 4, used: 0 } },
    oldestOpen: { waiting: expect.anything() },
  });
  const waits = found?.waiting.map(({ reason, count, examples }) => [reason, count, examples[0]?.id]);
  expect(waits?.toSorted()).toEqual([
    ["no_job", 1, second],
    ["queue_position", 1, third],
    ["retry_time", 1, fourth],
    ["worker_silent", 1, first],
  ]);
});

test("inspection of a batch shows failures by cause, and its webhooks", async () => {
  replacePhotos(1, async (name) => {
    if (name === "good") return { url: name, publicId: null };
    throw name === "empty" ? new NothingFoundError() : new Error(name);
  });
  const { id } = await orderBatch("good", "empty", "empty", "broken");
  await runWorkers(2);
  await vi.waitUntil(async () => (await inspectBatch(id))?.webhooks.completed.length === 1, {
    timeout: 20_000,
  });
  const found = await inspectBatch(id);
  expect(found).toMatchObject({
    batch: { counts: { succeeded: 1, failed: 3 }, credits: { used: 1, refunded: 3 }, etaSeconds: null },
    failures: [
      { errorCode: "generation_failed", fault: "caller", count: 2 },
      { errorCode: "generation_failed", fault: "service", count: 1 },
    ],
    waiting: [],
    oldestOpen: null,
    webhooks: { itemDeliveries: { pending: 4 } },
  });
  expect(await inspectBatch(newId("bat"))).toBeNull();
});

test("every attempt is recorded with its process and outcome, and its error is erased with the work", async () => {
  const tried: string[] = [];
  replacePhotos(1, async (name) => {
    tried.push(name);
    if (tried.length === 1) throw Object.assign(new Error("the secret pitcher broke"), { retryable: true });
    await gate.promise;
    return { url: "made", publicId: null };
  });
  const { id: batchId, ids, userId } = await orderBatch("a");
  const [id = ""] = ids;
  await runWorkers(1);
  await vi.waitUntil(
    async () => {
      await endWaits("work");
      return tried.length === 2;
    },
    { timeout: 20_000 },
  );
  const first = {
    number: 1,
    worker: bootId(),
    pid: process.pid,
    outcome: "failed",
    endedAt: expect.any(Date),
  };
  expect(await inspect(id)).toMatchObject({
    attempts: [
      { ...first, error: "the secret pitcher broke" },
      { number: 2, worker: bootId(), outcome: "running", endedAt: null, error: null },
    ],
    waiting: { reason: "running" },
  });
  gate.resolve();
  await vi.waitUntil(async () => (await inspect(id)).webhooks.length === 1, { timeout: 10_000 });
  expect(await inspect(id)).toMatchObject({
    account: { userId, tier: "starter" },
    work: { batchId, status: "succeeded", imageUrl: "a", creditsUsed: 1 },
    attempts: [first, { number: 2, outcome: "succeeded", endedAt: expect.any(Date) }],
    attemptCount: 2,
    waiting: null,
    failure: null,
    charge: { fromMonthly: 1, ledger: [{ kind: "charge", monthlyDelta: -1 }] },
    webhooks: [{ type: "generation.succeeded", deliveries: [{ status: "pending" }] }],
  });

  expect(await findRowsWith(["secret pitcher"])).toHaveLength(1);
  await deleteGenerations([id]);
  expect(await findRowsWith(["secret pitcher"])).toEqual([]);
});
