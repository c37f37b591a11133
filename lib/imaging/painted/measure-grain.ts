import { encodedOfLinear, encodedOfLinearScale } from "#lib/imaging/pixels/color.ts";
import { blurField, createField } from "#lib/imaging/pixels/field.ts";
import { grainSize, hash } from "#lib/imaging/renderer/output/grain.ts";
import type { ProductPixels } from "#lib/imaging/renderer/product/enlarge.ts";

/** Noise of a picture: standard deviation in 8-bit steps, and the blur (pixels) that turns white noise into it. */
export interface Grain {
  steps: number;
  sigma: number;
}

/** Brightness of a picture in 8-bit steps. Excluded pixels are NaN. */
export interface GrayPicture {
  width: number;
  height: number;
  data: Float32Array;
}

/** Upper bound of a product's grain, however grainy the scene is. */
const mostSteps = 4;
const blurs = [0, 0.6, 0.9, 1.3, 2] as const;
const block = 16;

/** Brightness (Rec. 709 weights on encoded values) of a part of an sRGB picture; clipped pixels are NaN. */
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

/** The same for a product; pixels that are not opaque are NaN. */
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

/** Measures the noise in the calmest blocks of a picture; 0 when there are too few of them. */
export function measureGrain(picture: GrayPicture): Grain {
  const found = calmNoise(picture);
  if (found === null || found.whole < 0.25) return { steps: 0, sigma: 0 };
  const fineness = found.fine / found.whole;
  const all = responses();
  let closest = all[0] ?? { sigma: 0, fine: 1, whole: 1 };
  for (const response of all) {
    const distance = (of: typeof closest) => Math.abs(of.fine / of.whole - fineness);
    if (distance(response) < distance(closest)) closest = response;
  }
  return { steps: Math.min(mostSteps, found.whole / closest.whole), sigma: closest.sigma };
}

/**
 * Returns a tile of noise (`grainSize` squared, 8-bit steps) that raises grain from `present` to `wanted`; null when
 * there is as much already.
 */
export function grainTile(wanted: Grain, present: Grain): Float32Array | null {
  const steps = Math.sqrt(Math.max(0, wanted.steps ** 2 - present.steps ** 2));
  return steps < 0.2 ? null : noise(wanted.sigma).map((value) => value * steps);
}

/** Noise of a block: the total, and the part that changes from pixel to pixel. */
interface Noise {
  whole: number;
  fine: number;
}

/** Averages the blocks between the 10th and the 30th percentile of noise, which contain no texture. */
function calmNoise(picture: GrayPicture): Noise | null {
  const found: Noise[] = [];
  for (let top = 1; top + block < picture.height; top += block) {
    for (let left = 1; left + block < picture.width; left += block) {
      const noise = blockNoise(picture, left, top);
      if (!Number.isNaN(noise.whole + noise.fine)) found.push(noise);
    }
  }
  if (found.length < 6) return null;
  found.sort((a, b) => a.whole - b.whole);
  const calm = found.slice(Math.floor(0.1 * found.length), Math.max(1, Math.ceil(0.3 * found.length)));
  const mean = (of: (noise: Noise) => number) =>
    calm.reduce((sum, noise) => sum + of(noise), 0) / calm.length;
  return { whole: mean(({ whole }) => whole), fine: mean(({ fine }) => fine) };
}

// The residual without the block's linear slope, and Immerkær's estimate (Fast Noise Variance Estimation, 1996).
function blockNoise({ width, data }: GrayPicture, left: number, top: number): Noise {
  const middle = (block - 1) / 2;
  let [sum, squares, across, down, changes] = [0, 0, 0, 0, 0];
  for (let y = 0; y < block; y++) {
    for (let x = 0; x < block; x++) {
      const at = (top + y) * width + left + x;
      const v = (offset: number) => data[at + offset] as number;
      const value = v(0);
      sum += value;
      squares += value * value;
      across += value * (x - middle);
      down += value * (y - middle);
      const corners = v(-width - 1) + v(-width + 1) + v(width - 1) + v(width + 1);
      changes += Math.abs(corners - 2 * (v(-width) + v(width) + v(-1) + v(1)) + 4 * value);
    }
  }
  const count = block * block;
  // Sum of (x − middle)² over the block.
  const spread = (count * (count - 1)) / 12;
  const rest = squares - (sum * sum) / count - (across * across + down * down) / spread;
  return {
    whole: Math.sqrt(Math.max(0, rest) / count),
    fine: (Math.sqrt(Math.PI / 2) * changes) / (6 * count),
  };
}

let known: (Noise & { sigma: number })[] | null = null;

/** The noise that is measured for a standard deviation of 1, for each blur. */
function responses() {
  known ??= blurs.map((sigma) => {
    const picture = { width: grainSize, height: grainSize, data: noise(sigma) };
    return { sigma, ...(calmNoise(picture) ?? { whole: 1, fine: 1 }) };
  });
  return known;
}

/** Gaussian noise of standard deviation 1, blurred, that tiles without a seam; always the same. */
function noise(sigma: number): Float32Array {
  // Blurred with a margin that repeats the tile, so that its edges match.
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

// Sum of four hashes: close to a normal distribution, from −3.5 to 3.5.
function normal(index: number): number {
  let sum = 0;
  for (let k = 0; k < 4; k++) sum += hash(index * 4 + k);
  return sum * Math.sqrt(3 / 4);
}
