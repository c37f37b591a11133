import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";

/** A finished photo in its format: sRGB, full chroma where the format can. */
export async function encodePhoto(
  rgb: Uint8Array,
  { width, height }: Size,
  format: ResultFormat = "jpeg",
): Promise<Uint8Array> {
  const photo = sharp(rgb, { raw: { width, height, channels: 3 } }).withIccProfile("srgb");
  return await encoders[format](photo).toBuffer();
}

/** Qualities by eye: none of them shows its compression at 100 %. Efforts: a 4K photo in a few seconds. */
const encoders: Record<ResultFormat, (photo: Sharp) => Sharp> = {
  jpeg: (photo) => photo.jpeg({ quality: 90, chromaSubsampling: "4:4:4" }),
  png: (photo) => photo.png({ compressionLevel: 6 }),
  webp: (photo) => photo.webp({ quality: 90, effort: 3, smartSubsample: true }),
  avif: (photo) => photo.avif({ quality: 72, effort: 2, chromaSubsampling: "4:4:4" }),
};

/** A preview as JPEG: sRGB, quality 80. */
export async function encodePreview(rgb: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  return await sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer();
}

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
