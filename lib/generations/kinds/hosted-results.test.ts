import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { outputSize } from "#lib/contract/photos/styles.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { bookedCalls, creditMoves, useHostedPhotos } from "#lib/testing/generations/hosted-photos.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { useModelsOf } from "#lib/testing/models/configure.ts";
import { drawAnswer } from "#lib/testing/models/drawn.ts";
import { providerNames, serveProvider } from "#lib/testing/models/index.ts";
import { seededRandom } from "#lib/testing/random.ts";
import { deepTest, someOf, trials } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers();
const { pauses, served, generate } = useHostedPhotos();

async function sizeAt(url: string) {
  const response = await handleImageHostRequest(new Request(url));
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
  return { width, height, format };
}

test.each(someOf(trials, providerNames))(
  "%s generates a scene from one request with no ignored field, and the photo has the exact size",
  async (name) => {
    tried("hosted-results");
    tried("hosted-requests");
    const server = served(name);
    server.play("picture");
    useModelsOf([server]);
    const { status, body, credits, id, userId, row } = await generate({ json: { aspect_ratio: "4:3" } });
    expect([status, body.credits_used, credits]).toEqual([200, 1, [0, 2]]);
    expect(await sizeAt(body.result_url)).toEqual({ ...outputSize("4:3", "1K"), format: "jpeg" });
    expect(row).toMatchObject({
      status: "succeeded",
      mode: "scene",
      model: server.env.IMAGE_MODEL,
      fidelity: { product: "original", changed: 0 },
    });
    expect(await creditMoves(userId, id)).toEqual(["charge"]);
    expect(await bookedCalls(id, 1)).toMatchObject([{ provider: name, outcome: "succeeded", mode: "scene" }]);
    const [call, ...more] = server.paid();
    expect(more).toEqual([]);
    expect(call).toMatchObject({ ignored: [], pictures: [] });
    expect(JSON.stringify(call?.fields)).toContain("on a raft");
    expect(server.calls.every((one) => one.status < 300)).toBe(true);
  },
);

test.each(someOf(trials, ["google", "fal"] as const))(
  "%s: a picture that is too small, after two failures, gives a photo of the exact size, charged once",
  async (name) => {
    tried("hosted-results");
    const server = served(name);
    server.play(["failed", { limitedForSeconds: 2 }, "smaller"]);
    useModelsOf([server]);
    const { body, credits, id, userId, row } = await generate();
    expect(credits).toEqual([0, 2]);
    expect(await sizeAt(body.result_url)).toEqual({ ...outputSize("1:1", "1K"), format: "jpeg" });
    expect(row).toMatchObject({ mode: "scene", model: server.env.IMAGE_MODEL, attempts: 1 });
    const outcomes = (await bookedCalls(id, 3)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(["provider_error", "rate_limited", "succeeded"]);
    expect(pauses[1]).toBeGreaterThanOrEqual(2000);
    expect(await creditMoves(userId, id)).toEqual(["charge"]);
  },
);

deepTest("a picture of another ratio gives a photo of the exact size", async () => {
  tried("hosted-results");
  const server = served("google");
  server.play("other ratio");
  useModelsOf([server]);
  const { body } = await generate({ json: { aspect_ratio: "9:16" } });
  expect(await sizeAt(body.result_url)).toEqual({ ...outputSize("9:16", "1K"), format: "jpeg" });
});

describe("a list of models", () => {
  test("uses the next model if the first fails, and reports which one was used", async () => {
    tried("hosted-results");
    const [first, second] = [served("openai-compatible"), served("fal")];
    first.play("no quota");
    second.play("picture");
    useModelsOf([first, second]);
    const { credits, id, row } = await generate();
    expect(credits).toEqual([0, 2]);
    expect(row).toMatchObject({ mode: "scene", model: second.env.IMAGE_MODEL });
    const calls = (await bookedCalls(id, 2)).map(({ provider, outcome }) => [provider, outcome]);
    expect(calls).toEqual([
      ["openai-compatible", "quota_exhausted"],
      ["fal", "succeeded"],
    ]);
  });

  test("ends at the first refusal, without the next model or the studio", async () => {
    tried("hosted-failures");
    const [first, second] = [served("google"), served("fal")];
    first.play({ refused: "IMAGE_SAFETY" });
    second.play("picture");
    useModelsOf([first, second], { IMAGE_FALLBACK: "studio" });
    const { status, body, credits } = await generate();
    expect([status, credits]).toEqual([502, [1, 2]]);
    expect(body.error.message).toContain("refused");
    expect(second.calls).toEqual([]);
  });
});

/** A patterned disc with an alpha channel, whose pattern can be found again in an edited picture. */
function drawPatterned(): Promise<Buffer> {
  const side = 600;
  const random = seededRandom(7);
  const cells = Array.from({ length: 225 }, () => [
    60 + 160 * random(),
    60 + 160 * random(),
    60 + 160 * random(),
  ]);
  const pixels = Buffer.alloc(side * side * 4);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const cell = cells[Math.floor(y / 40) * 15 + Math.floor(x / 40)] ?? [];
      const isInside = Math.hypot(x - side / 2, y - side / 2) < side * 0.4;
      pixels.set([...cell, isInside ? 255 : 0], (y * side + x) * 4);
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** The three ways to send a picture: inside JSON, in a form, as a data URL. */
describe("an edit", () => {
  let edit: object;
  beforeAll(async () => {
    const { url } = await imageHost().upload(await drawPatterned(), { folder: "inputs/test" });
    edit = { mode: "edit", image_url: url };
  });

  test.each(someOf(trials, ["openai-compatible", "google", "fal"] as const))(
    "by %s is sent the whole picture, and the photo has the exact size",
    async (name) => {
      tried("hosted-results");
      tried("hosted-requests");
      const server = served(name);
      server.play("picture");
      useModelsOf([server]);
      const { status, body, credits, id, row } = await generate({
        json: { ...edit, aspect_ratio: "4:3" },
      });
      expect([status, credits]).toEqual([200, [0, 2]]);
      expect(await sizeAt(body.result_url)).toEqual({ ...outputSize("4:3", "1K"), format: "jpeg" });
      expect(row).toMatchObject({ mode: "edit", model: server.env.IMAGE_MODEL });
      expect(row.fidelity.product).toBeOneOf(["kept", "restored"]);
      expect(await bookedCalls(id, 1)).toMatchObject([{ outcome: "succeeded", mode: "edit" }]);
      const [call, ...more] = server.paid();
      expect(more).toEqual([]);
      expect(call?.ignored).toEqual([]);
      expect(call?.pictures).toMatchObject([{ width: 600, height: 600 }]);
      expect(server.calls.every((one) => one.status < 300)).toBe(true);
    },
  );

  deepTest("that changes the product's colors is restored or becomes a scene", async () => {
    tried("hosted-results");
    const server = await serveProvider("google", {
      picture: async (asked) =>
        sharp(await drawAnswer(asked))
          .modulate({ hue: 120 })
          .jpeg()
          .toBuffer(),
    });
    useModelsOf([server]);
    const { status, row } = await generate({ json: edit });
    server.close();
    expect(status).toBe(200);
    expect([row.mode, row.fidelity.product]).toBeOneOf([
      ["edit", "restored"],
      ["scene", "original"],
    ]);
  });
});

test("ledger and balances agree", async () => {
  expect((await auditCredits()).findings).toEqual([]);
});
