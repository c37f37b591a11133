import { endsTooEarly, MalformedFileError, type PixelRanges, RangeList } from "./ranges.ts";

const headerBytes = 13;
const extension = 0x21;
const graphicControl = 0xf9;
const image = 0x2c;
const trailer = 0x3b;

export function gifRanges(bytes: Uint8Array): PixelRanges {
  if (bytes.length < headerBytes) throw endsTooEarly();
  const kept = new RangeList();
  let at = headerBytes + colorTableBytes(bytes[10] ?? 0);
  kept.add(0, at);
  let frames = 0;
  let hasControl = false;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === trailer) {
      kept.add(at, at + 1);
      break;
    }
    if (kind === extension) {
      const end = skipBlocks(bytes, at + 2);
      // Keeps how the first frame is shown (its transparent color); drops comments, loops and texts.
      if (bytes[at + 1] === graphicControl && frames === 0 && !hasControl) {
        kept.add(at, end);
        hasControl = true;
      }
      at = end;
    } else if (kind === image) {
      const end = skipBlocks(bytes, at + 10 + colorTableBytes(bytes[at + 9] ?? 0) + 1);
      if (frames === 0) kept.add(at, end);
      frames += 1;
      at = end;
    } else {
      throw new MalformedFileError("a part of it begins wrongly");
    }
  }
  if (frames === 0) throw endsTooEarly();
  return { ranges: kept.ranges, frames };
}

function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}

/** Returns the offset after a run of length-prefixed blocks that ends with an empty one. */
function skipBlocks(bytes: Uint8Array, start: number): number {
  for (let at = start; ; ) {
    const length = bytes[at];
    if (length === undefined) throw endsTooEarly();
    at += 1 + length;
    if (length === 0) return at;
  }
}
