import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { photoMaker } from "#lib/generations/kinds/make-photo.ts";
import { photo } from "#lib/generations/kinds/photo.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { balanceOf, idOf, respondAsync } from "#lib/testing/generations/open-studio.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { pickPhotoOptions } from "../kinds/options.ts";

await useDatabase();
useWorkers(3);

const cost = 3;
let failing: (seed: number) => boolean;
let handler: ReturnType<typeof paidEndpoint>;
let disposed: string[];

beforeEach(() => {
  failing = () => false;
  disposed = [];
  handler = paidEndpoint(cost, async () => ({ url: "", publicId: null }));
  vi.mocked(photo.check).mockImplementation(async () => ({
    sourcePublicId: null,
    source: { image: "picture", dispose: async () => void disposed.push("picture") },
  }));
  vi.mocked(photoMaker.make).mockImplementation(async ({ options }, { source }) => {
    const { seed = 0 } = pickPhotoOptions(options);
    await source?.dispose();
    if (failing(seed)) throw new ApiError("generation_failed", `seed ${seed} cannot be made`);
    return { url: `https://example.com/${seed}.jpg`, publicId: null };
  });
});

const call = (key: string, json: object, headers: Record<string, string> = {}) =>
  callPaid(handler, { key, json: { say: "mug", ...json }, headers });

test("n photos have consecutive seeds and one source, cost n times as much, and form a batch that the key finds", async () => {
  const { key, userId } = await makeAccount({ monthly: 20 });
  const answer = await call(key, { n: 3, seed: 7 }, { "idempotency-key": "three" });
  const results = [7, 8, 9].map((seed) => ({
    id: expect.any(String),
    result_url: `https://example.com/${seed}.jpg`,
    seed,
    status: "succeeded",
  }));
  expect(answer.body).toEqual({
    result_url: "https://example.com/7.jpg",
    credits_used: 9,
    credits_remaining: { monthly: 11, topup: 0, total: 11 },
    results,
  });
  expect(answer.headers.get("x-credits-charged")).toBe("9");
  expect(idOf(answer)).toBe(answer.body.results[0].id);
  expect([vi.mocked(photo.check).mock.calls.length, disposed.length]).toEqual([1, 1]);
  const query = { idempotency_key: "three" };
  const { body } = await api("listGenerations", { key, query });
  const batches = new Set(body.data.map(({ batch_id }: { batch_id: string }) => batch_id));
  expect([body.data.length, batches.size]).toEqual([3, 1]);
  // Emitted after the caller is answered.
  const events = () => db().webhookEvent.count({ where: { userId, type: "generation.succeeded" } });
  await expect.poll(events).toBe(3);
});

test("one photo, or n absent, is answered as before", async () => {
  const { key, userId } = await makeAccount({ monthly: 20 });
  for (const json of [{ n: 1 }, {}, { n: null }]) {
    const { body } = await call(key, json);
    expect(Object.keys(body).sort()).toEqual(["credits_remaining", "credits_used", "result_url"]);
  }
  expect(await db().batch.count({ where: { userId } })).toBe(0);
});

test("whichever photos fail: each is refunded by itself, all or none are charged, and a repeated key changes nothing", async () => {
  const trial = fc.record({
    n: fc.integer({ min: 2, max: 5 }),
    seed: fc.integer({ min: 0, max: 3 }),
    failed: fc.array(fc.integer({ min: 0, max: 7 })),
    credits: fc.integer({ min: 0, max: 20 }),
    keyed: fc.boolean(),
  });
  const runs = runsOf(150, 12);
  tried("idempotency", runs);
  await fc.assert(
    fc.asyncProperty(trial, async ({ n, seed, failed, credits, keyed }) => {
      failing = (one) => failed.includes(one);
      const { key, userId } = await makeAccount({ monthly: 1, topup: credits });
      const headers: Record<string, string> = keyed ? { "idempotency-key": "once" } : {};
      const answer = await call(key, { n, seed }, headers);
      const total = 1 + credits;
      const rows = await db().generation.count({ where: { userId } });
      const seeds = Array.from({ length: n }, (_, place) => seed + place);
      const made = seeds.filter((one) => !failed.includes(one));
      const left = total < n * cost ? total : total - made.length * cost;
      if (total < n * cost) {
        expect([answer.body.error?.code, rows]).toEqual(["insufficient_credits", 0]);
      } else if (made.length === 0) {
        expect([answer.status, answer.body.error?.code, rows]).toEqual([502, "generation_failed", n]);
      } else {
        expect(answer.body).toMatchObject({
          result_url: `https://example.com/${made[0]}.jpg`,
          credits_used: made.length * cost,
          credits_remaining: { total: left },
          results: seeds.map((one) => ({ seed: one, status: made.includes(one) ? "succeeded" : "failed" })),
        });
      }
      if (keyed) {
        const again = await call(key, { n, seed }, headers);
        if (total >= n * cost) expect(again.body).toStrictEqual(answer.body);
        expect(await db().generation.count({ where: { userId } })).toBe(rows);
      }
      const [monthly = 0, topup = 0] = await balanceOf(userId);
      expect(monthly + topup).toBe(left);
    }),
    { numRuns: runs },
  );
  expect((await auditCredits()).findings).toEqual([]);
});

