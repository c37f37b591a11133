import { createFal } from "@ai-sdk/fal";
import { createGoogle } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ImageModel } from "ai";
import type { Environment } from "../platform/env.ts";
import { type ModelName, type ModelProvider, modelProviders } from "../platform/model-providers.ts";
import { modelFetch } from "./model-fetch.ts";

/** The AI SDK's object for a model. */
export function imageModel({ provider, name }: ModelName, { baseUrl, apiKey }: ProviderAccess): ImageModel {
  const settings = { baseURL: baseUrl, apiKey, fetch: modelFetch({ baseUrl }) };
  switch (provider) {
    case "google":
      return createGoogle(settings).image(name);
    case "fal":
      return createFal(settings).image(name);
    case "openai-compatible":
      return createOpenAICompatible({ ...settings, name: provider }).imageModel(name);
  }
}

/** Connection settings of a provider. */
export interface ProviderAccess {
  baseUrl: string;
  /** Empty when the provider requires none. */
  apiKey: string;
}

/** Reads a provider's key and base URL. Throws an Error when the environment contains no base URL. */
export function accessOf(provider: ModelProvider, values: Environment): ProviderAccess {
  const { keyName, baseUrlName, defaultBaseUrl } = modelProviders[provider];
  const baseUrl = values[baseUrlName] ?? defaultBaseUrl;
  if (baseUrl === null) throw new Error(`${baseUrlName} missing`);
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey: values[keyName] ?? "" };
}
