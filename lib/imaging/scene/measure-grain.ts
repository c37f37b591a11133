import { encodedOfLinear, encodedOfLinearScale } from "#lib/imaging/renderer/color.ts";
import { blurField, createField } from "#lib/imaging/renderer/field.ts";
import { grainSize } from "#lib/imaging/renderer/grain.ts";
import type { ProductPixels } from "#lib/imaging/renderer/product.ts";

/** Noise of a picture: standard deviation in 8-bit steps, and the blur (pixels) that makes white noise look like it. */
export interface Grain {
  steps: number;
  sigma: number;
}

/** Brightness of a picture in 8-bit steps. Pixels that must not be counted are NaN. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Float32Array;
}

/** No scene is so grainy that a product in it should be more so. */
const mostSteps = 4;
const blurs = [0, 0.6, 0.9, 1.3, 2] as const;
const block = 16;

/** Brightness (Rec. 709 weights on encoded values) of a part of an sRGB picture. */
export function grayOf(
  rgb: Uint8Array,
  width: number,
  part: { left: number; top: number; width: number; height: number },
): GrayPicture {
  const data = new Float32Array(part.width * part.height);
  for (let y = 0; y < part.height; y++) {
    let at = ((part.top + y) * width + part.left) * 3;
    for (let x = 0; x < part.width; x++, at += 3) {
      const value =
        0.2126 * (rgb[at] as number) + 0.7152 * (rgb[at + 1] as number) + 0.0722 * (rgb[at + 2] as number);
      data[y * part.width + x] = value > 2 && value < 252 ? value : Number.NaN;
    }
  }
  return { width: part.width, height: part.height, data };
}

/** The same of a product, where it is opaque. */
export function grayOfProduct({ width, height, color, alpha }: ProductPixels): GrayPicture {
  const data = new Float32Array(width * height);
  const step = encodedOfLinearScale / 65_535;
  const code = (value: number) => encodedOfLinear[Math.floor(value * step)] as number;
  for (let i = 0, at = 0; i < data.length; i++, at += 3) {
    const isOpaque = (alpha[i] as number) > 64_000;
    const [r, g, b] = [color[at] as number, color[at + 1] as number, color[at + 2] as number];
    data[i] = isOpaque ? 0.2126 * code(r) + 0.7152 * code(g) + 0.0722 * code(b) : Number.NaN;
  }
  return { width, height, data };
}

/** Measures the noise in the calmest blocks of a picture; none where there are too few of them. */
export function measureGrain(picture: GrayPicture): Grain {
  const fine = calmNoise(picture);
  const coarse = calmNoise(halved(picture));
  if (fine === null || fine < 0.15) return { steps: 0, sigma: 0 };
  const ratio = (coarse ?? 0) / fine;
  const known = responses();
  let closest = known[0] ?? { sigma: 0, fine: 1, coarse: 0.5 };
  for (const response of known) {
    const distance = (of: typeof closest) => Math.abs(of.coarse / of.fine - ratio);
    if (distance(response) < distance(closest)) closest = response;
  }
  return { steps: Math.min(mostSteps, fine / closest.fine), sigma: closest.sigma };
}

/**
 * A tile of noise (`grainSize` squared, 8-bit steps) that brings something with grain of its own to that of its
 * surroundings; null where it has as much already.
 */
export function grainTile(wanted: Grain, present: Grain): Float32Array | null {
  const steps = Math.sqrt(Math.max(0, wanted.steps ** 2 - present.steps ** 2));
  return steps < 0.2 ? null : noise(wanted.sigma).map((value) => value * steps);
}

// Immerkær's estimate (Fast Noise Variance Estimation, 1996) per block; the calm ones hold no texture.
function calmNoise({ width, height, data }: GrayPicture): number | null {
  const found: number[] = [];
  for (let top = 1; top + block < height; top += block) {
    for (let left = 1; left + block < width; left += block) {
      let sum = 0;
      for (let y = top; y < top + block; y++) {
        for (let x = left; x < left + block; x++) {
          const at = y * width + x;
          const v = (offset: number) => data[at + offset] as number;
          const corners = v(-width - 1) + v(-width + 1) + v(width - 1) + v(width + 1);
          const sides = v(-width) + v(width) + v(-1) + v(1);
          sum += Math.abs(corners - 2 * sides + 4 * v(0));
        }
      }
      if (!Number.isNaN(sum)) found.push((Math.sqrt(Math.PI / 2) * sum) / (6 * block * block));
    }
  }
  found.sort((a, b) => a - b);
  return found[Math.floor(found.length * 0.2)] ?? null;
}

function halved({ width, height, data }: GrayPicture): GrayPicture {
  const half = {
    width: width >> 1,
    height: height >> 1,
    data: new Float32Array((width >> 1) * (height >> 1)),
  };
  for (let y = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++) {
      const at = 2 * y * width + 2 * x;
      const v = (offset: number) => data[at + offset] as number;
      half.data[y * half.width + x] = (v(0) + v(1) + v(width) + v(width + 1)) / 4;
    }
  }
  return half;
}

let known: { sigma: number; fine: number; coarse: number }[] | null = null;

/** What noise of strength 1 measures, for each blur. */
function responses() {
  known ??= blurs.map((sigma) => {
    const picture = { width: grainSize, height: grainSize, data: noise(sigma) };
    return { sigma, fine: calmNoise(picture) ?? 1, coarse: calmNoise(halved(picture)) ?? 0.5 };
  });
  return known;
}

/** Gaussian noise of deviation 1, blurred, that repeats without a seam; always the same. */
function noise(sigma: number): Float32Array {
  // Blurred with a margin that repeats the tile, so that its edges meet.
  const margin = 8;
  const side = grainSize + 2 * margin;
  const field = createField(side, side, 1);
  const values = Float32Array.from({ length: grainSize * grainSize }, (_, i) => normal(i));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const from =
        ((y + grainSize - margin) % grainSize) * grainSize + ((x + grainSize - margin) % grainSize);
      field.data[y * side + x] = values[from] as number;
    }
  }
  blurField(field, sigma);
  const tile = new Float32Array(grainSize * grainSize);
  let square = 0;
  for (let y = 0; y < grainSize; y++) {
    for (let x = 0; x < grainSize; x++) {
      const value = field.data[(y + margin) * side + x + margin] as number;
      tile[y * grainSize + x] = value;
      square += value * value;
    }
  }
  const scale = 1 / Math.sqrt(square / tile.length);
  return tile.map((value) => value * scale);
}

// Sum of four hashes: close to a bell, from −3.5 to 3.5.
function normal(index: number): number {
  let sum = 0;
  for (let k = 1; k <= 4; k++) {
    let h = Math.imul(index * 4 + k, 0x9e3779b1);
    h = Math.imul(h ^ (h >>> 15), 0x85ebca77);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae3d);
    sum += ((h ^ (h >>> 16)) >>> 0) / 2 ** 31 - 1;
  }
  return sum * Math.sqrt(3 / 4);
}