test("a key's limit and max_credits refuse the whole call before any photo is charged", async () => {
  const { key, userId, keyId } = await makeAccount({ monthly: 20 });
  expect((await call(key, { n: 2, max_credits: 5 })).body.error.code).toBe("insufficient_credits");
  await db().apiKey.update({ where: { id: keyId }, data: { maxCreditsPerMonth: 5 } });
  expect((await call(key, { n: 2 })).body.error.code).toBe("key_budget_exceeded");
  expect([await balanceOf(userId), await db().generation.count({ where: { userId } })]).toEqual([[20, 0], 0]);
});

test("in the background, the response lists all photos as they are, and a repeated key the same ones", async () => {
  const { key, userId } = await makeAccount({ monthly: 20 });
  const headers = { ...respondAsync, "idempotency-key": "later" };
  const first = await call(key, { n: 2 }, headers);
  expect([first.status, first.body.credits_used, first.body.results.length]).toEqual([202, 6, 2]);
  expect(first.headers.get("x-credits-charged")).toBe("6");
  const isDone = async () => (await db().generation.count({ where: { userId, status: "succeeded" } })) === 2;
  await vi.waitUntil(isDone, 20_000);
  const ids = first.body.results.map(({ id }: { id: string }) => id);
  const later = await call(key, { n: 2 }, headers);
  expect(later.body.results.map(({ id }: { id: string }) => id)).toEqual(ids);
  const waited = await call(key, { n: 2 }, { ...headers, prefer: "respond-async, wait=20" });
  expect([waited.status, waited.body.credits_used]).toEqual([200, 6]);
  const plain = await call(key, { n: 2 }, { "idempotency-key": "later" });
  expect(plain.body).toStrictEqual(waited.body);
  expect(await balanceOf(userId)).toEqual([14, 0]);
});

test("an earlier photo with one of the seeds is reused free of charge", async () => {
  const { key, userId } = await makeAccount({ monthly: 20 });
  await call(key, { seed: 1 });
  expect((await call(key, { n: 3, reuse: true })).body).toMatchObject({ credits_used: 2 * cost });
  expect((await call(key, { n: 3, reuse: true })).body).toMatchObject({ credits_used: 0 });
  expect(await balanceOf(userId)).toEqual([20 - 3 * cost, 0]);
});

const order = { image_url: "https://example.com/mug.jpg", type: "product", style: "studio" };

test("an estimate has the price of all photos; batches refuse n, as do calls for the picture itself", async () => {
  const { key, userId } = await makeAccount({ monthly: 20 });
  const request = { operation: "generate", request: { ...order, n: 4 } };
  const single = { operation: "generate", request: order };
  const { body } = await api("estimate", { key, json: { requests: [single, request] } });
  expect([body.credits, body.requests.map(({ credits }: { credits: number }) => credits)]).toEqual([
    5 * cost,
    [cost, 4 * cost],
  ]);
  const items = [{ ...request, custom_id: "a" }];
  const batch = await api("createBatch", { key, json: { items } });
  expect(batch.body.error).toMatchObject({
    code: "invalid_params",
    issues: [{ path: "items[0].request.n" }],
  });
  const headers = { accept: "image/png" };
  const picture = await api("generate", { key, headers, json: { ...order, n: 2 } });
  expect(picture.body.error).toMatchObject({ code: "invalid_params", issues: [{ path: "n" }] });
  for (const json of [{ n: 9 }, { n: 0 }, { n: 2, seed: 2 ** 31 - 1 }]) {
    const refused = await api("generate", { key, json: { ...order, ...json } });
    expect(refused.body.error.code).toBe("invalid_params");
  }
  expect(await db().generation.count({ where: { userId } })).toBe(0);
});
