import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { aspectRatios, outputSize, styleNames } from "#lib/contract/photos/styles.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { photoMaker } from "#lib/generations/kinds/make-photo.ts";
import { refundExpired } from "#lib/generations/run/refund-expired.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { warmUp, workerPid } from "#lib/imaging/worker/pool.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { requirePid } from "#lib/testing/pid.ts";
import { deepTest, rowsOf, runsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(2);

/** A picture with alpha, so that cutting it out needs no network. */
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const photo = { type: "product", style: "studio" };
/** Asks for a small photo. */
const body = (change: object = {}) => ({
  ...photo,
  image_url: imageUrl,
  size: { width: 96, height: 96 },
  ...change,
});
const largeBody = (change: object = {}) => ({ ...photo, image_url: imageUrl, ...change });
const generate = (call: TestCall) => api("generate", call);
const totalOf = async (userId: string) => {
  const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return monthly + topup;
};

async function photoAt(url: string) {
  const response = await handleImageHostRequest(new Request(url));
  expect(response.status).toBe(200);
  return sharp(await response.arrayBuffer()).metadata();
}

describe("200", () => {
  test.each(rowsOf(styleNames, ["studio"]))(
    "makes a %s photo for one credit and stores it in the outputs folder of the account",
    async (style) => {
      const { key, userId } = await makeAccount({ monthly: 5, topup: 2 });
      const { body: answer, headers } = await generate({ key, json: largeBody({ style }) });
      expect(answer).toMatchObject({
        credits_used: 1,
        credits_remaining: { monthly: 4, topup: 2, total: 6 },
      });
      expect(answer.result_url).toContain(`/outputs/${userId}/`);
      expect(headers.get("x-credits-charged")).toBe("1");
      expect(await photoAt(answer.result_url)).toMatchObject({
        format: "jpeg",
        width: 1024,
        height: 1024,
        space: "srgb",
      });
    },
  );

  test.each(rowsOf(aspectRatios, []))(
    "makes a 1K photo of the exact size for aspect ratio %s",
    async (aspectRatio) => {
      const { key } = await makeAccount();
      const json = largeBody({ aspect_ratio: aspectRatio });
      const { body: answer } = await generate({ key, json });
      expect(await photoAt(answer.result_url)).toMatchObject(outputSize(aspectRatio, "1K"));
    },
  );

  const resolutions = [
    ["2K", 2],
    ["4K", 4],
  ] as const;
  test.each(rowsOf(resolutions, resolutions.slice(0, 1)))(
    "makes a %s photo of the exact size for %i credits",
    async (resolution, cost) => {
      const { key, userId } = await makeAccount({ monthly: 3, topup: 3 });
      const json = largeBody({ resolution, aspect_ratio: "16:9" });
      const { body: answer } = await generate({ key, json });
      expect(answer.credits_used).toBe(cost);
      expect(await totalOf(userId)).toBe(6 - cost);
      expect(await photoAt(answer.result_url)).toMatchObject(outputSize("16:9", resolution));
    },
  );

  test("lets a prompt override that of the style, but not a blank prompt", async () => {
    const { key } = await makeAccount();
    const plain = await generate({ key, json: body() });
    const blank = await generate({ key, json: body({ prompt: "  " }) });
    const prompted = await generate({
      key,
      json: body({ prompt: "on deep navy blue, hard light from the right" }),
    });
    const bytes = async (url: string) =>
      Buffer.from(await (await handleImageHostRequest(new Request(url))).arrayBuffer());
    expect((await bytes(blank.body.result_url)).equals(await bytes(plain.body.result_url))).toBe(true);
    expect((await bytes(prompted.body.result_url)).equals(await bytes(plain.body.result_url))).toBe(false);
  });
});

describe("an Idempotency-Key", () => {
  useFixedPixels();

  test("returns not_found after its result was deleted, and does not order or charge it again", async () => {
    tried("replay-after-deletion");
    const { key, userId } = await makeAccount({ monthly: 5 });
    const call = { key, json: body(), headers: { "idempotency-key": "order-2" } };
    const first = await generate(call);
    const id = first.headers.get("x-generation-id") ?? "";
    await api("deleteGeneration", { key, id });
    const again = await generate(call);
    expect(again.body.error).toMatchObject({
      code: "not_found",
      message: "The result of this Idempotency-Key was deleted.",
    });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("x-generation-id")).toBe(id);
    expect(await totalOf(userId)).toBe(4);
    const anew = await generate({ ...call, headers: { "idempotency-key": "order-2b" } });
    expect(anew.status).toBe(200);
    expect(await totalOf(userId)).toBe(3);
  });
});

