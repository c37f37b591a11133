import sharp from "sharp";
import type { Size } from "./open-picture.ts";

/** One byte a pixel as a PNG of 8-bit grey. */
export async function encodeGrey(values: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  return sharp(values, { raw: { width, height, channels: 1 } })
    .toColourspace("b-w")
    .png({ compressionLevel: 6 })
    .toBuffer();
}
