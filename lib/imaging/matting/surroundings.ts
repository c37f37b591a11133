import sharp from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { fitInside } from "#lib/imaging/pixels/boxes.ts";
import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import type { Surroundings } from "#lib/imaging/pixels/cut-out.ts";
import { distanceFrom } from "#lib/imaging/pixels/distance.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { measureLight } from "#lib/imaging/repair/source-light.ts";
import { measureGroundBeside } from "./ground-beside.ts";
import { hasHorizon } from "./horizon.ts";
import { measureLeastPitchDeg } from "./least-pitch.ts";

/** Longer side (pixels) at which pictures are examined. */
export const lookSide = 224;
/** Pixels with more than this alpha are not ground. */
const leastGround = 0.25;
// Distances from the product's edge, as shares of its longer side.
/** Up to `mixed`, colors of edge and ground mix; from there to `near`, a product occludes its ground's light. */
const mixed = 0.012;
const near = 0.055;
/** Distance at which the product no longer affects the light of the ground. */
const far = 0.2;
/** Fewer samples than this give a darkness of 0. */
const leastPlaces = 12;

/** Measures the ground around the product; `rgb` is the picture at the size of its mask. */
export async function lookAround(rgb: Uint8Array, mask: Mask): Promise<Surroundings> {
  const size = fitInside(mask, lookSide);
  if (size.width === mask.width) return lookAt(rgb, mask);
  const { width, height } = mask;
  // A loop: `Uint8Array.from` with a function takes thirty times as long.
  const grey = new Uint8Array(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = (mask.alpha[i] as number) * 255;
  const [small, alpha] = await Promise.all(
    [
      { data: rgb, channels: 3 as const },
      { data: grey, channels: 1 as const },
    ].map(({ data, channels }) =>
      sharp(data, { raw: { width, height, channels } })
        .resize({ ...size, fit: "fill" })
        .toColorspace(channels === 1 ? "b-w" : "srgb")
        .raw()
        .toBuffer(),
    ),
  );
  if (!small || !alpha) throw new Error("a picture could not be made smaller");
  return lookAt(small, { ...size, alpha: new Float32Array(alpha).map((value) => value / 255) });
}

function lookAt(rgb: Uint8Array, mask: Mask): Surroundings {
  const { alpha, width, height } = mask;
  const light = new Float32Array(width * height);
  for (let i = 0; i < light.length; i++) {
    light[i] =
      0.2126 * (linearOfByte[rgb[i * 3] ?? 0] ?? 0) +
      0.7152 * (linearOfByte[rgb[i * 3 + 1] ?? 0] ?? 0) +
      0.0722 * (linearOfByte[rgb[i * 3 + 2] ?? 0] ?? 0);
  }
  const isProduct = new Uint8Array(alpha.map((value) => (value > leastGround ? 1 : 0)));
  const box = boxOf(isProduct, { width, height });
  const side = Math.max(box.right - box.left, box.bottom - box.top, 8);
  const distance = distanceFrom(isProduct, { width, height });
  const found = { above: [] as number[], beside: [] as number[], below: [] as number[] };
  const at = (x: number, y: number) => y * width + x;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const away = distance[at(x, y)] ?? 0;
      if (away < Math.max(2, mixed * side) || away > near * side) continue;
      const dx = (distance[at(x + 1, y)] ?? 0) - (distance[at(x - 1, y)] ?? 0);
      const dy = (distance[at(x, y + 1)] ?? 0) - (distance[at(x, y - 1)] ?? 0);
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length < 0.8) continue;
      const v = dy / length;
      const fx = Math.round(x + (dx / length) * far * side);
      const fy = Math.round(y + v * far * side);
      if (fx < 0 || fy < 0 || fx >= width || fy >= height) continue;
      // Only ground at that distance from every part of the product.
      if ((distance[at(fx, fy)] ?? 0) < 0.7 * far * side) continue;
      const dark = 1 - (light[at(x, y)] ?? 0) / Math.max(0.004, light[at(fx, fy)] ?? 0);
      const isUpper = y < box.top + 0.62 * (box.bottom - box.top);
      if (v > 0.5) found.below.push(dark);
      else if (v < -0.5) found.above.push(dark);
      else if (isUpper) found.beside.push(dark);
    }
  }
  const beside = measureGroundBeside(rgb, isProduct, { width, height }, { ...box, side });
  return {
    dark: { above: highMean(found.above), beside: highMean(found.beside), below: highMean(found.below) },
    hasHorizon: hasHorizon(rgb, { isProduct, width, height }),
    leastPitchDeg: measureLeastPitchDeg(rgb, distance, { width, height }, box),
    light: measureLight(rgb, mask),
    ...(beside && { beside }),
  };
}

/** Mean of the darkest quarter, because a lamp at one side leaves the other side bright. */
function highMean(values: number[]): number {
  if (values.length < leastPlaces) return 0;
  const sorted = values.toSorted((a, b) => b - a);
  const kept = sorted.slice(0, Math.ceil(sorted.length / 4));
  return kept.reduce((sum, value) => sum + Math.max(-0.5, value), 0) / kept.length;
}

function boxOf(isProduct: Uint8Array, { width, height }: Size) {
  const box = { left: width, right: 0, top: height, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (isProduct[y * width + x] === 0) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = y + 1;
    }
  }
  return box;
}
