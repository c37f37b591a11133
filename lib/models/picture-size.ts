import { sniffFormat } from "../contract/images/formats.ts";

interface PictureSize {
  width: number;
  height: number;
}

/** Start-of-frame markers of JPEG, which contain the size; C4, C8 and CC have other meanings. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * The size declared in the header of a PNG, JPEG or WebP, without decoding; null for other data. The pixels may still
 * be missing.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (sniffFormat(bytes.subarray(0, 64))) {
      case "png":
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case "jpg":
        return jpegSize(view);
      case "webp":
        return webpSize(view);
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function jpegSize(view: DataView): PictureSize | null {
  // Terminates, since each segment is at least four bytes long.
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + Math.max(view.getUint16(at + 2), 2);
  }
  return null;
}

/** The three forms of WebP: lossy, lossless, extended. */
function webpSize(view: DataView): PictureSize | null {
  const form = String.fromCharCode(
    view.getUint8(12),
    view.getUint8(13),
    view.getUint8(14),
    view.getUint8(15),
  );
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (form === "VP8 ") {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (form === "VP8L") {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (form === "VP8X") return { width: uint24(24) + 1, height: uint24(27) + 1 };
  return null;
}
