import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { systemClock } from "#lib/models/paint.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { type Step, serveProvider } from "#lib/testing/models/index.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { deepTest, trials } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(2);

const seed = Math.floor(Math.random() * 2 ** 32);
const server = await serveProvider("openai-compatible");
const model = server.env.IMAGE_MODEL ?? "";
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
afterAll(() => {
  server.close();
});
beforeEach(() => {
  // Skips the pauses between calls of a provider.
  vi.spyOn(systemClock, "sleep").mockResolvedValue(undefined);
});

/** Small, so that only the tests that read the size of a photo make a large one. */
const size = { width: 256, height: 256 };

async function generate({ key }: Account, change: object = {}) {
  const photo = { image_url: imageUrl, type: "product", style: "studio", prompt: "on a raft", size };
  const json = { ...photo, ...change };
  const answer = await api("generate", { key, json });
  const id = answer.headers.get("x-generation-id") ?? "";
  const { body: shown } = await api("getGeneration", { key, id });
  return { ...answer, id, shown };
}

async function creditsOf({ userId }: Account): Promise<number> {
  const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return monthly + topup;
}

const bookedOf = (generationId: string) =>
  db().modelCall.findMany({ where: { generationId }, orderBy: { id: "asc" } });

/** The recorded calls, once there are `count`. */
async function waitForBooks(id: string, count: number) {
  await vi.waitUntil(async () => (await bookedOf(id)).length >= count, 20_000);
  return bookedOf(id);
}

async function pictureOf(url: string) {
  const reference = imageHost().parse(url);
  const picture =
    reference &&
    (await imageHost().locate(reference, { caller: "test", signal: AbortSignal.timeout(5_000) }));
  if (!picture) throw new Error("the result is not there");
  return sharp(picture).metadata();
}

