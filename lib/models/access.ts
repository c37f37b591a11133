import type { Environment } from "../platform/env.ts";
import { type ModelProvider, modelProviders } from "../platform/model-providers.ts";

/** How a provider is reached. */
export interface ProviderAccess {
  baseUrl: string;
  /** Empty where the provider wants none. */
  apiKey: string;
}

/** Reads a provider's key and address. Throws an Error where the environment names no address. */
export function accessOf(provider: ModelProvider, values: Environment): ProviderAccess {
  const { keyName, baseUrlName, defaultBaseUrl } = modelProviders[provider];
  const baseUrl = values[baseUrlName] ?? defaultBaseUrl;
  if (baseUrl === null) throw new Error(`${baseUrlName} missing`);
  return { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey: values[keyName] ?? "" };
}
