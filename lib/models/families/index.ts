import { type ModelName, modelProviders } from "../../platform/model-providers.ts";
import { falFamilies } from "./fal.ts";
import type { ModelFamily } from "./family.ts";
import { googleFamilies } from "./google.ts";
import { openaiCompatibleFamilies } from "./openai-compatible.ts";

/**
 * Families by provider, specific ones before general ones; the last one of each provider applies to unknown names and
 * uses only features that all of its models have.
 */
export const modelFamilies: readonly ModelFamily[] = [
  ...googleFamilies,
  ...falFamilies,
  ...openaiCompatibleFamilies,
];

/** The family of a model. */
export function familyOf({ provider, name }: ModelName): ModelFamily {
  const family = modelFamilies.find((one) => one.provider === provider && one.pattern.test(name));
  if (!family) throw new Error(`No family of image models fits ${provider}/${name}`);
  return family;
}

/** Display name of a model, with its provider. */
export function labelOf(model: ModelName): string {
  const name = familyOf(model).label ?? model.name.split("/").at(-1) ?? model.name;
  return `${name} (${modelProviders[model.provider].label})`;
}
