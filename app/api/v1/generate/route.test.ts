import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { outputSize, styleNames } from "#lib/contract/photos/styles.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { sendHeartbeat } from "#lib/db/heartbeat.ts";
import { db } from "#lib/db/index.ts";
import { refundExpired } from "#lib/generations/run/refund-expired.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { warmUp, workerPid } from "#lib/imaging/worker/pool.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct, emptyPicture, productPicture } from "#lib/testing/pictures.ts";
import { requirePid } from "#lib/testing/pid.ts";
import { DELETE, GET as GET_ONE } from "../generations/[id]/route.ts";
import { POST } from "./route.ts";

await useDatabase();
useWorkers(2);

let imageUrl: string;
/** A picture with alpha, so that cutting it out needs no network. */
let cutOutUrl: string;

beforeAll(async () => {
  const folder = "inputs/test";
  imageUrl = (await imageHost().upload(await productPicture(), { folder })).url;
  cutOutUrl = (await imageHost().upload(await drawnProduct(), { folder })).url;
  await warmUp();
});

const body = (change: object = {}) => ({ image_url: imageUrl, type: "product", style: "studio", ...change });
/** A photo that takes little time. */
const small = (change: object = {}) =>
  body({ image_url: cutOutUrl, size: { width: 128, height: 128 }, ...change });
const generate = (call: TestCall) => callApi(operations.generate, POST, call);
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
  test.each(styleNames)(
    "makes a %s photo for one credit and stores it in the outputs folder of the account",
    async (style) => {
      const { key, userId } = await makeAccount({ monthly: 5, topup: 2 });
      // One of them needs the network.
      const image_url = style === "studio" ? imageUrl : cutOutUrl;
      const { body: answer, headers } = await generate({ key, json: body({ style, image_url }) });
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

  test.each([
    ["1K", "9:16", 1],
    ["2K", "4:3", 2],
    ["4K", "16:9", 4],
  ] as const)("makes a %s photo of %s of the exact size for %i credits", async (resolution, ratio, cost) => {
    const { key, userId } = await makeAccount({ monthly: 3, topup: 3 });
    const json = body({ image_url: cutOutUrl, resolution, aspect_ratio: ratio });
    const { body: answer } = await generate({ key, json });
    expect(answer.credits_used).toBe(cost);
    expect(await totalOf(userId)).toBe(6 - cost);
    expect(await photoAt(answer.result_url)).toMatchObject(outputSize(ratio, resolution));
  });

  test("lets a prompt override that of the style, but not a blank prompt", async () => {
    const { key } = await makeAccount();
    const plain = await generate({ key, json: small() });
    const blank = await generate({ key, json: small({ prompt: "  " }) });
    const prompted = await generate({
      key,
      json: small({ prompt: "on deep navy blue, hard light from the right" }),
    });
    const bytes = async (url: string) =>
      Buffer.from(await (await handleImageHostRequest(new Request(url))).arrayBuffer());
    expect((await bytes(blank.body.result_url)).equals(await bytes(plain.body.result_url))).toBe(true);
    expect((await bytes(prompted.body.result_url)).equals(await bytes(plain.body.result_url))).toBe(false);
  });
});

describe("an Idempotency-Key", () => {
  test("returns not_found after its result was deleted, and does not order or charge it again", async () => {
    tried("replay-after-deletion");
    const { key, userId } = await makeAccount({ monthly: 5 });
    const call = { key, json: small(), headers: { "idempotency-key": "order-2" } };
    const first = await generate(call);
    const id = first.headers.get("x-generation-id") ?? "";
    await callApi(operations.deleteGeneration, DELETE, { key, params: { id } });
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
  test("refuses a photo that costs more than the balance, and charges nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 2, topup: 1 });
    const { body: answer } = await generate({ key, json: body({ resolution: "4K" }) });
    expect(answer.error.code).toBe("insufficient_credits");
    expect(await totalOf(userId)).toBe(3);
  });

  test("makes exactly 10 photos for 64 concurrent calls on a balance for 10", async () => {
    tried("exact-charges", 64);
    const { key, userId } = await makeAccount({ monthly: 6, topup: 4 });
    const answers = await Promise.all(Array.from({ length: 64 }, () => generate({ key, json: small() })));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(402)]).toEqual([10, 54]);
    expect(new Set(answers.flatMap((answer) => answer.body.result_url ?? [])).size).toBe(10);
    expect(await totalOf(userId)).toBe(0);
  });
});

describe("502", () => {
  test("refunds a picture without a product to the buckets that were charged", async () => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 1, topup: 3 });
    const empty = await imageHost().upload(await emptyPicture(), { folder: "inputs/test" });
    const json = body({ image_url: empty.url, resolution: "2K" });
    const { body: answer, headers } = await generate({ key, json });
    expect(answer.error.code).toBe("generation_failed");
    expect(answer.error.message).toContain("no product");
    expect(headers.get("x-credits-charged")).toBe("0");
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 1, topup: 3 });
    const id = headers.get("x-generation-id") ?? "";
    const { body: row } = await callApi(operations.getGeneration, GET_ONE, { key, params: { id } });
    expect(row).toMatchObject({ status: "failed", credits_used: 0, error_code: "generation_failed" });
  });

  test("refunds a photo that cannot be stored", async () => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 5 });
    await db().$queryRaw`SELECT 1`;
    const upload = path.join(env().DATA_DIR, "images");
    const { rename } = await import("node:fs/promises");
    const made = generate({ key, json: body({ style: "luxury" }) });
    await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
    await rename(upload, `${upload}-gone`);
    await writeFile(upload, "");
    expect((await made).body.error.code).toBe("generation_failed");
    await rm(upload);
    await rename(`${upload}-gone`, upload);
    expect(await totalOf(userId)).toBe(5);
  });
});

describe("a worker that is killed while it makes a photo", () => {
  test("is replaced, and the photo is made and charged once", async () => {
    tried("killed-process");
    const { key, userId } = await makeAccount({ monthly: 5 });
    await warmUp();
    const dying = generate({ key, json: body({ resolution: "4K", prompt: "sage green" }) });
    await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
    const pid = requirePid(workerPid("heavy"));
    process.kill(pid, "SIGKILL");
    const answer = await dying;
    expect([answer.status, answer.body.credits_used]).toEqual([200, 4]);
    expect(await totalOf(userId)).toBe(1);
    expect(workerPid("heavy")).not.toBe(pid);
  });
});

describe("work that a sweep has refunded", () => {
  test("is not charged again when it finishes late", async () => {
    tried("resolve-once");
    const { key, userId } = await makeAccount({ monthly: 5 });
    await sendHeartbeat();
    const late = generate({ key, json: body({ style: "lifestyle" }) });
    await vi.waitUntil(() => db().generation.count({ where: { userId, status: "running" } }), 20_000);
    await db().generation.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } });
    expect(await refundExpired()).toBe(1);
    expect((await late).body.error.code).toBe("generation_failed");
    expect(await totalOf(userId)).toBe(5);
  });
});

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
