import sharp from "sharp";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";

/** Pixels of 16 bits. */
export interface Plane extends Size {
  data: Uint16Array;
  channels: 1 | 3;
}

/** Scales pixels to `size`, and returns only `part` of the result. */
export type Scaling = (source: Plane, size: Size, part: Box) => Uint16Array | Promise<Uint16Array>;

/** Scales by Lanczos (libvips), for reduction. */
export const reducePart: Scaling = async ({ data, ...raw }, { width, height }, part) => {
  const isPart = part.width < width || part.height < height;
  const resized = sharp(data, { raw })
    .toColourspace(raw.channels === 1 ? "grey16" : "rgb16")
    .resize(width, height, { kernel: "lanczos3", fit: "fill" });
  return asWords(await (isPart ? resized.extract(part) : resized).raw({ depth: "ushort" }).toBuffer());
};

export function asWords(bytes: Buffer): Uint16Array {
  return bytes.byteOffset % 2 === 0
    ? new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2)
    : new Uint16Array(new Uint8Array(bytes).buffer);
}