describe("402", () => {
  useFixedPixels();

  test("refuses a photo that costs more than the balance, and charges nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 2, topup: 1 });
    const { body: answer } = await generate({ key, json: largeBody({ resolution: "4K" }) });
    expect(answer.error.code).toBe("insufficient_credits");
    expect(await totalOf(userId)).toBe(3);
  });

  test("makes exactly 10 photos for many concurrent calls on a balance for 10", async () => {
    const calls = runsOf(64, 16);
    tried("exact-charges", calls);
    const { key, userId } = await makeAccount({ monthly: 6, topup: 4 });
    const answers = await Promise.all(Array.from({ length: calls }, () => generate({ key, json: body() })));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(402)]).toEqual([10, calls - 10]);
    expect(new Set(answers.flatMap((answer) => answer.body.result_url ?? [])).size).toBe(10);
    expect(await totalOf(userId)).toBe(0);
  });
});

describe("502", () => {
  useFixedPixels();

  test("refunds a picture without a product to the buckets that were charged", async () => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 1, topup: 3 });
    const empty = await imageHost().upload(await drawnProduct(96, 0), { folder: "inputs/test" });
    const json = largeBody({ image_url: empty.url, resolution: "2K" });
    const { body: answer, headers } = await generate({ key, json });
    expect(answer.error.code).toBe("generation_failed");
    expect(answer.error.message).toContain("no product");
    expect(headers.get("x-credits-charged")).toBe("0");
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 1, topup: 3 });
    const id = headers.get("x-generation-id") ?? "";
    const { body: row } = await api("getGeneration", { key, id });
    expect(row).toMatchObject({ status: "failed", credits_used: 0, error_code: "generation_failed" });
  });

  test("refunds a photo that cannot be stored", async () => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 5 });
    const upload = path.join(env().DATA_DIR, "images");
    const release = holdPhotos();
    const made = generate({ key, json: body({ style: "luxury" }) });
    await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
    await rename(upload, `${upload}-gone`);
    await writeFile(upload, "");
    release();
    expect((await made).body.error.code).toBe("generation_failed");
    await rm(upload);
    await rename(`${upload}-gone`, upload);
    expect(await totalOf(userId)).toBe(5);
  });

  test("work that a sweep has refunded is not charged again when it finishes late", async () => {
    tried("resolve-once");
    const { key, userId } = await makeAccount({ monthly: 5 });
    await sendHeartbeat();
    const release = holdPhotos();
    const late = generate({ key, json: body({ style: "lifestyle" }) });
    await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
    await db().generation.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } });
    expect(await refundExpired()).toBe(1);
    release();
    expect((await late).body.error.code).toBe("generation_failed");
    expect(await totalOf(userId)).toBe(5);
  });
});

/** Holds photos, whose pictures are already loaded, until the returned function is called. */
function holdPhotos(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const make = photoMaker.make;
  vi.spyOn(photoMaker, "make").mockImplementation(async (...given) => {
    await promise;
    return await make(...given);
  });
  return resolve;
}

deepTest(
  "a worker that is killed while it makes a photo is replaced, and the photo is made and charged once",
  async () => {
    tried("killed-process");
    const { key, userId } = await makeAccount({ monthly: 5, topup: 0 });
    await warmUp();
    const json = largeBody({ resolution: "4K", prompt: "sage green" });
    const dying = generate({ key, json });
    await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
    const pid = requirePid(workerPid("heavy"));
    process.kill(pid, "SIGKILL");
    const answer = await dying;
    expect([answer.status, answer.body.credits_used]).toEqual([200, 4]);
    expect(await db().balance.findUniqueOrThrow({ where: { userId } })).toMatchObject({ monthly: 1 });
    expect(workerPid("heavy")).not.toBe(pid);
  },
  120_000,
);

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
