import sharp from "sharp";
import { seededRandom } from "#lib/testing/random.ts";

/** Simulated snapshot of a hand-held phone in a kitchen; values chosen by eye. */
const tiltDeg = 1.8;
/** Zoom that keeps the corners of the rotated picture filled. */
const zoom = 1.07;
const lamp = [1.01, 0.975, 0.92] as const;
const exposure = 0.86;
const blackLift = 14;
const fallOff = 0.2;
const vignette = 0.3;
const noise = { light: 5.5, color: 3.5 };

/** Rotation that straightens a product from a snapshot. */
export const straightenDeg = -tiltDeg;

/**
 * Turns a rendered sample into a plain snapshot, as JPEG: tilted, in warm lamp light, with low contrast, soft and
 * noisy. Deterministic: the same input gives the same bytes.
 */
export async function toSnapshot(picture: Uint8Array, width: number, height: number): Promise<Buffer> {
  const large = { width: Math.round(width * zoom), height: Math.round(height * zoom) };
  const upright = await sharp(picture)
    .rotate()
    .resize({ ...large, fit: "cover" })
    .png()
    .toBuffer();
  const turned = await sharp(upright).rotate(tiltDeg, { background: "#000" }).png().toBuffer();
  const { width: turnedWidth, height: turnedHeight } = await sharp(turned).metadata();
  const middle = {
    left: Math.round((turnedWidth - width) / 2),
    top: Math.round((turnedHeight - height) / 2),
    width,
    height,
  };
  const pixels = await sharp(turned).extract(middle).blur(0.8).removeAlpha().raw().toBuffer();
  const random = seededRandom(7);
  const grain = (spread: number) => (random() + random() + random() - 1.5) * spread;
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [(i % width) / width - 0.5, Math.floor(i / width) / height - 0.5];
    const light = exposure * (1 - fallOff * (x + 0.5 * y)) * (1 - vignette * (x * x + y * y));
    const speckle = grain(noise.light);
    for (let c = 0; c < 3; c++) {
      const value = pixels[i * 3 + c] as number;
      const seen = blackLift + value * light * (lamp[c] as number) + speckle + grain(noise.color);
      pixels[i * 3 + c] = Math.max(0, Math.min(255, seen));
    }
  }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 74 })
    .toBuffer();
}