describe("a photo with a configured model", () => {
  test("is a scene around the product with exactly the requested size, and reports mode and model", async () => {
    server.play("picture");
    useModelsOf([server]);
    const account = await makeAccount({ monthly: 3 });
    const { status, id, body, shown } = await generate(account, { size: undefined, aspect_ratio: "16:9" });
    expect([status, body.credits_used, await creditsOf(account)]).toEqual([200, 1, 2]);
    expect(shown).toMatchObject({ mode: "scene", model, fidelity: { product: "original", changed: 0 } });
    expect(await pictureOf(body.result_url)).toMatchObject({ format: "jpeg", width: 1376, height: 768 });
    const calls = await waitForBooks(id, 1);
    expect(calls).toMatchObject([
      { mode: "scene", style: "studio", outcome: "succeeded", provider: "openai-compatible" },
    ]);
    expect(server.paid()).toHaveLength(1);
    const row = await db().generation.findUniqueOrThrow({ where: { id } });
    expect(row.wantedMode).toBeNull();
    expect(row.expectedMs).toBeGreaterThan(0);
  });

  test("is an edit when requested, and reports its fidelity to the product", async () => {
    server.play("picture");
    useModelsOf([server]);
    const account = await makeAccount({ monthly: 3 });
    const { status, id, body, shown } = await generate(account, { size: undefined, mode: "edit" });
    expect([status, shown.mode, shown.model, await creditsOf(account)]).toEqual([200, "edit", model, 2]);
    expect(["kept", "restored"]).toContain(shown.fidelity.product);
    expect(await pictureOf(body.result_url)).toMatchObject({ format: "jpeg", width: 1024, height: 1024 });
    expect(await waitForBooks(id, 1)).toMatchObject([{ mode: "edit", outcome: "succeeded" }]);
    expect((await db().generation.findUniqueOrThrow({ where: { id } })).wantedMode).toBe("edit");
  });

  deepTest("is a scene after two edits lost the product, and reports it", async () => {
    const flat = { create: { width: 256, height: 256, channels: 3, background: "#8a9aa0" } } as const;
    const lossy = await serveProvider("openai-compatible", { picture: await sharp(flat).png().toBuffer() });
    useModelsOf([lossy]);
    const account = await makeAccount({ monthly: 3 });
    const { status, id, shown } = await generate(account, { mode: "edit" });
    lossy.close();
    expect([status, shown.mode, await creditsOf(account)]).toEqual([200, "scene", 2]);
    expect(shown.fidelity).toEqual({ product: "original", changed: 0, changed_words: [] });
    const calls = await waitForBooks(id, 3);
    expect(calls.map(({ mode }) => mode)).toEqual(["edit", "edit", "scene"]);
  });

  test("is created by the studio without a model call when requested and for pure white", async () => {
    server.play("picture");
    useModelsOf([server]);
    const account = await makeAccount({ monthly: 3 });
    const asked = await generate(account, { mode: "studio" });
    const white = await generate(account, { style: "amazon", mode: "scene" });
    for (const { status, shown } of [asked, white]) {
      expect([status, shown.mode, shown.model]).toEqual([200, "studio", null]);
      expect(shown.fidelity).toEqual({ product: "original", changed: 0, changed_words: [] });
    }
    expect(server.calls).toEqual([]);
  });

  test("is created by the studio and charged once when the model fails and the studio is the fallback", async () => {
    server.play("failed");
    useModelsOf([server], { IMAGE_FALLBACK: "studio" });
    const account = await makeAccount({ monthly: 3 });
    const { status, id, shown } = await generate(account, { mode: "scene" });
    expect([status, shown.mode, shown.model, await creditsOf(account)]).toEqual([200, "studio", null, 2]);
    const calls = await waitForBooks(id, server.paid().length);
    expect(calls.map(({ outcome }) => outcome)).toEqual(server.paid().map(() => "provider_error"));
  });

  test("is refunded when the model refuses it, despite the studio fallback, and the error names a fix", async () => {
    server.play({ refused: "content_policy_violation" });
    useModelsOf([server], { IMAGE_FALLBACK: "studio" });
    const account = await makeAccount({ monthly: 3 });
    const { status, body, shown } = await generate(account);
    expect([status, body.error.code, await creditsOf(account)]).toEqual([502, "generation_failed", 3]);
    expect(body.error.fix).toMatch(/change the prompt/i);
    expect(shown).toMatchObject({ status: "failed", mode: null, credits_used: 0 });
    expect([shown.error_message, shown.error_fix]).toEqual([body.error.message, body.error.fix]);
    expect(server.paid()).toHaveLength(1);
  });

  test("is replayed under its Idempotency-Key with the same error and fix", async () => {
    server.play({ refused: "content_policy_violation" });
    useModelsOf([server]);
    const { key } = await makeAccount({ monthly: 3 });
    const json = { image_url: imageUrl, type: "product", style: "studio" };
    const call = { key, json, headers: { "idempotency-key": "one" } };
    const first = await api("generate", call);
    const again = await api("generate", call);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(server.paid()).toHaveLength(1);
  });
});

test(`credits are exact for any sequence of provider responses (seed ${seed})`, async () => {
  const rounds = trials === "all" ? 24 : 2;
  const random = seededRandom(seed);
  const steps: Step[] = [
    ...["picture", "picture", "smaller", "other ratio", "bomb", "no image", "not an image", "truncated"],
    ...["hung up", "failed", "unavailable", "no quota"],
  ] as Step[];
  const account = await makeAccount({ monthly: 5, topup: rounds });
  const kept: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    tried("failed-work");
    server.play([
      pick(random, steps),
      pick(random, steps),
      { refused: "content_policy_violation" },
      "picture",
    ]);
    useModelsOf([server], random() < 0.3 ? { IMAGE_FALLBACK: "studio" } : {});
    const before = await creditsOf(account);
    const { status, shown } = await generate(account);
    expect([200, 502]).toContain(status);
    expect(before - (await creditsOf(account))).toBe(status === 200 ? 1 : 0);
    expect(shown.status).toBe(status === 200 ? "succeeded" : "failed");
    if (status === 200) kept.push(round);
  }
  expect(await creditsOf(account)).toBe(5 + rounds - kept.length);
  if (trials === "all") {
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(rounds);
  }
  expect((await auditCredits()).findings).toEqual([]);
}, 120_000);
