import {
  type ModelFamily,
  megapixel,
  oneSize,
  perPicture,
  ratios,
  type Sizing,
  threeSizes,
} from "./family.ts";

/** Any size up to four megapixels. */
const flux2Sizing: Sizing = {
  by: "pixels",
  step: 32,
  minSide: 256,
  maxSide: 2048,
  maxPixels: 4 * megapixel,
};

/** fal has a separate model for editing, below the path of the text-to-image model. */
const editBelow: ModelFamily["names"] = {
  scene: (name) => name.replace(/\/edit$/, ""),
  edit: (name) => `${name.replace(/\/edit$/, "")}/edit`,
};

const fal = { provider: "fal", takesSeed: false } as const;
const nanoBanana = { ...fal, takesList: true, names: editBelow };
const flux2 = { ...nanoBanana, sizing: flux2Sizing, takesSeed: true };

/** Prices: fal's list as of March 2026. */
export const falFamilies: readonly ModelFamily[] = [
  {
    ...nanoBanana,
    pattern: /^fal-ai\/nano-banana-pro/,
    label: "Nano Banana Pro",
    sizing: threeSizes(ratios.gemini),
    inputPictures: 14,
    price: { by: "resolution", micros: { "1K": 150_000, "2K": 150_000, "4K": 300_000 } },
  },
  {
    ...nanoBanana,
    pattern: /^fal-ai\/nano-banana-2/,
    label: "Nano Banana 2",
    sizing: threeSizes(ratios.gemini),
    inputPictures: 14,
    price: { by: "resolution", micros: { "1K": 80_000, "2K": 120_000, "4K": 160_000 } },
  },
  {
    ...nanoBanana,
    pattern: /^fal-ai\/nano-banana/,
    label: "Nano Banana",
    sizing: oneSize(ratios.gemini),
    inputPictures: 3,
    price: perPicture(39_000),
  },
  {
    ...flux2,
    pattern: /^fal-ai\/flux-2-pro/,
    label: "FLUX.2 pro",
    inputPictures: 8,
    price: { by: "megapixel", firstMicros: 30_000, furtherMicros: 15_000 },
  },
  {
    ...flux2,
    pattern: /^fal-ai\/flux-2/,
    label: "FLUX.2",
    inputPictures: 4,
    price: null,
  },
  {
    ...fal,
    pattern: /^fal-ai\/flux-pro\/kontext/,
    label: "FLUX.1 Kontext",
    sizing: oneSize(ratios.flux),
    inputPictures: 1,
    takesSeed: true,
    price: null,
    names: {
      scene: (name) => `${name.replace(/\/text-to-image$/, "")}/text-to-image`,
      edit: (name) => name.replace(/\/text-to-image$/, ""),
    },
  },
  {
    ...fal,
    pattern: /^fal-ai\/flux-pro\/v1\.1-ultra/,
    label: "FLUX1.1 pro ultra",
    sizing: oneSize(ratios.flux),
    inputPictures: 0,
    takesSeed: true,
    price: perPicture(60_000),
  },
  {
    ...fal,
    pattern: /^/,
    label: null,
    sizing: { by: "pixels", step: 32, minSide: 256, maxSide: 1536, maxPixels: 1.1 * megapixel },
    inputPictures: 1,
    price: null,
  },
];
