interface ProviderSettings {
  /** Display name. */
  label: string;
  keyName: string;
  baseUrlName: string;
  /** Null when only the operator knows it. */
  defaultBaseUrl: string | null;
  needsKey: boolean;
}

/** Providers of hosted image models by their prefix in IMAGE_MODEL, with their settings. */
export const modelProviders = {
  google: {
    label: "Google",
    keyName: "GOOGLE_GENERATIVE_AI_API_KEY",
    baseUrlName: "GOOGLE_BASE_URL",
    defaultBaseUrl: "https://generativelanguage.googleapis.com/v1beta",
    needsKey: true,
  },
  fal: {
    label: "fal",
    keyName: "FAL_API_KEY",
    baseUrlName: "FAL_BASE_URL",
    defaultBaseUrl: "https://fal.run",
    needsKey: true,
  },
  "openai-compatible": {
    label: "OpenAI-compatible",
    keyName: "OPENAI_COMPATIBLE_API_KEY",
    baseUrlName: "OPENAI_COMPATIBLE_BASE_URL",
    defaultBaseUrl: null,
    needsKey: false,
  },
} as const satisfies Record<string, ProviderSettings>;

export type ModelProvider = keyof typeof modelProviders;

/** A hosted image model: its provider and its name there. */
export interface ModelName {
  provider: ModelProvider;
  name: string;
}

const maxModels = 8;
/** Allowed characters of model names, which become part of URLs. */
const namePattern = /^[A-Za-z0-9][\w.:-]*(\/[A-Za-z0-9][\w.:-]*)*$/;

/** Parses IMAGE_MODEL, a list of `provider/name`. Throws an Error that names the wrong entry and its fault. */
export function readModelNames(list: string): ModelName[] {
  const entries = list.split(",").map((entry) => entry.trim());
  const names = entries.filter(Boolean).map(readModelName);
  if (names.length === 0) throw new Error("names no model");
  if (names.length > maxModels) throw new Error(`names more than ${maxModels} models`);
  const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
  if (twice) throw new Error(`names "${twice}" twice`);
  return names;
}

function readModelName(entry: string): ModelName {
  const slash = entry.indexOf("/");
  const provider = entry.slice(0, Math.max(slash, 0));
  const name = entry.slice(slash + 1);
  if (!isModelProvider(provider)) {
    const known = Object.keys(modelProviders).join(", ");
    throw new Error(
      `"${entry}" must be provider/name with one of the providers ${known}; any other provider is reached as ` +
        "openai-compatible/name with its address in OPENAI_COMPATIBLE_BASE_URL",
    );
  }
  if (!namePattern.test(name)) throw new Error(`"${entry}" has no usable name after the provider`);
  if (provider === "google" && !name.startsWith("gemini-")) {
    throw new Error(`"${entry}" is no Gemini model: Google's other image models have ended`);
  }
  return { provider, name };
}

function isModelProvider(text: string): text is ModelProvider {
  return Object.hasOwn(modelProviders, text);
}
