import sharp from "sharp";
import { noiseFrom } from "../random.ts";

export interface DrawnScene {
  width: number;
  height: number;
  /** Upper edge of the table, as a fraction of the height. */
  horizonY: number;
  /** Front edge of the table, as a fraction of the height; 1 when it reaches the lower edge. */
  frontY?: number;
  /** Logarithm of the right edge's brightness divided by the left edge's: the side of the light. */
  slope?: number;
  /** The table reflects the wall behind it. */
  isGlossy?: boolean;
  /** Standard deviation of the noise in 8-bit steps. */
  noise?: number;
  /** sRGB colors of wall and table. */
  wall?: readonly [number, number, number];
  table?: readonly [number, number, number];
}

/** A wall and a table as an image model might paint them, as PNG; deterministic for the same options. */
export async function drawScene(options: DrawnScene): Promise<Buffer> {
  const { width, height, horizonY, frontY = 1, slope = 0, isGlossy = false, noise = 0 } = options;
  const wall = options.wall ?? [150, 165, 160];
  const table = options.table ?? [205, 180, 140];
  const data = new Uint8Array(width * height * 3);
  const next = noiseFrom(77);
  const random = () => next() - 0.5;
  const edge = horizonY * height;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / width - 0.5;
      // Brightness is linear light, colors are gamma-encoded: hence the exponent 1 / 2.2.
      const light = Math.exp((slope * u) / 2.2);
      const stripe = isGlossy ? 1 + 0.5 * Math.sin(u * 50) : 1;
      const mirrored = isGlossy ? 1 + 0.3 * Math.sin(u * 50) : 1;
      const grain = noise === 0 ? 0 : (random() + random() + random()) * 2 * noise;
      for (let c = 0; c < 3; c++) {
        const isTable = y >= edge;
        const paint = isTable ? (table[c] as number) * mirrored : (wall[c] as number) * stripe;
        const front = y >= frontY * height ? 0.5 : 1;
        data[(y * width + x) * 3 + c] = Math.max(0, Math.min(255, Math.round(paint * light * front + grain)));
      }
    }
  }
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
