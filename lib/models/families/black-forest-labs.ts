import { flux2Sizing, type ModelFamily, megapixel, oneSize, perPicture, ratios } from "./family.ts";

/** The SDK's limit for each side. */
const sizing = { ...flux2Sizing, maxSide: 1920 };

/** Prices: the provider's list as of October 2026; a cost in the response takes precedence. */
export const blackForestLabsFamilies: readonly ModelFamily[] = [
  {
    provider: "black-forest-labs",
    pattern: /^flux-2-pro/,
    label: "FLUX.2 pro",
    sizing,
    inputPictures: 8,
    takesSeed: true,
    price: { by: "megapixel", firstMicros: 30_000, furtherMicros: 15_000 },
  },
  {
    provider: "black-forest-labs",
    pattern: /^flux-2-/,
    label: "FLUX.2",
    sizing,
    inputPictures: 4,
    takesSeed: true,
    price: null,
  },
  {
    provider: "black-forest-labs",
    pattern: /^flux-kontext-pro/,
    label: "FLUX.1 Kontext pro",
    sizing: oneSize(ratios.flux),
    inputPictures: 1,
    takesSeed: true,
    price: perPicture(40_000),
  },
  {
    provider: "black-forest-labs",
    pattern: /^flux-kontext-max/,
    label: "FLUX.1 Kontext max",
    sizing: oneSize(ratios.flux),
    inputPictures: 1,
    takesSeed: true,
    price: perPicture(80_000),
  },
  {
    provider: "black-forest-labs",
    pattern: /^flux-pro-1\.1-ultra/,
    label: "FLUX1.1 pro ultra",
    sizing: oneSize(ratios.flux),
    inputPictures: 0,
    takesSeed: true,
    price: perPicture(60_000),
  },
  {
    provider: "black-forest-labs",
    pattern: /^flux-pro-1\.1/,
    label: "FLUX1.1 pro",
    sizing: { by: "pixels", step: 32, minSide: 256, maxSide: 1440, maxPixels: 1440 * 1440 },
    inputPictures: 0,
    takesSeed: true,
    price: perPicture(40_000),
  },
  {
    provider: "black-forest-labs",
    pattern: /^/,
    label: null,
    sizing: { by: "pixels", step: 32, minSide: 256, maxSide: 1440, maxPixels: 1.1 * megapixel },
    inputPictures: 1,
    takesSeed: false,
    price: null,
  },
];
