import {
  endsTooEarly,
  latin1,
  MalformedFileError,
  maxProfileBytes,
  type PixelRanges,
  RangeList,
} from "./ranges.ts";

/** A progressive photo has about ten scans. Each costs a pass over the whole picture, however few bytes it has. */
const maxScans = 100;

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const app0 = 0xe0;
const app1 = 0xe1;
const app2 = 0xe2;
const app14 = 0xee;
const comment = 0xfe;

export function jpegRanges(bytes: Uint8Array): PixelRanges {
  const kept = new RangeList();
  const wanted = new WantedSegments();
  kept.add(0, 2);
  let scans = 0;
  for (let at = 2; at < bytes.length; ) {
    if (bytes[at] !== 0xff) throw new MalformedFileError("a part of it begins wrongly");
    const marker = bytes[at + 1];
    if (marker === undefined) break;
    if (marker === 0xff) {
      at += 1;
    } else if (marker === endOfImage) {
      // Drops previews, further pictures and any other data after the picture.
      kept.add(at, at + 2);
      return { ranges: kept.ranges, frames: 1 };
    } else if (isStandalone(marker)) {
      kept.add(at, at + 2);
      at += 2;
    } else {
      if (at + 4 > bytes.length) throw endsTooEarly();
      const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
      const end = at + 2 + length;
      if (length < 2) throw new MalformedFileError("a part of it has a wrong length");
      if (end > bytes.length) throw endsTooEarly();
      if (wanted.isWanted(marker, bytes.subarray(at + 4, end))) kept.add(at, end);
      at = end;
      if (marker === startOfScan) {
        scans += 1;
        if (scans > maxScans) throw new MalformedFileError(`it has more than ${maxScans} scans`);
        const scanEnd = findScanEnd(bytes, end);
        kept.add(end, scanEnd);
        at = scanEnd;
      }
    }
  }
  // Without an end marker, the decoder decides whether the pixels are complete.
  if (scans === 0) throw endsTooEarly();
  return { ranges: kept.ranges, frames: 1 };
}

/** Selects the metadata that changes how the picture looks: each kind once, and within limits of size. */
class WantedSegments {
  readonly #seen = new Set<string>();
  #profileBytes = 0;

  isWanted(marker: number, data: Uint8Array): boolean {
    if (marker === app0) return this.#first("jfif", startsWith(data, "JFIF\0"));
    if (marker === app1) return this.#first("exif", startsWith(data, "Exif\0\0"));
    if (marker === app14) return this.#first("adobe", startsWith(data, "Adobe"));
    if (marker === app2 && startsWith(data, "ICC_PROFILE\0")) {
      this.#profileBytes += data.length;
      return this.#profileBytes <= maxProfileBytes;
    }
    const isApplicationData = marker >= app0 && marker <= 0xef;
    // 0xf0 to 0xfd are reserved; a decoder would skip them too.
    return !isApplicationData && marker !== comment && marker < 0xf0;
  }

  #first(name: string, matches: boolean): boolean {
    if (!matches || this.#seen.has(name)) return false;
    this.#seen.add(name);
    return true;
  }
}

function startsWith(data: Uint8Array, text: string): boolean {
  return data.length >= text.length && latin1(data, 0, text.length) === text;
}

function isStandalone(marker: number): boolean {
  return marker === 0x01 || marker === startOfImage || (marker >= 0xd0 && marker <= 0xd7);
}

/** Returns the end of the coded pixels from `start`: the next marker that is neither stuffing nor a restart. */
function findScanEnd(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1];
    if (next === undefined) return bytes.length;
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
  return bytes.length;
}
