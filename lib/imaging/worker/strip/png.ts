import { inflateSync } from "node:zlib";
import {
  endsTooEarly,
  latin1,
  MalformedFileError,
  maxExifBytes,
  maxProfileBytes,
  type PixelRanges,
  RangeList,
} from "./ranges.ts";

const signatureBytes = 8;
/** Length, type and checksum of a chunk. */
const chunkOverheadBytes = 12;
/** Pixels, and data that changes how they look. All other chunks are text, times and the frames of an animation. */
const alwaysKept = new Set(["IHDR", "PLTE", "IDAT", "IEND"]);
const keptOnce = new Set(["tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "cICP", "iCCP", "eXIf"]);

export function pngRanges(bytes: Uint8Array): PixelRanges {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept = new RangeList();
  const seen = new Set<string>();
  kept.add(0, signatureBytes);
  for (let at = signatureBytes; ; ) {
    if (at + chunkOverheadBytes > bytes.length) throw endsTooEarly();
    const length = view.getUint32(at);
    const end = at + chunkOverheadBytes + length;
    if (end > bytes.length) throw endsTooEarly();
    const type = latin1(bytes, at + 4, 4);
    if (at === signatureBytes && type !== "IHDR") throw new MalformedFileError("it has no header");
    if (isKept(type, bytes.subarray(at + 8, end - 4), seen)) kept.add(at, end);
    seen.add(type);
    at = end;
    // Data after the end chunk is not part of the picture.
    if (type === "IEND") return { ranges: kept.ranges, frames: 1 };
  }
}

function isKept(type: string, data: Uint8Array, seen: ReadonlySet<string>): boolean {
  if (alwaysKept.has(type)) return true;
  if (!keptOnce.has(type) || seen.has(type)) return false;
  if (type === "iCCP") return isSmallProfile(data);
  return data.length <= maxExifBytes;
}

/** A profile is compressed, so its size is known only by unpacking it, which stops at the limit. */
function isSmallProfile(data: Uint8Array): boolean {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79 || data.length > maxProfileBytes) return false;
  try {
    inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: maxProfileBytes });
    return true;
  } catch {
    return false;
  }
}
