import { createFal } from "@ai-sdk/fal";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
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
    case "openai-compatible":
      return createOpenAICompatible({ name: "own", apiKey, baseURL }).imageModel(name);
    case "fal":
      return createFal({ apiKey, baseURL }).image(name);
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
  "openai-compatible": {
    scene: { size: "1200x896" },
    edit: { size: "1200x896", providerOptions: { own: { response_format: "b64_json" } } },
  },
  fal: {
    scene: { size: "1200x896", seed: 7 },
    edit: { size: "1200x896", providerOptions: { fal: { useMultipleImages: true } } },
    editModel: "fal-ai/flux-2/edit",
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
