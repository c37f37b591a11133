import sharp, { type Sharp } from "sharp";

/** Bounds of every picture taken in from outside. */
export const maxImageBytes = 25 * 1024 * 1024;
export const maxImagePixels = 40_000_000;
const decodeTimeoutSeconds = 15;

// libvips can read SVG, PDF, RAW and more; only the six formats of the service may ever be decoded.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadTiff",
  ],
});

/**
 * Opens a picture (bytes or a file's path) for decoding with the service's bounds: pixel limit, time limit,
 * first frame only. Damaged data fails; harmless oddities that cameras write do not.
 */
export function openImage(input: Uint8Array | string): Sharp {
  return sharp(input, {
    limitInputPixels: maxImagePixels,
    failOn: "error",
    sequentialRead: true,
  }).timeout({ seconds: decodeTimeoutSeconds });
}
