import { join } from "node:path";
import sharp from "sharp";
import type { Size } from "./view.ts";

/** White letters with a dark rim on nothing, made by scripts/watermark.ts: no machine needs a font for them. */
const file = join(import.meta.dirname, "watermark.png");
/** Side of that square. */
export const watermarkSide = 1024;

/** The pixels of a photo with the service's name baked into them, as JPEG: sRGB, quality 82. */
export async function encodeMarked(rgb: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  if (Math.max(width, height) > watermarkSide) throw new Error(`no watermark covers ${width}×${height}`);
  const mark = await sharp(file).extract({ left: 0, top: 0, width, height }).png().toBuffer();
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: mark }])
    .withIccProfile("srgb")
    .jpeg({ quality: 82 })
    .toBuffer();
}
