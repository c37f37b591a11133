import { APICallError, generateImage } from "ai";
import { afterEach, expect, test } from "vitest";
import { accessOf, imageModel } from "#lib/models/provider.ts";
import { readEnvironment } from "#lib/platform/env.ts";
import { type ProviderName, type ServedProvider, serveProvider } from "./index.ts";

let server: ServedProvider | null = null;
afterEach(() => server?.close());

type Request = Partial<Parameters<typeof generateImage>[0]> & { named?: string };

/** A request for an empty table by the AI SDK, with any options, to a server of this provider. */
async function paint(provider: ProviderName, { named, ...options }: Request) {
  server?.close();
  const served = await serveProvider(provider, named === undefined ? {} : { model: named });
  server = served;
  const name = served.env.IMAGE_MODEL?.slice(provider.length + 1) ?? "";
  const model = imageModel({ provider, name }, accessOf(provider, readEnvironment(served.env)));
  const result = generateImage({ model, prompt: "an empty oak table", maxRetries: 0, ...options });
  return { served, result };
}

/** The error message for a request that a provider refuses without billing it. */
async function refusal(provider: ProviderName, request: Request): Promise<string> {
  const { served, result } = await paint(provider, request);
  const error = await result.catch((caught: unknown) => caught);
  expect(served.paid()).toEqual([]);
  if (!APICallError.isInstance(error)) throw error;
  expect(error.statusCode).toBeOneOf([400, 404, 422]);
  return error.message;
}

test("google rejects an unknown ratio, a size for the first model, and a model that generates no pictures", async () => {
  const config = (imageConfig: Record<string, string>) => ({
    providerOptions: { google: { imageConfig } },
  });
  const first = { named: "gemini-2.5-flash-image" };
  expect(await refusal("google", { ...first, ...config({ aspectRatio: "4:3", imageSize: "1K" }) })).toMatch(
    /image_size/,
  );
  expect(await refusal("google", config({ aspectRatio: "1:8" }))).toMatch(/aspect_ratio/);
  expect(await refusal("google", { named: "gemini-3-text", ...config({}) })).toMatch(/not found/);
});

test("OpenAI's own models reject odd, long and small sizes, older ones all but three, and unknown fields", async () => {
  const named = "gpt-image-2";
  for (const size of ["1000x1000", "3200x1024", "512x512", "3856x2160"] as const)
    expect(await refusal("openai-compatible", { named, size })).toMatch(/Invalid size/);
  for (const older of ["gpt-image-1.5", "openai/gpt-image-1.5"])
    expect(await refusal("openai-compatible", { named: older, size: "1200x896" })).toMatch(
      /Supported values/,
    );
  const inline = { providerOptions: { openaiCompatible: { response_format: "b64_json" } } };
  expect(await refusal("openai-compatible", { named, ...inline })).toMatch(
    /Unknown parameter: 'response_format'/,
  );
  const fidelity = { providerOptions: { openaiCompatible: { input_fidelity: "high" } } };
  expect(await refusal("openai-compatible", { named, ...fidelity })).toMatch(/'input_fidelity'/);
});

test("fal rejects an edit without a picture, an unknown ratio, and an address instead of bytes", async () => {
  const edit = { named: "fal-ai/flux-2/edit" };
  expect(await refusal("fal", edit)).toMatch(/body.image_urls/);
  const banana = { named: "fal-ai/nano-banana-pro" };
  const odd = { providerOptions: { fal: { aspect_ratio: "7:3" } } };
  expect(await refusal("fal", { ...banana, ...odd })).toMatch(/body.aspect_ratio/);
  const address = { providerOptions: { fal: { image_urls: ["https://example.com/a.png"] } } };
  expect(await refusal("fal", { ...edit, ...address })).toMatch(/Failed to load the image/);
});

test("fal ignores an image_size for a model that knows only ratios, and the test server records it", async () => {
  const { served, result } = await paint("fal", { named: "fal-ai/nano-banana-pro", size: "1200x896" });
  await result;
  expect(served.paid()[0]?.ignored).toEqual(["image_size"]);
});
