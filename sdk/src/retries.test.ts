import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../lib/testing/database.ts";
import { startService } from "../../lib/testing/service.ts";
import { runsOf } from "../../lib/testing/trials.ts";
import { type ClientOptions, GenerationFailedError, PhotoService, TimeoutError } from "./index.ts";
import { type Fault, startFaultyServer } from "./testing/faulty-server.ts";

await useDatabase();
const service = await startService();
const { db } = await import("../../lib/db/index.ts");
const { auditCredits } = await import("../../lib/credits/audit.ts");
const { makeAccount } = await import("../../lib/testing/accounts.ts");
const { replacePhotos } = await import("../../lib/testing/generations/paid-endpoint.ts");
const { useWorkers } = await import("../../lib/testing/generations/workers.ts");
useWorkers(4);

const cost = 3;
let faults: Fault[] = [];
const server = await startFaultyServer(service.url, () => faults.shift() ?? "none");
let release = Promise.resolve();
beforeEach(() => {
  faults = [];
  release = Promise.resolve();
  replacePhotos(cost, async (imageUrl) => {
    await release;
    if (imageUrl.endsWith("fails.jpg")) throw new Error("no photo");
    return { url: "https://example.com/made.jpg", publicId: null };
  });
});
afterAll(async () => {
  server.close();
  await service.close();
});

async function makeClient(options: Partial<ClientOptions> = {}) {
  const { key, userId } = await makeAccount({ monthly: 100 });
  const client = new PhotoService({ baseUrl: server.url, apiKey: key, retryDelayMs: 4, ...options });
  const spent = async () => 100 - (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
  return { client, userId, spent };
}

const photo = { image_url: "https://example.com/mug.jpg", type: "product", style: "studio" } as const;
const calls = {
  generate: (client: PhotoService) => client.photos.generate(photo),
  order: async (client: PhotoService) => {
    const { id } = await client.photos.order(photo);
    return client.generations.waitFor(id);
  },
  batch: (client: PhotoService) =>
    client.batches.create({ items: [{ custom_id: "a", operation: "generate", request: photo }] }),
};
const someFaults = fc.array(
  fc.constantFrom<Fault>(
    "refused",
    "lost",
    "truncated",
    "limited",
    "overloaded",
    "internal",
    "gateway",
    "none",
  ),
  { maxLength: 8 },
);

test("a call is charged at most once despite faults, and exactly once when it succeeds", async () => {
  await fc.assert(
    fc.asyncProperty(
      someFaults,
      fc.constantFrom(...(Object.keys(calls) as (keyof typeof calls)[])),
      async (given, call) => {
        faults = [...given];
        const { client, userId, spent } = await makeClient();
        const isAnswered = await calls[call](client).then(
          () => true,
          () => false,
        );
        const made = await db().generation.count({ where: { userId } });
        expect(made).toBeLessThanOrEqual(1);
        expect(await spent()).toBe(made * cost);
        if (isAnswered) expect(made).toBe(1);
        // If there are fewer faults than retries, the call must succeed.
        if (given.filter((fault) => fault !== "none").length <= 4) expect(isAnswered).toBe(true);
      },
    ),
    { numRuns: runsOf(25, 8) },
  );
  expect((await auditCredits()).findings).toEqual([]);
}, 180_000);

test("a call whose first attempt timed out waits for the work of that attempt", async () => {
  const gate = Promise.withResolvers<void>();
  release = gate.promise;
  const { client, spent } = await makeClient({ timeoutMs: 700 });
  const before = server.requests();
  const answer = client.photos.generate(photo);
  await expect.poll(() => server.requests() - before).toBeGreaterThan(1);
  gate.resolve();
  expect(await answer).toMatchObject({ credits_used: cost });
  expect(await spent()).toBe(cost);
});

test("failed work is refunded and not ordered again", async () => {
  const { client, userId, spent } = await makeClient();
  const failed = client.photos.generate({ ...photo, image_url: "https://example.com/fails.jpg" });
  await expect(failed).rejects.toBeInstanceOf(GenerationFailedError);
  expect(await db().generation.count({ where: { userId } })).toBe(1);
  expect(await spent()).toBe(0);
});

test("a call that costs credits without an Idempotency-Key is not repeated when its response is lost", async () => {
  const { client } = await makeClient();
  const batch = await calls.batch(client);
  const before = server.requests();
  faults = ["lost"];
  await expect(client.batches.retry(batch.id)).rejects.toMatchObject({ name: "ConnectionError" });
  expect(server.requests() - before).toBe(1);
});

test("a signal ends a call, and so does a time limit after the last attempt", async () => {
  const gate = Promise.withResolvers<void>();
  release = gate.promise;
  const { client } = await makeClient({ maxRetries: 0, timeoutMs: 300 });
  await expect(client.photos.generate(photo)).rejects.toBeInstanceOf(TimeoutError);
  const controller = new AbortController();
  const reason = new Error("enough");
  const aborted = client.photos.generate(photo, { signal: controller.signal, timeoutMs: 60_000 });
  setTimeout(() => controller.abort(reason), 50);
  await expect(aborted).rejects.toBe(reason);
  faults = Array.from({ length: 50 }, () => "overloaded" as const);
  const waiting = client.credits.get({ signal: AbortSignal.timeout(80), maxRetries: 99 });
  await expect(waiting).rejects.toMatchObject({ name: "TimeoutError" });
  faults = [];
  gate.resolve();
});
