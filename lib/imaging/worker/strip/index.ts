import type { ImageFormat } from "#lib/contract/images/formats.ts";
import { gifRanges } from "./gif.ts";
import { jpegRanges } from "./jpeg.ts";
import { pngRanges } from "./png.ts";
import type { PixelRanges } from "./ranges.ts";
import { repairWebp, webpRanges } from "./webp.ts";

export { MalformedFileError } from "./ranges.ts";

const rangesByFormat: Partial<Record<ImageFormat, (bytes: Uint8Array) => PixelRanges>> = {
  jpg: jpegRanges,
  png: pngRanges,
  webp: webpRanges,
  gif: gifRanges,
};

export interface Stripped {
  bytes: Uint8Array;
  /** Number of frames in the file; null when only the decoder can count them. */
  frames: number | null;
}

/**
 * Drops everything from the file that is not pixels: texts, previews, later frames, and data after its end. A decoder
 * would unpack all of it, at any length. Works in place: `bytes` is changed when something is dropped. AVIF and TIFF
 * stay as they are. Throws MalformedFileError.
 */
export function strip(bytes: Uint8Array, format: ImageFormat): Stripped {
  const keep = rangesByFormat[format];
  if (!keep) return { bytes, frames: null };
  const { ranges, frames } = keep(bytes);
  const [first] = ranges;
  if (ranges.length === 1 && first && first[1] === bytes.length) return { bytes, frames };
  let length = 0;
  for (const [start, end] of ranges) {
    bytes.copyWithin(length, start, end);
    length += end - start;
  }
  const kept = bytes.subarray(0, length);
  if (format === "webp") repairWebp(kept);
  return { bytes: kept, frames };
}
