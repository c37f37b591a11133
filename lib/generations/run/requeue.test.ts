import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { auditCredits } from "../../credits/audit.ts";
import { chargeCredits } from "../../credits/charge.ts";
import { db, type Prisma, sql } from "../../db/index.ts";
import { newId } from "../../platform/ids.ts";
import { queue, stopQueue } from "../../queue/boss.ts";
import { workRetryLimit } from "../../queue/queues.ts";
import { makeAccount } from "../../testing/accounts.ts";
import { chargeOf, onePhoto, queueOne } from "../../testing/credits/charge-one.ts";
import { useDatabase } from "../../testing/database.ts";
import { replacePhotos } from "../../testing/generations/paid-endpoint.ts";
import { endWorkers, giveUpSilentWorkers, runWorkers } from "../../testing/generations/workers.ts";
import { deleteJobs } from "../../testing/queue/waits.ts";
import { createVerifiedEndpoint } from "../../testing/webhooks/verified.ts";
import { createBatch } from "../batches/create.ts";
import { getBatch } from "../batches/read.ts";
import { refundOpenWork, requeueLostWork } from "./requeue.ts";

await useDatabase();

const weekMs = 7 * 24 * 60 * 60 * 1000;

beforeEach(() => replacePhotos(1, async (name) => ({ url: name, publicId: null })));
afterEach(async () => {
  await endWorkers();
  await refundOpenWork();
  await deleteJobs();
  await db().generation.deleteMany();
});

/** Queued paid work of a new account, ordered two minutes ago. */
async function queuedWork(): Promise<{ id: string; userId: string }> {
  const { userId } = await makeAccount();
  const work = { ...onePhoto(userId), style: "studio", resolution: "1K", timeoutMs: weekMs };
  await queueOne(work, 1);
  await orderedBefore(work.id, "2 minutes");
  return { id: work.id, userId };
}

