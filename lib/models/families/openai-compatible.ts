import { type ModelFamily, megapixel } from "./family.ts";

const compatible = { provider: "openai-compatible", takesSeed: false } as const;
/** OpenAI's own models; names behind a gateway have a prefix, such as `openai/gpt-image-1.5`. */
const gpt = { ...compatible, inputPictures: 16 };
const gptSizing = { by: "list", sizes: ["1024x1024", "1536x1024", "1024x1536"] } as const;
// OpenAI calls larger sizes than 2560×1440 experimental.
const gpt2Sizing = { by: "pixels", step: 16, minSide: 480, maxSide: 3840, maxPixels: 2560 * 1440 } as const;
const medium = { scene: { quality: "medium" }, edit: { quality: "medium" } };
const mediumFaithful = { scene: medium.scene, edit: { quality: "medium", input_fidelity: "high" } };
/** Requests base64 instead of a URL, whose host may be unreachable from here. OpenAI's models reject the field. */
const inline = { response_format: "b64_json" };

/** Prices: OpenAI's list as of May 2026, pictures at medium quality. */
export const openaiCompatibleFamilies: readonly ModelFamily[] = [
  {
    ...gpt,
    pattern: /(^|\/)gpt-image-2$/,
    label: "GPT Image 2",
    sizing: gpt2Sizing,
    price: null,
    tokenPrice: { textIn: 5, imageIn: 8, out: 30 },
    options: medium,
  },
  {
    ...gpt,
    pattern: /(^|\/)gpt-image-2\.\d/,
    label: "GPT Image 2",
    sizing: gpt2Sizing,
    price: null,
    options: medium,
  },
  {
    ...gpt,
    pattern: /(^|\/)gpt-image-1\.5/,
    label: "GPT Image 1.5",
    sizing: gptSizing,
    price: { by: "size", squareMicros: 34_000, oblongMicros: 50_000 },
    tokenPrice: { textIn: 5, imageIn: 8, out: 32 },
    options: mediumFaithful,
  },
  {
    ...gpt,
    pattern: /(^|\/)gpt-image-1-mini/,
    label: "GPT Image 1 Mini",
    sizing: gptSizing,
    price: { by: "size", squareMicros: 11_000, oblongMicros: 15_000 },
    options: medium,
  },
  {
    ...gpt,
    pattern: /(^|\/)gpt-image-1/,
    label: "GPT Image 1",
    sizing: gptSizing,
    price: { by: "size", squareMicros: 42_000, oblongMicros: 63_000 },
    tokenPrice: { textIn: 5, imageIn: 10, out: 40 },
    options: mediumFaithful,
  },
  {
    ...compatible,
    pattern: /(^|\/)(chat)?gpt-image/,
    label: null,
    sizing: gptSizing,
    inputPictures: 1,
    price: null,
  },
  {
    ...compatible,
    pattern: /^/,
    label: null,
    // Such models are trained at one megapixel, which also fits the memory of a self-hosted machine.
    sizing: { by: "pixels", step: 16, minSide: 256, maxSide: 2048, maxPixels: 1.1 * megapixel },
    inputPictures: 1,
    price: null,
    options: { scene: inline, edit: inline },
  },
];
