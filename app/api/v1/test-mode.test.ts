import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { resumeAccount, suspendAccount } from "#lib/accounts/state.ts";
import { hashOfNoPassword, secureAccount } from "#lib/auth/secure.ts";
import { closeAccount } from "#lib/closing/close-account.ts";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import { testBalance, testPictures, testWorkDays, testWorkPerDay } from "#lib/contract/keys/test-mode.ts";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { applyRetention } from "#lib/generations/history/delete.ts";
import { serveTestPicture } from "#lib/http/test-picture.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { openTestAccount } from "#lib/keys/test-account.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { contrastOf, drawnProduct } from "#lib/testing/pictures.ts";
import { rowsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(2);
useFixedPixels();

const { url: productUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

/** An account without plan and credits, and a test key of it. */
async function makeTester() {
  const { userId, key: liveKey } = await makeAccount({ status: "canceled", monthly: 0 });
  const testAccount = await openTestAccount(userId, db());
  const { key, info } = await createKey({ userId: testAccount, name: "ci", scopes: scopeNames });
  return { userId, testAccount, liveKey, key, keyId: info.id };
}

const pictureUrl = (name: keyof typeof testPictures) => `${env().BASE_URL}/test/${name}.jpg`;
const photoOf = (image_url: string, rest: object = {}) => ({
  image_url,
  type: "product",
  style: "studio",
  ...rest,
});
const order = (key: string) =>
  api("generate", { key, json: photoOf(productUrl, { size: { width: 64, height: 64 } }) });
const credits = async (key: string) => (await api("credits", { key })).body;

describe("a test key", () => {
  test("needs no plan and spends a test balance instead of the balance of the account", async () => {
    const { key, liveKey, userId } = await makeTester();
    expect(key).toMatch(/^pgs_test_[0-9A-Za-z]{36}$/);
    const before = await credits(key);
    expect(before).toMatchObject({ monthly_remaining: testBalance, total: testBalance, status: "active" });
    const made = await order(key);
    expect(made.body).toMatchObject({ credits_used: 1, credits_remaining: { total: testBalance - 1 } });
    expect(await credits(liveKey)).toMatchObject({ total: 0, status: "canceled" });
    expect(await auditCredits()).toMatchObject({ problems: 0 });

    // It sees its own history only, and a live key of the account only the live one.
    const id = made.headers.get("x-generation-id") ?? "";
    const liveId = await copyWork(id, userId);
    for (const [sent, own, other] of [
      [key, id, liveId],
      [liveKey, liveId, id],
    ] as const) {
      const { data } = (await api("listGenerations", { key: sent })).body;
      expect(data.map((work: { id: string }) => work.id)).toEqual([own]);
      const read = (of: string) => api("getGeneration", { key: sent, id: of });
      expect([(await read(own)).status, (await read(other)).status]).toEqual([200, 404]);
    }
  });

  test("has its test balance in each of several concurrent first calls", async () => {
    const { key } = await makeTester();
    const read = await Promise.all(Array.from({ length: 4 }, () => credits(key)));
    expect(read.map(({ total }) => total)).toEqual(Array(4).fill(testBalance));
    const { key: other } = await makeTester();
    const json = { image_url: pictureUrl("failed") };
    const ordered = await Promise.all(Array.from({ length: 4 }, () => api("removeBg", { key: other, json })));
    expect(ordered.map(({ status }) => status)).toEqual(Array(4).fill(502));
  });

  test("gets a watermarked 1K photo for any resolution or size, and pays for the resolution that it ordered", async () => {
    const { key } = await makeTester();
    const orders = [
      { resolution: "4K", aspect_ratio: "16:9" },
      { resolution: "2K", size: { width: 2000, height: 1500 } },
    ];
    for (const order of rowsOf(orders, orders.slice(0, 1))) {
      const { body, headers } = await api("generate", { key, json: photoOf(productUrl, order) });
      expect(body.credits_used).toBe(order.resolution === "4K" ? 4 : 2);
      const photo = sharp(await fetchPicture(body.result_url)).removeAlpha();
      const { data, info } = await photo.raw().toBuffer({ resolveWithObject: true });
      const { width, height } = info;
      expect(width * height).toBeLessThanOrEqual(1376 * 768 + 20_000);
      const { plain, corner, word } = watermarkPlaces(info);
      const contrast = contrastOf(data, width, plain);
      expect(contrastOf(data, width, corner)).toBeGreaterThan(4 * contrast);
      expect(contrastOf(data, width, word)).toBeGreaterThan(4 * contrast);
      const id = headers.get("x-generation-id") ?? "";
      const { body: work } = await api("getGeneration", { key, id });
      expect(work).toMatchObject({ livemode: false, width, height });
    }
  });

  test("gets a watermarked cut-out instead of the clean one of the host", async () => {
    const { key } = await makeTester();
    const { body } = await api("removeBg", { key, json: { image_url: productUrl } });
    expect(body.credits_used).toBe(10);
    const picture = sharp(await fetchPicture(body.result_url));
    const { width = 0, height = 0, hasAlpha, format } = await picture.metadata();
    expect({ hasAlpha, format }).toEqual({ hasAlpha: true, format: "png" });
    expect(width * height).toBeLessThanOrEqual(1376 * 768 + 20_000);
    // Unlike the product and its soft edge, the watermark also covers the transparent corner.
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const { plain, corner } = watermarkPlaces(info);
    expect([largestAlpha(data, info.width, plain), largestAlpha(data, info.width, corner) > 0]).toEqual([
      0,
      true,
    ]);
  });

  test("creates only test keys; a live key can create a test key too", async () => {
    const { userId, key } = await makeTester();
    const made = await api("createKey", { key, json: { name: "next" } });
    expect(made.body).toMatchObject({ test: true, livemode: false });
    expect((await api("createKey", { key, json: { name: "x", test: false } })).status).toBe(400);
    const { key: live } = await createKey({ userId, name: "manager", scopes: scopeNames });
    const ofLive = await api("createKey", { key: live, json: { name: "ci", test: true } });
    expect(ofLive.body).toMatchObject({ test: true, key: expect.stringMatching(/^pgs_test_/) });
  });

  test("can order a limited amount of work per day, then is answered with Retry-After", async () => {
    const { key, testAccount } = await makeTester();
    await credits(key);
    // All but three of the day's orders were placed before.
    const share = 1 - 3 / testWorkPerDay;
    const orderedUntil = new Date(Date.now() + share * 24 * 60 * 60 * 1000);
    await db().balance.update({ where: { userId: testAccount }, data: { orderedUntil } });
    const items = Array.from({ length: 3 }, (_, place) => ({
      custom_id: `item-${place}`,
      operation: "generate",
      request: photoOf(pictureUrl("failed")),
    }));
    const all = await api("createBatch", { key, json: { items } });
    expect(all.status).toBe(202);
    const one = await api("createBatch", { key, json: { items: items.slice(0, 3) } });
    expect(one.body).toMatchObject({ error: { code: "rate_limited", reason: "test_work_used_up" } });
    expect(Number(one.headers.get("retry-after"))).toBeGreaterThan(60);
  });

  test("has its work deleted after some days, unlike a live key", async () => {
    const { userId, testAccount, key } = await makeTester();
    const id = (await order(key)).headers.get("x-generation-id") ?? "";
    const old = { createdAt: new Date(Date.now() - (testWorkDays + 1) * 24 * 60 * 60 * 1000) };
    await db().generation.update({ where: { id }, data: old });
    await copyWork(id, userId);
    expect(await applyRetention()).toBe(1);
    expect(await db().generation.count({ where: { userId: testAccount, deletedAt: null } })).toBe(0);
    expect(await db().generation.count({ where: { userId, deletedAt: null } })).toBe(1);
  });

  test("is refused while its account is suspended, is revoked when that is secured, and is deleted with it", async () => {
    const { userId, testAccount, key } = await makeTester();
    const status = async (sent: string) => (await api("credits", { key: sent })).status;
    await suspendAccount(userId);
    expect(await status(key)).toBe(401);
    await resumeAccount(userId);
    expect(await status(key)).toBe(200);
    const passwordHash = await hashOfNoPassword();
    await secureAccount(userId, { suspectedAt: null, passwordHash, endsUndoLinks: false });
    expect(await status(key)).toBe(401);
    await closeAccount(userId);
    expect(await db().user.count({ where: { id: { in: [userId, testAccount] } } })).toBe(0);
  });
});

describe("a test picture", () => {
  const outcomes = [
    ["failed", 502, "generation_failed", undefined],
    ["insufficient-credits", 402, "insufficient_credits", "test_without_credits"],
    ["overloaded", 503, "overloaded", undefined],
    ["no-product", 502, "generation_failed", "nothing_found"],
    ["refused", 502, "generation_failed", "model_refused"],
  ] as const;
  // The conformance suite orders all of them.
  test.each(rowsOf(outcomes, outcomes.slice(0, 2)))(
    "%s forces %i %s and costs nothing",
    async (name, status, code, reason) => {
      const { key, testAccount } = await makeTester();
      const calls = [
        () => api("generate", { key, json: photoOf(pictureUrl(name)) }),
        () => api("removeBg", { key, json: { image_url: pictureUrl(name) } }),
      ];
      for (const call of calls) {
        const answer = await call();
        expect(answer.status).toBe(status);
        expect(answer.body.error).toMatchObject({ code, ...(reason && { reason }) });
      }
      expect(await credits(key)).toMatchObject({ total: testBalance });
      // Forced outcomes must not count as faults of the service, which an operator would have to investigate.
      expect(await db().generation.count({ where: { userId: testAccount, fault: "service" } })).toBe(0);
    },
  );

  test("forces no outcome for a live key", async () => {
    const { key } = await makeAccount();
    const json = { image_url: pictureUrl("insufficient-credits") };
    expect((await api("removeBg", { key, json })).status).toBe(400);
  });

  test.each(Object.keys(testPictures))("%s is served as a JPEG", async (name) => {
    const context = { params: Promise.resolve({ picture: `${name}.jpg` }) };
    const response = await serveTestPicture(new Request(`http://localhost/test/${name}.jpg`), context);
    expect(response.headers.get("content-type")).toBe("image/jpeg");
    expect((await sharp(await response.arrayBuffer()).metadata()).width).toBeGreaterThan(0);
  });
});

async function fetchPicture(url: string): Promise<ArrayBuffer> {
  const response = await handleImageHostRequest(new Request(url));
  expect(response.status).toBe(200);
  return await response.arrayBuffer();
}

/**
 * Copies finished work to another account, without its result and charge, until the test ends; returns the id of the
 * copy.
 */
async function copyWork(of: string, userId: string): Promise<string> {
  const row = await db().generation.findUniqueOrThrow({ where: { id: of } });
  const { sourceRef, operation, status, createdAt, expiresAt, fromMonthly, fromTopup, period } = row;
  const charged = { fromMonthly, fromTopup, period, expiresAt, createdAt };
  const id = newId("gen");
  await db().generation.create({ data: { ...charged, id, userId, sourceRef, operation, status } });
  onTestFinished(async () => {
    await db().generation.deleteMany({ where: { id } });
  });
  return id;
}

/** The corner mark, a part of the word across the picture, and the corner without a mark. */
function watermarkPlaces({ width, height }: Size): Record<"corner" | "word" | "plain", Box> {
  const shorter = Math.min(width, height);
  const box = (left: number, top: number, size: Size): Box => ({
    left: Math.round(left),
    top: Math.round(top),
    width: Math.round(size.width * shorter),
    height: Math.round(size.height * shorter),
  });
  const mark = { width: 0.35, height: 0.06 };
  const top = height - 0.085 * shorter;
  return {
    corner: box(width - 0.38 * shorter, top, mark),
    plain: box(0.03 * shorter, top, mark),
    word: box(width / 2 + 0.23 * shorter, height / 2 - 0.38 * shorter, { width: 0.2, height: 0.16 }),
  };
}

function largestAlpha(rgba: Uint8Array, width: number, part: Box): number {
  let most = 0;
  for (let y = part.top; y < part.top + part.height; y += 1) {
    for (let x = part.left; x < part.left + part.width; x += 1) {
      most = Math.max(most, rgba[(y * width + x) * 4 + 3] ?? 0);
    }
  }
  return most;
}
