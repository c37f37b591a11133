import { type ModelName, modelProviders } from "../../platform/model-providers.ts";
import { blackForestLabsFamilies } from "./black-forest-labs.ts";
import { falFamilies } from "./fal.ts";
import { type ModelFamily, megapixel } from "./family.ts";
import { googleFamilies } from "./google.ts";
import { openaiFamilies } from "./openai.ts";
import { replicateFamilies } from "./replicate.ts";

/** One megapixel is what such models were trained at, and what a machine of one's own has the memory for. */
const selfHosted: ModelFamily = {
  provider: "openai-compatible",
  pattern: /^/,
  label: null,
  sizing: { by: "pixels", step: 16, minSide: 256, maxSide: 2048, maxPixels: 1.1 * megapixel },
  inputPictures: 1,
  takesSeed: false,
  price: null,
};
/** Not an address on the server, which may not be what it is reached by. */
const inline = { response_format: "b64_json" };

/**
 * Families by provider, particular ones before general ones; the last of each provider holds for names that are not
 * known here, and asks for no more than all of its models can do.
 */
export const modelFamilies: readonly ModelFamily[] = [
  ...googleFamilies,
  ...openaiFamilies,
  ...falFamilies,
  ...replicateFamilies,
  ...blackForestLabsFamilies,
  // A gateway to models that refuse a field for the form of their answer.
  { ...selfHosted, pattern: /(^|\/)gpt-image/ },
  { ...selfHosted, options: { scene: inline, edit: inline } },
];

/** The family of a model. */
export function familyOf({ provider, name }: ModelName): ModelFamily {
  const family = modelFamilies.find((one) => one.provider === provider && one.pattern.test(name));
  if (!family) throw new Error(`No family of image models fits ${provider}/${name}`);
  return family;
}

/** What people call a model, with who hosts it. */
export function labelOf(model: ModelName): string {
  const name = familyOf(model).label ?? model.name.split("/").at(-1) ?? model.name;
  return `${name} (${modelProviders[model.provider].label})`;
}
