import { afterEach, beforeEach, expect, test } from "vitest";
import { defaultPlans } from "../../contract/billing/plans.ts";
import { db } from "../../db/index.ts";
import { makeAccount } from "../../testing/accounts.ts";
import { useDatabase } from "../../testing/database.ts";
import { replacePhotos } from "../../testing/generations/paid-endpoint.ts";
import { useWorkers } from "../../testing/generations/workers.ts";
import { createVerifiedEndpoint } from "../../testing/webhooks/verified.ts";
import { cancelBatch, retryBatch } from "../batches/change.ts";
import { createBatch } from "../batches/create.ts";
import { getBatch } from "../batches/read.ts";
import { cancelGeneration } from "../history/follow.ts";
import { refundExpired } from "../run/refund-expired.ts";
import { emitEnd } from "./emit.ts";

await useDatabase();
useWorkers(2);

const order = (...names: string[]) => ({
  items: names.map((name) => ({
    customId: name,
    operation: "generate" as const,
    request: {
      imageUrl: `https://shop.example/${name}.jpg`,
      style: "studio" as const,
      aspectRatio: "1:1" as const,
      resolution: "1K" as const,
    },
  })),
});

let gate: PromiseWithResolvers<void>;
beforeEach(() => {
  gate = Promise.withResolvers<void>();
  gate.resolve();
  replacePhotos(1, async (name) => {
    await gate.promise;
    if (name.includes("broken")) throw new Error("nothing comes of this picture");
    return { url: name, publicId: null };
  });
});
afterEach(() => gate.resolve());

async function openAccount(monthly: number, hears: boolean) {
  const { userId, keyId } = await makeAccount({ tier: "starter", monthly });
  if (hears) await createVerifiedEndpoint({ url: "http://127.0.0.1:9/hook", events: ["*"] }, { userId });
  const account = { tier: "starter", total: monthly } as const;
  return { userId, apiKeyId: keyId, account, idempotencyKey: null, resumedId: null };
}
const eventsOf = async (userId: string) =>
  (await db().webhookEvent.findMany({ where: { userId }, orderBy: { createdAt: "asc" } })).map(
    ({ type, data }) => ({ type, data }),
  );
const typesOf = async (userId: string) => (await eventsOf(userId)).map(({ type }) => type).sort();

test("the end of work and of its batch is emitted once, in the format of the API", async () => {
  const by = await openAccount(50, true);
  const { id } = await createBatch(order("mug", "broken-lamp"), by);
  await expect
    .poll(() => typesOf(by.userId))
    .toEqual(["batch.completed", "generation.failed", "generation.succeeded"]);
  const events = await eventsOf(by.userId);
  const [done] = events.filter(({ type }) => type === "generation.succeeded");
  expect(done?.data).toMatchObject({ custom_id: "mug", batch_id: id, status: "succeeded", credits_used: 1 });
  const [failed] = events.filter(({ type }) => type === "generation.failed");
  expect(failed?.data).toMatchObject({ custom_id: "broken-lamp", error_code: "generation_failed" });
  const [batch] = events.filter(({ type }) => type === "batch.completed");
  expect(batch?.data).toMatchObject({ id, status: "completed", counts: { succeeded: 1, failed: 1 } });

  const rows = await db().generation.findMany({ where: { batchId: id } });
  for (const row of rows) await emitEnd(row.id);
  expect(await typesOf(by.userId)).toHaveLength(3);
});

test("the end of a batch is emitted again after a retry of its failed items", async () => {
  const by = await openAccount(50, true);
  const { id } = await createBatch(order("broken-lamp"), by);
  await expect.poll(() => typesOf(by.userId)).toEqual(["batch.completed", "generation.failed"]);
  replacePhotos(1, async (name) => ({ url: name, publicId: null }));
  await retryBatch({ id }, by);
  await expect
    .poll(() => typesOf(by.userId))
    .toEqual(["batch.completed", "batch.completed", "generation.failed", "generation.succeeded"]);
});

