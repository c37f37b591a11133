import sharp from "sharp";
import type { Asked } from "./steps.ts";

const unasked = { width: 1024, height: 1024 };

/** An empty room of the requested size; for a call with pictures, the first one scaled to that size. */
export function drawAnswer({ size, pictures: [first] }: Asked): Promise<Buffer> {
  if (first) {
    const { width, height } = size ?? first;
    return sharp(first.bytes)
      .flatten({ background: "#d8d4cc" })
      .resize(width, height, { fit: "contain", background: "#d8d4cc" })
      .jpeg({ quality: 90 })
      .toBuffer();
  }
  return drawRoom(size ?? unasked);
}

/** A light wall above a warm table whose edge is at 60 % of the height, brighter to the left. */
function drawRoom({ width, height }: { width: number; height: number }): Promise<Buffer> {
  const side = 20;
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const light = 1 - (0.25 * x) / side;
      const color = y < 0.6 * side ? [226, 222, 214] : [168, 124, 86];
      for (const [channel, value] of color.entries())
        pixels[(y * side + x) * 3 + channel] = Math.round(value * light);
    }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .resize(width, height, { fit: "fill", kernel: "linear" })
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** Size of a picture with this ratio and about `megapixels` (of 1024²), in steps of 16. */
export function sizeOfRatio(ratio: string, megapixels = 1): { width: number; height: number } {
  const [across = 1, down = 1] = ratio.split(":").map(Number);
  const area = megapixels * 1024 * 1024;
  const round = (side: number) => 16 * Math.round(side / 16);
  return {
    width: round(Math.sqrt((area * across) / down)),
    height: round(Math.sqrt((area * down) / across)),
  };
}
