import { type ModelName, modelProviders } from "../../platform/model-providers.ts";
import { blackForestLabsFamilies } from "./black-forest-labs.ts";
import { falFamilies } from "./fal.ts";
import { type ModelFamily, megapixel } from "./family.ts";
import { googleFamilies } from "./google.ts";
import { openaiFamilies } from "./openai.ts";
import { replicateFamilies } from "./replicate.ts";

/** Such models are trained at one megapixel, which also fits the memory of a self-hosted machine. */
const selfHosted: ModelFamily = {
  provider: "openai-compatible",
  pattern: /^/,
  label: null,
  sizing: { by: "pixels", step: 16, minSide: 256, maxSide: 2048, maxPixels: 1.1 * megapixel },
  inputPictures: 1,
  takesSeed: false,
  price: null,
};
/** Requests base64 instead of a URL, whose host may be unreachable from here. */
const inline = { response_format: "b64_json" };

/**
 * Families by provider, specific ones before general ones; the last one of each provider applies to unknown names and
 * uses only features that all of its models have.
 */
export const modelFamilies: readonly ModelFamily[] = [
  ...googleFamilies,
  ...openaiFamilies,
  ...falFamilies,
  ...replicateFamilies,
  ...blackForestLabsFamilies,
  // Models behind a gateway that reject the field `response_format`.
  { ...selfHosted, pattern: /(^|\/)gpt-image/ },
  { ...selfHosted, options: { scene: inline, edit: inline } },
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
