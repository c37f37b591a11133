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

/** Prices: fal's list as of March 2026. */
export const falFamilies: readonly ModelFamily[] = [
  {
    provider: "fal",
    pattern: /^fal-ai\/nano-banana-pro/,
    label: "Nano Banana Pro",
    sizing: threeSizes(ratios.gemini),
    inputPictures: 14,
    takesList: true,
    takesSeed: false,
    price: { by: "resolution", micros: { "1K": 150_000, "2K": 150_000, "4K": 300_000 } },
    names: editBelow,
  },
  {
    provider: "fal",
    pattern: /^fal-ai\/nano-banana-2/,
    label: "Nano Banana 2",
    sizing: threeSizes(ratios.gemini),
    inputPictures: 14,
    takesList: true,
    takesSeed: false,
    price: { by: "resolution", micros: { "1K": 80_000, "2K": 120_000, "4K": 160_000 } },
    names: editBelow,
  },
  {
    provider: "fal",
    pattern: /^fal-ai\/nano-banana/,
    label: "Nano Banana",
    sizing: oneSize(ratios.gemini),
    inputPictures: 3,
    takesList: true,
    takesSeed: false,
    price: perPicture(39_000),
    names: editBelow,
  },
  {
    provider: "fal",
    pattern: /^fal-ai\/flux-2-pro/,
    label: "FLUX.2 pro",
    sizing: flux2Sizing,
    inputPictures: 8,
    takesList: true,
    takesSeed: true,
    price: { by: "megapixel", firstMicros: 30_000, furtherMicros: 15_000 },
    names: editBelow,
  },
  {
    provider: "fal",
    pattern: /^fal-ai\/flux-2/,
    label: "FLUX.2",
    sizing: flux2Sizing,
    inputPictures: 4,
    takesList: true,
    takesSeed: true,
    price: null,
    names: editBelow,
  },
  {
    provider: "fal",
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
    provider: "fal",
    pattern: /^fal-ai\/flux-pro\/v1\.1-ultra/,
    label: "FLUX1.1 pro ultra",
    sizing: oneSize(ratios.flux),
    inputPictures: 0,
    takesSeed: true,
    price: perPicture(60_000),
  },
  {
    provider: "fal",
    pattern: /^/,
    label: null,
    sizing: { by: "pixels", step: 32, minSide: 256, maxSide: 1536, maxPixels: 1.1 * megapixel },
    inputPictures: 1,
    takesSeed: false,
    price: null,
  },
];
