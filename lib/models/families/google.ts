import { type ModelFamily, oneSize, perPicture, ratios, threeSizes } from "./family.ts";

/** Prices: Google's list as of April 2026. */
export const googleFamilies: readonly ModelFamily[] = [
  {
    provider: "google",
    pattern: /^gemini-3-pro-image/,
    label: "Gemini 3 Pro Image",
    sizing: threeSizes(ratios.gemini),
    inputPictures: 14,
    takesSeed: true,
    price: { by: "resolution", micros: { "1K": 134_000, "2K": 134_000, "4K": 240_000 } },
  },
  {
    provider: "google",
    pattern: /^gemini-3\.1-flash-image/,
    label: "Gemini 3.1 Flash Image",
    sizing: threeSizes(ratios.wideGemini),
    inputPictures: 14,
    takesSeed: true,
    price: { by: "resolution", micros: { "1K": 67_000, "2K": 101_000, "4K": 151_000 } },
  },
  {
    provider: "google",
    pattern: /^gemini-nano-banana-2\.1/,
    label: "Nano Banana 2.1",
    sizing: threeSizes(ratios.wideGemini),
    inputPictures: 14,
    takesSeed: true,
    price: null,
  },
  {
    provider: "google",
    pattern: /^gemini-2\.5-flash-image/,
    label: "Gemini 2.5 Flash Image",
    sizing: oneSize(ratios.gemini),
    inputPictures: 3,
    takesSeed: true,
    price: perPicture(39_000),
  },
  {
    provider: "google",
    pattern: /^gemini-/,
    label: null,
    sizing: oneSize(ratios.gemini),
    inputPictures: 1,
    takesSeed: false,
    price: null,
  },
];
