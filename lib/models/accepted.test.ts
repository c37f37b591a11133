import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aspectRatios, outputSize, resolutions } from "#lib/contract/photos/styles.ts";
import { type ProviderName, type ServedProvider, serveProvider } from "#lib/testing/models/index.ts";
import { askScene, painterAt } from "#lib/testing/models/painter.ts";
import { rowsOf } from "#lib/testing/trials.ts";

/** Models whose fields and sizes the test servers know, and whether they edit. */
const models: [ProviderName, string, boolean][] = [
  ["google", "gemini-3-pro-image-preview", true],
  ["google", "gemini-3.1-flash-image-preview", true],
  ["google", "gemini-2.5-flash-image", true],
  ["google", "gemini-9-flash-image", true],
  ["openai-compatible", "flux.2-klein", true],
  ["openai-compatible", "gpt-image-2", true],
  ["openai-compatible", "gpt-image-2.5-flare", true],
  ["openai-compatible", "openai/gpt-image-1.5", true],
  ["openai-compatible", "gpt-image-1-mini", true],
  ["openai-compatible", "gpt-image-1", true],
  ["openai-compatible", "chatgpt-image-latest", true],
  ["fal", "fal-ai/nano-banana-pro", true],
  ["fal", "fal-ai/nano-banana-2", true],
  ["fal", "fal-ai/nano-banana", true],
  ["fal", "fal-ai/flux-2-pro", true],
  ["fal", "fal-ai/flux-2", true],
  ["fal", "fal-ai/flux-pro/kontext", true],
  ["fal", "fal-ai/flux-pro/kontext/max", true],
  ["fal", "fal-ai/flux-pro/v1.1-ultra", false],
  ["fal", "fal-ai/flux/dev", false],
];

let picture: Uint8Array<ArrayBuffer>;
const servers: ServedProvider[] = [];

beforeAll(async () => {
  const create = { width: 48, height: 32, channels: 3, background: "#884422" } as const;
  picture = new Uint8Array(await sharp({ create }).png().toBuffer());
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** One of each provider, those of OpenAI behind a gateway, and those that do not edit. */
const firsts = models.filter(
  ([provider, model, edits], at) =>
    !edits || model.startsWith("openai/") || models.findIndex(([name]) => name === provider) === at,
);

describe.each(rowsOf(models, firsts))("%s/%s", (provider, model, edits) => {
  test("gets one request per picture, with fields, ratios and sizes that it supports", async () => {
    const server = await serveProvider(provider, { model, picture });
    servers.push(server);
    const painter = painterAt([server]);
    const modes = edits ? (["scene", "edit"] as const) : (["scene"] as const);
    for (const mode of modes) {
      for (const aspectRatio of rowsOf(aspectRatios, ["1:1", "9:16"])) {
        for (const resolution of resolutions) {
          const { request, calls } = askScene({
            mode,
            aspectRatio,
            resolution,
            ...outputSize(aspectRatio, resolution),
            seed: 7,
            image: mode === "edit" ? { bytes: picture } : null,
          });
          server.play("picture");
          const painted = await painter.paint(request);
          expect(painted.model).toBe(`${provider}/${model}`);
          expect(calls.map(({ outcome }) => outcome)).toEqual(["succeeded"]);
          const [sent, ...more] = server.paid();
          expect(more).toEqual([]);
          expect(sent?.ignored).toEqual([]);
          expect(sent?.pictures.map(({ sizeBytes }) => sizeBytes)).toEqual(
            mode === "edit" ? [picture.length] : [],
          );
          expect(JSON.stringify(sent?.fields)).toContain("an empty oak table");
        }
      }
    }
  });
});

test("OpenAI's own models get a size and options in the words of its API, also behind a gateway", async () => {
  const square = { aspectRatio: "1:1", width: 1024, height: 1024 } as const;
  for (const model of ["gpt-image-1.5", "openai/gpt-image-1.5"]) {
    const server = await serveProvider("openai-compatible", { model, picture });
    servers.push(server);
    const painter = painterAt([server]);
    const sentFor = async (own: Parameters<typeof askScene>[0]) => {
      server.play("picture");
      await painter.paint(askScene(own).request);
      const { model: _, prompt: __, ...fields } = server.paid()[0]?.fields ?? {};
      return fields;
    };
    expect(await sentFor({})).toEqual({ n: 1, size: "1536x1024", quality: "medium" });
    expect(await sentFor({ mode: "edit", image: { bytes: picture }, ...square })).toEqual({
      n: "1",
      size: "1024x1024",
      quality: "medium",
      input_fidelity: "high",
    });
  }
});
