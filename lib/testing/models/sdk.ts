import { createBlackForestLabs } from "@ai-sdk/black-forest-labs";
import { createFal } from "@ai-sdk/fal";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createReplicate } from "@ai-sdk/replicate";
import { generateImage, type ImageModel } from "ai";
import type { ProviderName, ServedProvider } from "./index.ts";

/** The AI SDK's own model for a served provider, without this service's code. */
export function sdkModel(provider: ProviderName, { env }: ServedProvider, model?: string): ImageModel {
  const name = model ?? env.IMAGE_MODEL?.slice(provider.length + 1) ?? "";
  const [apiKey = "", baseURL = ""] = Object.entries(env)
    .filter(([key]) => key !== "IMAGE_MODEL")
    .map(([, value]) => value);
  switch (provider) {
    case "google":
      return createGoogle({ apiKey, baseURL }).image(name);
    case "openai":
      return createOpenAI({ apiKey, baseURL }).image(name);
    case "openai-compatible":
      return createOpenAICompatible({ name: "own", apiKey, baseURL }).imageModel(name);
    case "fal":
      return createFal({ apiKey, baseURL }).image(name);
    case "replicate":
      return createReplicate({ apiToken: apiKey, baseURL }).image(name);
    case "black-forest-labs":
      return createBlackForestLabs({ apiKey, baseURL, pollIntervalMillis: 5, pollTimeoutMillis: 50 }).image(
        name,
      );
  }
}

type ImageOptions = Partial<Parameters<typeof generateImage>[0]>;

/** Options for a scene and an edit, in each provider's form. */
export const sdkRequests: Record<
  ProviderName,
  { scene: ImageOptions; edit: ImageOptions; editModel?: string }
> = {
  google: {
    scene: { providerOptions: { google: { imageConfig: { aspectRatio: "4:3", imageSize: "1K" } } } },
    edit: { providerOptions: { google: { imageConfig: { aspectRatio: "4:3", imageSize: "1K" } } } },
  },
  openai: { scene: { size: "1200x896" }, edit: { size: "1200x896" } },
  "openai-compatible": {
    scene: { size: "1200x896" },
    edit: { size: "1200x896", providerOptions: { own: { response_format: "b64_json" } } },
  },
  fal: {
    scene: { size: "1200x896", seed: 7 },
    edit: { size: "1200x896", providerOptions: { fal: { useMultipleImages: true } } },
    editModel: "fal-ai/flux-2/edit",
  },
  replicate: {
    scene: { aspectRatio: "4:3", providerOptions: { replicate: { resolution: "1K" } } },
    edit: { aspectRatio: "4:3" },
    editModel: "black-forest-labs/flux-kontext-pro",
  },
  "black-forest-labs": {
    scene: { providerOptions: { blackForestLabs: { width: 1200, height: 896 } } },
    edit: { providerOptions: { blackForestLabs: { width: 1200, height: 896 } } },
  },
};

/** Paints an empty table once, using only the AI SDK. */
export function paintBySdk(provider: ProviderName, server: ServedProvider, options: ImageOptions = {}) {
  return generateImage({
    model: sdkModel(provider, server),
    prompt: "an empty oak table",
    ...sdkRequests[provider].scene,
    maxRetries: 0,
    ...options,
  });
}
