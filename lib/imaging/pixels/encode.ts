import sharp, { type Sharp } from "sharp";
import type { DigitalSource } from "#lib/contract/photos/modes.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import { encodeNoted, noteOf } from "#lib/images/origin.ts";

/** Encodes a finished photo: sRGB, full chroma if the format supports it, with its origin if given. */
export async function encodePhoto(
  rgb: Uint8Array,
  { width, height }: Size,
  { format = "jpeg", source }: { format?: ResultFormat | undefined; source?: DigitalSource | undefined } = {},
): Promise<Uint8Array> {
  const photo = sharp(rgb, { raw: { width, height, channels: 3 } }).withIccProfile("srgb");
  const note = source === undefined ? null : noteOf(source);
  return (await encodeNoted(encoders[format](photo), format, note)).data;
}

/** Qualities chosen by eye, without visible compression at 100 %; efforts at which a 4K photo takes a few seconds. */
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
