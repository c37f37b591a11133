import type { ImageFormat } from "#lib/images/formats.ts";
import { keepGif } from "./gif.ts";
import { keepJpeg } from "./jpeg.ts";
import type { Kept } from "./kept.ts";
import { keepPng } from "./png.ts";
import { keepWebp, repairWebp } from "./webp.ts";

export { MalformedFileError } from "./kept.ts";

const keepers: Partial<Record<ImageFormat, (bytes: Uint8Array) => Kept>> = {
  jpg: keepJpeg,
  png: keepPng,
  webp: keepWebp,
  gif: keepGif,
};

export interface Stripped {
  bytes: Uint8Array;
  /** Frames that the file had; null where only the decoder can tell. */
  frames: number | null;
}

/**
 * The file without what is not pixels: texts, previews, later frames, and whatever follows its end. A decoder would
 * unpack all of it, at any length. Works in place: `bytes` is the caller's own and is changed when something is left
 * out. AVIF and TIFF stay as they are. Throws MalformedFileError.
 */
export function strip(bytes: Uint8Array, format: ImageFormat): Stripped {
  const keep = keepers[format];
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