async function orderedBefore(id: string, age: string): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE generation SET created_at = now() - ${age}::interval, started_at = started_at - ${age}::interval
    WHERE id = ${id}`);
}

interface JobRow {
  name: string;
  state: string;
  priority: number;
  group_id: string;
  group_tier: string;
  retry_limit: number;
}
const jobsOf = (id: string) =>
  db().$queryRaw<JobRow[]>(sql`
    SELECT name, state::text, priority, group_id, group_tier, retry_limit FROM pgboss.job
    WHERE data->>'id' = ${id} ORDER BY created_on`);
const openJobsOf = async (id: string) =>
  (await jobsOf(id)).filter(({ state }) => ["created", "retry", "active"].includes(state));
const removeJobs = (id: string) => db().$executeRaw(sql`DELETE FROM pgboss.job WHERE data->>'id' = ${id}`);
// The value is bound as text: a test drops the schema, and a prepared statement keeps the types of its values.
const endJobs = (id: string, state: string) =>
  db().$executeRaw(sql`
    UPDATE pgboss.job SET state = ${state}::text::pgboss.job_state, completed_on = now() WHERE data->>'id' = ${id}`);
const rowOf = (id: string) => db().generation.findUniqueOrThrow({ where: { id } });

async function untilEnded(id: string) {
  await vi.waitUntil(async () => (await rowOf(id)).finishedAt !== null, { timeout: 20_000, interval: 20 });
  return rowOf(id);
}

test("work whose job was deleted is queued again in its former turn, and completes", async () => {
  const { id, userId } = await queuedWork();
  const before = await jobsOf(id);
  expect(before).toHaveLength(1);
  expect(await requeueLostWork()).toEqual({ requeued: 0, refunded: 0 });
  await removeJobs(id);
  expect(await requeueLostWork()).toEqual({ requeued: 1, refunded: 0 });
  expect(await jobsOf(id)).toEqual(before);
  expect((await rowOf(id)).requeuedAt).not.toBeNull();
  expect(await requeueLostWork()).toEqual({ requeued: 0, refunded: 0 });
  await runWorkers(1);
  expect(await untilEnded(id)).toMatchObject({ status: "succeeded", attempts: 1 });
  expect(await db().ledgerEntry.count({ where: { userId, kind: "charge" } })).toBe(1);
  expect((await auditCredits()).findings).toEqual([]);
});

test.each(["completed", "failed", "cancelled"])(
  "waiting work whose job is %s is queued again",
  async (state) => {
    const { id } = await queuedWork();
    await endJobs(id, state);
    expect(await requeueLostWork()).toEqual({ requeued: 1, refunded: 0 });
    expect(await openJobsOf(id)).toHaveLength(1);
  },
);

test("concurrent requeues create one job, also in an idle service", async () => {
  const { id } = await queuedWork();
  for (const isIdle of [false, true, true]) {
    await removeJobs(id);
    await db().$executeRaw(
      sql`UPDATE generation SET requeued_at = now() - interval '2 minutes' WHERE id = ${id}`,
    );
    const done = await Promise.all(Array.from({ length: 6 }, () => requeueLostWork({ isIdle })));
    expect(done.reduce((sum, { requeued }) => sum + requeued, 0)).toBe(1);
    expect(await openJobsOf(id)).toHaveLength(1);
  }
});

test("recent work and work that a worker may still finish are not requeued, except in an idle service", async () => {
  const { userId } = await makeAccount();
  const young = { ...onePhoto(userId), timeoutMs: weekMs };
  await queueOne(young, 1);
  const { id: running } = await queuedWork();
  await db().generation.update({
    where: { id: running },
    data: { status: "running", startedAt: new Date() },
  });
  await Promise.all([removeJobs(young.id), removeJobs(running)]);
  expect(await requeueLostWork()).toEqual({ requeued: 0, refunded: 0 });
  await orderedBefore(running, "3 minutes");
  expect(await requeueLostWork()).toEqual({ requeued: 1, refunded: 0 });
  expect(await requeueLostWork({ isIdle: true })).toEqual({ requeued: 1, refunded: 0 });
  for (const id of [young.id, running]) expect(await openJobsOf(id)).toHaveLength(1);
});

test("the result of a worker that finishes after its job was requeued is stored, and the new job ends", async () => {
  const { id } = await queuedWork();
  const { promise: ready, resolve: finish } = Promise.withResolvers<void>();
  let begun = 0;
  replacePhotos(1, async (name) => {
    begun += 1;
    await ready;
    return { url: `${name}-${begun}`, publicId: null };
  });
  await runWorkers(1);
  await vi.waitUntil(() => begun === 1, { timeout: 10_000, interval: 10 });
  // Simulates a lost job row that its worker does not know about yet.
  await endJobs(id, "completed");
  await orderedBefore(id, "3 minutes");
  expect(await requeueLostWork()).toEqual({ requeued: 1, refunded: 0 });
  finish();
  expect(await untilEnded(id)).toMatchObject({ status: "succeeded", resultRef: "x-1" });
  await vi.waitUntil(async () => (await openJobsOf(id)).length === 0, { timeout: 20_000, interval: 20 });
  expect((await rowOf(id)).attempts).toBe(1);
});

test("work whose queue schema was dropped completes after the next start", async () => {
  const works = [await queuedWork(), await queuedWork()];
  await stopQueue();
  await db().$executeRaw(sql`DROP SCHEMA pgboss CASCADE`);
  await queue();
  expect(await requeueLostWork({ isIdle: true })).toEqual({ requeued: 2, refunded: 0 });
  await runWorkers(2);
  for (const { id } of works) expect(await untilEnded(id)).toMatchObject({ status: "succeeded" });
});

test("attempts are counted across lost jobs, and after the last one the work is refunded", async () => {
  const { id, userId } = await queuedWork();
  await orderedBefore(id, "3 minutes");
  for (const attempts of [1, 2]) {
    await db().generation.update({ where: { id }, data: { attempts, status: "running", requeuedAt: null } });
    await removeJobs(id);
    expect(await requeueLostWork()).toEqual({ requeued: 1, refunded: 0 });
    expect(await jobsOf(id)).toMatchObject([{ retry_limit: workRetryLimit - attempts }]);
  }
  await db().generation.update({ where: { id }, data: { attempts: workRetryLimit + 1, requeuedAt: null } });
  await removeJobs(id);
  expect(await requeueLostWork()).toEqual({ requeued: 0, refunded: 1 });
  expect(await rowOf(id)).toMatchObject({
    status: "failed",
    errorCode: "generation_failed",
    fault: "service",
  });
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 400 });
});

test("work whose refund waits in the failure queue is not requeued", async () => {
  const { id } = await queuedWork();
  const boss = await queue();
  for (let attempt = 0; attempt <= workRetryLimit; attempt += 1) {
    const [job] = await boss.fetch("work", { ignoreStartAfter: true });
    expect(job).toBeDefined();
    await db().$executeRaw(
      sql`UPDATE generation SET status = 'running', started_at = now() WHERE id = ${id}`,
    );
    await giveUpSilentWorkers();
  }
  await orderedBefore(id, "3 minutes");
  expect(await openJobsOf(id)).toMatchObject([{ name: "work-failed" }]);
  expect(await requeueLostWork()).toEqual({ requeued: 0, refunded: 0 });
});

test("requeueing the lost last item of a batch completes the batch and emits its events", async () => {
  const { userId, keyId } = await makeAccount({ tier: "starter", monthly: 100 });
  await createVerifiedEndpoint({ url: "http://127.0.0.1:9/hook", events: ["*"] }, { userId });
  const account = { tier: "starter", total: 100 } as const;
  const item = (customId: string) => {
    const request = { imageUrl: customId, style: "studio", aspectRatio: "1:1", resolution: "1K" } as const;
    return { customId, operation: "generate" as const, request };
  };
  const by = { userId, apiKeyId: keyId, account, idempotencyKey: null, resumedId: null };
  const batch = await createBatch({ items: [item("a"), item("b")] }, by);
  const [, last] = await db().generation.findMany({
    where: { batchId: batch.id },
    orderBy: { place: "asc" },
  });
  await removeJobs(last?.id ?? "");
  await runWorkers(2);
  await vi.waitUntil(async () => (await getBatch({ id: batch.id }, by)).counts.succeeded === 1, {
    timeout: 10_000,
    interval: 20,
  });
  await orderedBefore(last?.id ?? "", "2 minutes");
  expect(await requeueLostWork()).toEqual({ requeued: 1, refunded: 0 });
  const types = async () =>
    (await db().webhookEvent.findMany({ where: { userId } })).map(({ type }) => type).sort();
  await expect
    .poll(types, { timeout: 10_000 })
    .toEqual(["batch.completed", "generation.succeeded", "generation.succeeded"]);
});

test("all open work is refunded in one call, and its events are emitted", async () => {
  const { userId } = await makeAccount({ monthly: 50 });
  await createVerifiedEndpoint({ url: "http://127.0.0.1:9/hook", events: ["*"] }, { userId });
  await chargeCredits(chargeOf(userId, [1, 1, 1]));
  expect(await refundOpenWork("The service was restored from a backup.")).toBe(3);
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 50 });
  const events = await db().webhookEvent.findMany({ where: { userId } });
  expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => "generation.failed"));
  expect(await requeueLostWork({ isIdle: true })).toEqual({ requeued: 0, refunded: 0 });
});

test("one run requeues a limited number, next in turn first, and the next run the rest", async () => {
  const { userId } = await makeAccount();
  const charge = chargeOf(
    userId,
    Array.from({ length: 7 }, () => 1),
  );
  await chargeCredits(charge);
  await deleteJobs();
  await db().$executeRaw(
    sql`UPDATE generation SET created_at = now() - interval '2 minutes' WHERE user_id = ${userId}`,
  );
  expect(await requeueLostWork({ limit: 5 })).toEqual({ requeued: 5, refunded: 0 });
  const first = charge.work.slice(0, 5).map(({ id }) => id);
  const rows = await db().generation.findMany({ where: { userId, NOT: { requeuedAt: null } } });
  expect(rows.map(({ id }) => id).sort()).toEqual(first.toSorted());
  expect(await requeueLostWork({ limit: 5 })).toEqual({ requeued: 2, refunded: 0 });
});

test("requeueing does not scan a long history", async () => {
  const { userId } = await makeAccount();
  await db().$executeRaw(sql`
    INSERT INTO generation (id, user_id, operation, status, source_ref, from_monthly, from_topup, period, expires_at, finished_at)
    SELECT ${newId("gen")} || n, ${userId}, 'generate', 'succeeded', 'x', 0, 0, 0, now(), now()
    FROM generate_series(1, 20000) AS n`);
  await db().$executeRaw(sql`ANALYZE generation`);
  const query = vi.spyOn(db(), "$queryRaw");
  await requeueLostWork();
  const [statement] = query.mock.calls[0] ?? [];
  query.mockRestore();
  const plan = await db().$queryRaw<object[]>(sql`EXPLAIN ${statement as unknown as Prisma.Sql}`);
  expect(JSON.stringify(plan)).not.toContain("Seq Scan on generation");
  expect(JSON.stringify(plan)).toContain("generation_turns");
});
