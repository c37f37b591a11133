import { describe, expect, test } from "vitest";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { photoOrders } from "#lib/testing/generations/photo-orders.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";
import { rowsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(1);

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const body = (change: object = {}) => ({
  image_url: imageUrl,
  type: "product",
  style: "studio",
  size: { width: 256, height: 256 },
  ...change,
});
const { expectRefused } = photoOrders(imageUrl);
const generate = (call: TestCall) => api("generate", call);
const nothing = "zeppelin über der Galaxie";
const scenic = "a podium with pétalos in a zeppelin";
const partly = "eucalyptus, a zeppelin, galaxies, robots";

describe("X-Prompt-Ignored", () => {
  useFixedPixels();

  const prompts: [string | null, object][] = [
    ["all", { prompt: nothing }],
    ["part", { prompt: "white marble, a zeppelin" }],
    [null, { prompt: "white marble, soft light" }],
    ["all", { prompt: "oak", style: "amazon" }],
    [null, { prompt: "  " }],
    [null, {}],
  ];
  test.each(rowsOf(prompts, prompts.slice(1, 3)))(
    "sends X-Prompt-Ignored: %s, also for a repeated call: %j",
    async (share, change) => {
      const { key } = await makeAccount();
      const headers = { "idempotency-key": "one" };
      const first = await generate({ key, headers, json: body(change) });
      const again = await generate({ key, headers, json: body(change) });
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(first.headers.get("x-prompt-ignored")).toBe(share);
      expect(again.headers.get("x-prompt-ignored")).toBe(share);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
    },
  );

  test("202 has X-Prompt-Ignored and scene suggestions too", async () => {
    const { key } = await makeAccount();
    const accepted = await generate({
      key,
      headers: { prefer: "respond-async" },
      json: body({ prompt: nothing }),
    });
    expect([accepted.status, accepted.headers.get("x-prompt-ignored")]).toEqual([202, "all"]);
    expect(accepted.body.prompt_understood).toEqual([]);
    // No scene matches the words, so scenes of the style are returned, without a score.
    const { scene_suggestions: suggestions } = accepted.body;
    expect(suggestions.length).toBeGreaterThan(0);
    expect(suggestions.length).toBeLessThanOrEqual(4);
    for (const { score } of suggestions) expect(score).toBe(0);
  });
});

describe("200", () => {
  test.each([
    ["is made in the scene that fits", scenic, "podium-petals"],
    ["has scenes that fit in part as suggestions", partly, null],
  ])("a prompt %s, and estimate, preview and photo agree", async (_what, prompt, scene) => {
    const { key } = await makeAccount();
    const json = body({ prompt });
    const made = await generate({ key, json });
    const id = made.headers.get("x-generation-id") ?? "";
    const requests = [{ operation: "generate", request: json }];
    const estimate = await api("estimate", { key, json: { requests } });
    const { body: photo } = await api("getGeneration", { key, id });
    const { body: preview } = await api("preview", { key, json });
    expect(made.headers.get("x-prompt-ignored")).toBe(scene ? "part" : "all");
    for (const answer of [photo, estimate.body.requests[0], preview]) {
      expect(answer.scene).toBe(scene);
      expect(answer.prompt_ignored).toContain("zeppelin");
      const suggested = new Map<string, { score: number; preview_url: string }>(
        answer.scene_suggestions.map((one: { id: string }) => [one.id, one]),
      );
      if (scene) {
        expect(answer.prompt_understood.map(({ text }: { text: string }) => text)).toContain("podium");
        expect(suggested.has(scene)).toBe(false);
        continue;
      }
      const near = suggested.get("bathroom-eucalyptus");
      expect(near?.score).toBeGreaterThan(0.2);
      expect(near?.score).toBeLessThan(0.6);
      expect(near?.preview_url).toMatch(/\/api\/v1\/scenes\/bathroom-eucalyptus\/preview$/);
    }
    // The arrangement is the same as well.
    const leftOf = ({ bounding_box: box, width }: typeof photo) => box.left / width;
    expect(Math.abs(leftOf(photo) - leftOf(preview))).toBeLessThan(0.01);
  });
});

describe("400 with prompt_strict", () => {
  useFixedPixels();

  const strict = (change: object) => body({ prompt: nothing, prompt_strict: true, ...change });

  test.each([{}, { style: "amazon", prompt: "oak" }])("names the prompt and charges nothing: %j", (change) =>
    expectRefused(strict(change), { path: "prompt" }),
  );

  test.each([
    ["some of it is understood", { prompt: "oak, a zeppelin" }],
    ["there is no prompt", { prompt: undefined }],
    ["nothing is asked for", { prompt: "a photo of my product" }],
  ])("is not returned where %s", async (_what, change) => {
    const { key } = await makeAccount();
    const call = { key, headers: { prefer: "respond-async" }, json: strict(change) };
    expect((await generate(call)).status).toBe(202);
  });
});
