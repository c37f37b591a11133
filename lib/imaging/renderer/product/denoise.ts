import type { Size } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { clamp, percentile } from "#lib/imaging/pixels/numbers.ts";

/** Least enlargement at which grain is removed: below it, grain stays as fine as in the picture. */
const fewestScale = 1.8;
/** Shares of full scale in square roots of linear light: less noise is invisible, and more counts as texture. */
const noise = { least: 0.004, most: 0.03 };
const blockSide = 12;
const reach = 2;

/**
 * Removes grain from pixels that are about to be enlarged to several times their size, where it would become spots: a
 * guided filter (He, Sun, Tang 2010) by the product's own brightness, as strong as the noise of its smoothest parts,
 * so that edges and texture stay. `color`: square roots of linear light × 65,535, times alpha; `alpha`: 0..65,535. In
 * place.
 */
export function denoise(color: Uint16Array, alpha: Uint16Array, size: Size, scale: number): void {
  if (scale < fewestScale) return;
  const brightness = brightnessOf(color);
  const sigma = measureNoise(brightness, alpha, size);
  if (sigma < noise.least) return;
  smooth({ color, alpha, brightness, size, variance: (2.5 * Math.min(sigma, noise.most)) ** 2 });
}

function brightnessOf(color: Uint16Array): Float32Array {
  const brightness = new Float32Array(color.length / 3);
  for (let i = 0, k = 0; i < brightness.length; i++, k += 3) {
    const [red, green, blue] = [color[k] as number, color[k + 1] as number, color[k + 2] as number];
    brightness[i] = (0.25 * red + 0.6 * green + 0.15 * blue) / 65_535;
  }
  return brightness;
}

/** Standard deviation of the noise (Immerkær 1996): the 10th percentile over blocks of opaque pixels. */
export function measureNoise(brightness: Float32Array, alpha: Uint16Array, { width, height }: Size): number {
  const blocks: number[] = [];
  for (let top = 1; top + blockSide < height; top += blockSide) {
    for (let left = 1; left + blockSide < width; left += blockSide) {
      const level = noiseOfBlock(brightness, alpha, { width, left, top });
      if (level !== null) blocks.push(level);
    }
  }
  return blocks.length === 0 ? 0 : percentile(Float32Array.from(blocks), 0.1);
}

function noiseOfBlock(
  brightness: Float32Array,
  alpha: Uint16Array,
  { width, left, top }: { width: number; left: number; top: number },
): number | null {
  let sum = 0;
  for (let y = top; y < top + blockSide; y++) {
    for (let x = left, i = y * width + left; x < left + blockSide; x++, i++) {
      if ((alpha[i] as number) < 65_000) return null;
      const at = (offset: number) => brightness[i + offset] as number;
      const corners = at(-width - 1) + at(-width + 1) + at(width - 1) + at(width + 1);
      const sides = at(-1) + at(1) + at(-width) + at(width);
      sum += Math.abs(corners - 2 * sides + 4 * at(0));
    }
  }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * blockSide * blockSide);
}

interface Smoothed {
  color: Uint16Array;
  alpha: Uint16Array;
  brightness: Float32Array;
  size: Size;
  /** Variance up to which a neighborhood counts as flat. */
  variance: number;
}

function smooth({ color, alpha, brightness, size, variance }: Smoothed): void {
  const window = { columns: reach, rows: reach };
  const count = new Float32Array(brightness.length).fill(1);
  boxSum(count, size, window);
  const meanOf = (values: Float32Array) => {
    boxSum(values, size, window);
    for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / (count[i] as number);
    return values;
  };
  const mean = meanOf(brightness.slice());
  const squares = meanOf(brightness.map((value) => value * value));
  for (let channel = 0; channel < 3; channel++) {
    const plane = brightness.map((_, i) => (color[3 * i + channel] as number) / 65_535);
    const products = meanOf(plane.map((value, i) => value * (brightness[i] as number)));
    const planeMean = meanOf(plane);
    const slopes = new Float32Array(plane.length);
    const offsets = new Float32Array(plane.length);
    for (let i = 0; i < plane.length; i++) {
      const center = mean[i] as number;
      const spread = (squares[i] as number) - center * center;
      const shared = (products[i] as number) - center * (planeMean[i] as number);
      slopes[i] = shared / (spread + variance);
      offsets[i] = (planeMean[i] as number) - (slopes[i] as number) * center;
    }
    meanOf(slopes);
    meanOf(offsets);
    for (let i = 0; i < plane.length; i++) {
      const a = alpha[i] as number;
      // Soft edges keep their own colors, because they have no pixels beside them to average with.
      if (a < 65_000) continue;
      const value = (slopes[i] as number) * (brightness[i] as number) + (offsets[i] as number);
      color[3 * i + channel] = clamp(Math.round(value * 65_535), 0, a);
    }
  }
}
