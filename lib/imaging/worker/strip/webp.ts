import {
  endsTooEarly,
  latin1,
  MalformedFileError,
  maxExifBytes,
  maxProfileBytes,
  type PixelRanges,
  RangeList,
} from "./ranges.ts";

const headerBytes = 12;
const chunkHeaderBytes = 8;
const pixels = new Set(["VP8 ", "VP8L", "ALPH", "ANIM"]);

export function webpRanges(bytes: Uint8Array): PixelRanges {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fileEnd = 8 + view.getUint32(4, true);
  if (fileEnd > bytes.length || bytes.length < headerBytes) throw endsTooEarly();
  const kept = new RangeList();
  const seen = new Set<string>();
  kept.add(0, headerBytes);
  let frames = 0;
  for (let at = headerBytes; at + chunkHeaderBytes <= fileEnd; ) {
    const length = view.getUint32(at + 4, true);
    // Chunks begin at even offsets; the last one's padding may be missing.
    const end = Math.min(at + chunkHeaderBytes + length + (length & 1), fileEnd);
    if (at + chunkHeaderBytes + length > fileEnd) throw endsTooEarly();
    const type = latin1(bytes, at, 4);
    if (type === "ANMF") frames += 1;
    if (isKept(type, length, seen)) kept.add(at, end);
    seen.add(type);
    at = end;
  }
  if (!seen.has("VP8 ") && !seen.has("VP8L") && !seen.has("ANMF")) {
    throw new MalformedFileError("it has no pixels");
  }
  return { ranges: kept.ranges, frames: Math.max(1, frames) };
}

function isKept(type: string, length: number, seen: ReadonlySet<string>): boolean {
  if (seen.has(type)) return false;
  if (pixels.has(type) || type === "VP8X" || type === "ANMF") return true;
  if (type === "ICCP") return length <= maxProfileBytes;
  return type === "EXIF" && length <= maxExifBytes;
}

/** Updates the header of a stripped file to match its remaining chunks; the header's chunk is the first, if any. */
export function repairWebp(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(4, bytes.length - 8, true);
  if (latin1(bytes, headerBytes, 4) !== "VP8X") return;
  const types = new Set<string>();
  for (let at = headerBytes; at + chunkHeaderBytes <= bytes.length; ) {
    types.add(latin1(bytes, at, 4));
    const length = view.getUint32(at + 4, true);
    at += chunkHeaderBytes + length + (length & 1);
  }
  const flagsAt = headerBytes + chunkHeaderBytes;
  const xmp = 0x04;
  const exif = types.has("EXIF") ? 0 : 0x08;
  const profile = types.has("ICCP") ? 0 : 0x20;
  bytes[flagsAt] = (bytes[flagsAt] ?? 0) & ~(xmp | exif | profile);
}
