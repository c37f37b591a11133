import { readFile, stat } from "node:fs/promises";
import os from "node:os";
import sharp, { type Sharp } from "sharp";
import {
  type DecodableFormat,
  type ImageFormat,
  listFormats,
  sniffFormat,
} from "#lib/contract/images/formats.ts";
import { formatMegabytes, formatMegapixels, maxInputPixels } from "#lib/contract/images/limits.ts";
import { findOrigin } from "#lib/images/origin.ts";
import { type InspectedImage, type PictureInput, UnreadableImageError } from "#lib/images/picture.ts";
import { maxUploadBytes } from "#lib/platform/env.ts";
import { because, type Reason } from "#lib/platform/reasons.ts";
import { withProfileOfCicp, withProfileOfNclx } from "./display-p3.ts";
import { MalformedFileError, strip } from "./strip/index.ts";

// libvips can read SVG, PDF, RAW and more; only the service's six formats may be decoded.
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
// No picture is decoded twice in the same way, so a cache in libvips would only take memory.
sharp.cache(false);
// libvips defaults to one thread with glibc's allocator; two halve the time to resize a picture.
sharp.concurrency(Math.min(2, os.availableParallelism()));

/** Formats that can name a color space by a code instead of a profile; HEIC is decoded elsewhere. */
const profilesOfCodes: Partial<Record<DecodableFormat, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  png: withProfileOfCicp,
  avif: withProfileOfNclx,
};

/** A picture file that may be decoded. */
export interface ReadablePicture {
  format: DecodableFormat;
  sizeBytes: number;
  /** The note of origin of a result of this service. */
  origin: string | null;
  /** Number of frames, if the file's structure shows it. */
  frames: number | null;
  /**
   * Returns a new pipeline in sRGB: pixel limit, first frame only. Damaged data fails; common flaws of cameras do not.
   */
  open(): Sharp;
}

/**
 * Reads a picture from bytes or a file, and drops everything that is not pixels. All pictures are decoded through
 * this function. Throws UnreadableImageError when sharp does not decode its format here, or it is larger than
 * UPLOAD_MAX_MB.
 */
export async function readPicture(input: PictureInput): Promise<ReadablePicture> {
  const sizeBytes = await requireUsableSize(input);
  const bytes = typeof input === "string" ? await readFile(input) : input;
  const format = sniffFormat(bytes.subarray(0, 64));
  if (!format)
    throw new UnreadableImageError(
      because("picture_format_unknown", { formats: listFormats("disjunction") }),
    );
  if (format === "heic") throw new Error("HEIC pictures are decoded by the task `decode` alone");
  const origin = findOrigin(bytes);
  const stripped = stripSafely(bytes, format);
  const pixels = await (profilesOfCodes[format]?.(stripped.bytes) ?? stripped.bytes);
  // Without a colour space of its own, a pipeline of 16 bits with a profile would work in Display P3.
  const open = () =>
    sharp(pixels, {
      limitInputPixels: maxInputPixels,
      failOn: "error",
      sequentialRead: true,
    }).pipelineColourspace("srgb");
  return { format, sizeBytes, origin, frames: stripped.frames, open };
}

/** Returns the size of a picture file. Throws UnreadableImageError when it is empty or larger than UPLOAD_MAX_MB. */
export async function requireUsableSize(input: PictureInput): Promise<number> {
  const sizeBytes = typeof input === "string" ? (await stat(input)).size : input.byteLength;
  if (sizeBytes === 0) throw new UnreadableImageError(because("file_empty"));
  if (sizeBytes <= maxUploadBytes()) return sizeBytes;
  const most = formatMegabytes(maxUploadBytes());
  throw new UnreadableImageError(because("file_too_large", { bytes: sizeBytes, most }));
}

function stripSafely(bytes: Uint8Array, format: DecodableFormat) {
  try {
    return strip(bytes, format);
  } catch (error) {
    // A damaged length can point anywhere, so reading beyond the end counts as damage.
    if (error instanceof MalformedFileError || error instanceof RangeError)
      throw damagedPicture(format, error);
    throw error;
  }
}

export function damagedPicture(format: ImageFormat, cause: unknown): UnreadableImageError {
  return new UnreadableImageError(because("picture_data_damaged", { format: format.toUpperCase() }), cause);
}

/** Proves that a picture can be decoded, by decoding its first frame completely. Throws UnreadableImageError. */
export async function inspectPicture(input: PictureInput): Promise<InspectedImage> {
  const picture = await readPicture(input);
  try {
    const metadata = await picture.open().metadata();
    const { width, height } = metadata.autoOrient;
    if (width * height > maxInputPixels) throw new UnreadableImageError(tooManyPixels(width, height));
    // Resizing reads every pixel, so damage anywhere in the file is detected.
    await picture.open().resize(32, 32, { fit: "fill" }).raw().toBuffer();
    const { format, sizeBytes, frames } = picture;
    const pages = frames ?? metadata.pages ?? 1;
    return { format, width, height, hasAlpha: metadata.hasAlpha, pages, sizeBytes };
  } catch (error) {
    if (error instanceof UnreadableImageError) throw error;
    const reason = error instanceof Error ? error.message : "";
    if (/pixel limit|exceeds? .*limit|dimensions/i.test(reason)) {
      throw new UnreadableImageError(tooManyPixels(), error);
    }
    throw damagedPicture(picture.format, error);
  }
}

function tooManyPixels(width?: number, height?: number): Reason {
  const most = formatMegapixels(maxInputPixels);
  return width && height
    ? because("picture_size_too_large", { width, height, most })
    : because("picture_too_large", { most });
}
