import type { ModelFamily } from "./family.ts";

const gptSizes = ["1024x1024", "1536x1024", "1024x1536"] as const;
const gpt = { provider: "openai", takesSeed: false, inputPictures: 16 } as const;
const medium = { scene: { quality: "medium" }, edit: { quality: "medium" } };
const mediumFaithful = { scene: medium.scene, edit: { quality: "medium", inputFidelity: "high" } };

/** Prices: OpenAI's list as of May 2026, pictures at medium quality. */
export const openaiFamilies: readonly ModelFamily[] = [
  {
    ...gpt,
    pattern: /^gpt-image-2$/,
    label: "GPT Image 2",
    // OpenAI calls larger sizes than 2560×1440 experimental.
    sizing: { by: "pixels", step: 16, minSide: 480, maxSide: 3840, maxPixels: 2560 * 1440 },
    price: null,
    tokenPrice: { textIn: 5, imageIn: 8, out: 30 },
    options: medium,
  },
  {
    ...gpt,
    pattern: /^gpt-image-2\.\d/,
    label: "GPT Image 2",
    sizing: { by: "pixels", step: 16, minSide: 480, maxSide: 3840, maxPixels: 2560 * 1440 },
    price: null,
    options: medium,
  },
  {
    ...gpt,
    pattern: /^gpt-image-1\.5/,
    label: "GPT Image 1.5",
    sizing: { by: "list", sizes: gptSizes },
    price: { by: "size", squareMicros: 34_000, oblongMicros: 50_000 },
    tokenPrice: { textIn: 5, imageIn: 8, out: 32 },
    options: mediumFaithful,
  },
  {
    ...gpt,
    pattern: /^gpt-image-1-mini/,
    label: "GPT Image 1 Mini",
    sizing: { by: "list", sizes: gptSizes },
    price: { by: "size", squareMicros: 11_000, oblongMicros: 15_000 },
    options: medium,
  },
  {
    ...gpt,
    pattern: /^gpt-image-1/,
    label: "GPT Image 1",
    sizing: { by: "list", sizes: gptSizes },
    price: { by: "size", squareMicros: 42_000, oblongMicros: 63_000 },
    tokenPrice: { textIn: 5, imageIn: 10, out: 40 },
    options: mediumFaithful,
  },
  {
    ...gpt,
    pattern: /^/,
    label: null,
    sizing: { by: "list", sizes: gptSizes },
    inputPictures: 1,
    price: null,
  },
];
