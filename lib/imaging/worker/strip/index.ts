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
  /** Frames that the file had; null where only the decoder knows. */
  frames: number | null;
}

/**
 * The file without what is not pixels: texts, previews, later frames, and whatever follows its end. A decoder would
 * unpack all of it, at any length. Works in place: `bytes` is the caller's own and is changed when something is left
 * out. AVIF and TIFF stay as they are. Throws MalformedFileError.
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
