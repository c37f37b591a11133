import sharp, { type Sharp } from "sharp";
import type { DigitalSource } from "#lib/contract/photos/modes.ts";
import type { Size } from "#lib/contract/photos/sizes.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import { encodeNoted, noteOf } from "#lib/images/origin.ts";
import { lazy } from "#lib/platform/lazy.ts";

/** Encodes a finished photo: sRGB, full chroma if the format supports it, with its origin if given. */
export async function encodePhoto(
  rgb: Uint8Array,
  { width, height }: Size,
  { format = "jpeg", source }: { format?: ResultFormat | undefined; source?: DigitalSource | undefined } = {},
): Promise<Uint8Array> {
  const photo = sharp(rgb, { raw: { width, height, channels: 3 } });
  const note = source === undefined ? null : noteOf(source);
  if (format === "jpeg") {
    // libvips would first convert every pixel to the profile, which changes none of them.
    const profile = await profileSegment();
    return (await encodeNoted(encoders.jpeg(photo), format, note, (jpeg) => withProfile(jpeg, profile))).data;
  }
  return (await encodeNoted(encoders[format](photo.withIccProfile("srgb")), format, note)).data;
}

/** sRGB's profile as libvips writes it to a JPEG. */
const profileSegment = lazy(async () => {
  const create = { width: 1, height: 1, channels: 3, background: "black" } as const;
  const jpeg = await sharp({ create }).withIccProfile("srgb").jpeg().toBuffer();
  return jpeg.subarray(2, 4 + jpeg.readUInt16BE(4));
});

/** Adds the profile after the note of origin (APP1), or at the beginning. */
function withProfile(jpeg: Buffer<ArrayBuffer>, profile: Uint8Array): Buffer<ArrayBuffer> {
  const at = jpeg[3] === 0xe1 ? 4 + jpeg.readUInt16BE(4) : 2;
  return Buffer.concat([jpeg.subarray(0, at), profile, jpeg.subarray(at)]);
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
