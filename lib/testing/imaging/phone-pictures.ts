import sharp from "sharp";
import type { Rgb } from "#lib/imaging/pixels/color.ts";
import { encodedOfLinear, encodedOfLinearScale, linearOfByte } from "#lib/imaging/pixels/color.ts";
import { noiseFrom } from "../random.ts";

/** A picture of a blue can before a plain wall, and the can's mask, so that no network has to find it. */
export interface PhonePicture {
  image: Buffer;
  mask: Buffer;
}

export const canSize = { width: 720, height: 600 } as const;
const can = { left: 260, top: 120, width: 200, height: 380 } as const;
/** The can's color in daylight, sRGB. */
export const canColor = [38, 84, 178] as const;

/** What a phone does to a picture; light is linear, noise in levels of 0..255, blur in pixels. */
interface Flaws {
  light?: Rgb;
  wall?: readonly [number, number, number];
  noise?: number;
  blur?: number;
  quality?: number;
}

export async function drawPhonePicture({
  light = [1, 1, 1],
  wall = [222, 222, 222],
  noise = 0,
  blur = 0,
  quality = 95,
}: Flaws = {}): Promise<PhonePicture> {
  const { width, height } = canSize;
  const rgb = new Uint8Array(width * height * 3);
  const alpha = new Uint8Array(width * height);
  const random = createRandom();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const isCan = x >= can.left && x < can.left + can.width && y >= can.top && y < can.top + can.height;
      // A white band with lettering, so that the can has edges.
      const isBand = isCan && y >= 260 && y < 330;
      const isLetter = isBand && x % 24 < 8 && y >= 275 && y < 315;
      const own = isLetter ? [30, 30, 30] : isBand ? [225, 225, 225] : isCan ? canColor : wall;
      const shade = isCan
        ? 0.8 + 0.2 * Math.sin(((x - can.left) / can.width) * Math.PI)
        : 1 - (0.15 * y) / height;
      alpha[i] = isCan ? 255 : 0;
      for (const c of [0, 1, 2] as const) {
        const lit = (linearOfByte[own[c] as number] as number) * shade * light[c];
        rgb[3 * i + c] = Math.round(encodedOfLinear[(Math.min(1, lit) * encodedOfLinearScale) | 0] as number);
      }
    }
  }
  const soft = sharp(rgb, { raw: { ...canSize, channels: 3 } });
  const pixels = blur > 0 ? await soft.blur(blur).raw().toBuffer() : Buffer.from(rgb);
  for (let i = 0; noise > 0 && i < pixels.length; i++) {
    pixels[i] = Math.max(0, Math.min(255, Math.round((pixels[i] as number) + noise * random())));
  }
  const raw = { raw: { ...canSize, channels: 3 } } as const;
  return {
    image: await sharp(pixels, raw)
      .jpeg({ quality, chromaSubsampling: quality > 90 ? "4:4:4" : "4:2:0" })
      .toBuffer(),
    mask: await sharp(alpha, { raw: { ...canSize, channels: 1 } })
      .png()
      .toBuffer(),
  };
}

/** Normally distributed numbers (Irwin–Hall), the same in every run. */
function createRandom(): () => number {
  const next = noiseFrom(12_345);
  return () => {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += next();
    return sum;
  };
}
