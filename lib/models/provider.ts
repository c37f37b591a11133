import { createBlackForestLabs } from "@ai-sdk/black-forest-labs";
import { createFal } from "@ai-sdk/fal";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createReplicate } from "@ai-sdk/replicate";
import type { ImageModel } from "ai";
import type { ModelName } from "../platform/model-providers.ts";
import type { ProviderAccess } from "./access.ts";
import { modelFetch } from "./model-fetch.ts";

/** The AI SDK's form of a model. */
export function imageModel({ provider, name }: ModelName, { baseUrl, apiKey }: ProviderAccess): ImageModel {
  const settings = { baseURL: baseUrl, apiKey, fetch: modelFetch({ baseUrl }) };
  switch (provider) {
    case "google":
      return createGoogle(settings).image(name);
    case "openai":
      return createOpenAI(settings).image(name);
    case "fal":
      return createFal(settings).image(name);
    case "replicate":
      return createReplicate({ ...settings, apiToken: apiKey }).image(name);
    case "black-forest-labs":
      return createBlackForestLabs(settings).image(name);
    case "openai-compatible":
      return createOpenAICompatible({ ...settings, name: provider }).imageModel(name);
  }
}