test("reused results of a batch are emitted as one event, and separately to endpoints with reusedItems", async () => {
  const by = await openAccount(50, true);
  await createBatch(order("mug", "lamp"), by);
  await expect.poll(() => typesOf(by.userId)).toHaveLength(3);
  await createBatch({ ...order("mug", "lamp"), reuse: true }, by);
  await expect
    .poll(() => typesOf(by.userId))
    .toEqual(["batch.completed", "batch.completed", "generation.succeeded", "generation.succeeded"]);
  const fields = { url: "http://127.0.0.1:9/each", events: ["*"], reusedItems: true };
  const { id: asking } = await createVerifiedEndpoint(fields, { userId: by.userId });
  await createBatch({ ...order("mug", "lamp"), reuse: true }, by);
  await expect.poll(() => typesOf(by.userId)).toHaveLength(7);
  const deliveries = await db().webhookDelivery.findMany({
    where: { endpointId: asking },
    include: { event: true },
  });
  expect(deliveries.map(({ event }) => event.type).sort()).toEqual([
    "batch.completed",
    "generation.succeeded",
    "generation.succeeded",
  ]);
  const all = await db().webhookDelivery.count({ where: { userId: by.userId } });
  expect(all).toBe(3 + 1 + 1 + 3);
});

test("the end of a canceled batch is emitted; its canceled items are not", async () => {
  const by = await openAccount(50, true);
  gate = Promise.withResolvers<void>();
  const { id } = await createBatch(order("a", "b", "c", "d"), by);
  await expect.poll(() => db().generation.count({ where: { batchId: id, status: "running" } })).toBe(2);
  await cancelBatch({ id }, by);
  gate.resolve();
  await expect
    .poll(() => typesOf(by.userId))
    .toEqual(["batch.completed", "generation.succeeded", "generation.succeeded"]);
  expect((await getBatch({ id }, by)).status).toBe("canceled");
});

test("a batch also completes when its last item expires or is canceled", async () => {
  gate = Promise.withResolvers<void>();
  const [expiring, canceling] = [await openAccount(50, true), await openAccount(50, true)];
  const busy = await openAccount(50, false);
  await createBatch(order("a", "b"), busy);
  await expect.poll(() => db().generation.count({ where: { status: "running" } })).toBe(2);
  const { id: expired } = await createBatch(order("late"), expiring);
  const { id: canceled } = await createBatch(order("unwanted"), canceling);
  await db().generation.updateMany({ where: { batchId: expired }, data: { expiresAt: new Date(0) } });
  expect(await refundExpired()).toBe(1);
  expect(await typesOf(expiring.userId)).toEqual(["batch.completed", "generation.failed"]);
  const { id } = await db().generation.findFirstOrThrow({ where: { batchId: canceled } });
  await cancelGeneration({ id }, canceling);
  expect(await typesOf(canceling.userId)).toEqual(["batch.completed", "generation.canceled"]);
  const [event] = (await eventsOf(canceling.userId)).filter(({ type }) => type === "generation.canceled");
  expect(event?.data).toMatchObject({ id, status: "canceled", batch_id: canceled, credits_used: 0 });
});

test("a low balance is emitted once in a period", async () => {
  const low = Math.floor(defaultPlans.starter.monthlyCredits * 0.1);
  const by = await openAccount(low + 1, true);
  await createBatch(order("a", "b", "c"), by);
  await expect.poll(() => typesOf(by.userId)).toContain("batch.completed");
  expect((await typesOf(by.userId)).filter((type) => type === "credits.low")).toHaveLength(1);
});

test("the event log has the same events without an endpoint", async () => {
  const by = await openAccount(50, false);
  const { id } = await createBatch(order("a", "broken"), by);
  await expect.poll(async () => (await getBatch({ id }, by)).status).toBe("completed");
  await expect
    .poll(() => typesOf(by.userId))
    .toEqual(["batch.completed", "generation.failed", "generation.succeeded"]);
  expect(await db().webhookDelivery.count({ where: { userId: by.userId } })).toBe(0);
  await createBatch({ ...order("a"), reuse: true }, by);
  await expect.poll(() => typesOf(by.userId)).toHaveLength(4);
  expect((await typesOf(by.userId)).filter((type) => type === "batch.completed")).toHaveLength(2);
});
