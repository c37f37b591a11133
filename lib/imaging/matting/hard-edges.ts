import { boxSum } from "./box-sum.ts";
import type { ColorModel } from "./color-model.ts";
import type { Mask } from "./mask.ts";

/** How much of a hard edge (0..1) there is around each cell of a grid over a mask. */
export interface Hardness {
  columns: number;
  rows: number;
  values: Float32Array;
}

/** Binary logarithm of a cell's side, in pixels of the mask; cells to each side that count as around one. */
const cellShift = 3;
const reach = 1;
export const hardnessCell = 1 << cellShift;
const windowSide = (2 * reach + 1) * hardnessCell;

// Chosen on samples and yardstick, by their edge errors.
/** Edges that cross such a window: up to the first number one alone, from the second on fine work as hair and lace. */
const lone = 1.2;
const several = 1.8;
/** Width in pixels of the network's ramp: up to the first number it is as narrow as the network can draw it. */
const narrow = 2;
const wide = 4;
/** Share of the way between both colors that the picture takes within two pixels: less is a blurred edge. */
const blurred = 0.5;
const sharp = 0.8;
/** 4α(1 − α) from which a pixel counts to the ramp: α from 0.05 to 0.95. */
const leastDoubt = 0.19;
/** Square of the distance of two colors (0..255, over three channels) from which that can be told. */
const leastContrast = 900;

/**
 * Finds where the picture has one hard edge and the network a soft one. A hard edge runs alone, and across it the color
 * changes from backdrop to product within two pixels of the picture; of motion, fur and fine work one of both is not true.
 * `pixel` is the side of a pixel of the picture in pixels of the mask; `rgb` is the picture at the mask's size, × 3.
 */
export function findHardEdges(
  mask: Mask,
  rgb: Uint8Array,
  { model, pixel }: { model: ColorModel; pixel: number },
): Hardness {
  const { alpha, width, height } = mask;
  const columns = ((width - 1) >> cellShift) + 1;
  const rows = ((height - 1) >> cellShift) + 1;
  const count = columns * rows;
  const areas = new Float32Array(count);
  const lengths = new Float32Array(count);
  const weights = new Float32Array(count);
  const steps = new Float32Array(count);
  const step = Math.max(1, Math.round(pixel));
  const margin = Math.max(2, step);
  for (let y = 0; y < height - 1; y += 1) {
    const cells = (y >> cellShift) * columns;
    for (let x = 0, index = y * width; x < width - 1; x += 1, index += 1) {
      const value = alpha[index] ?? 0;
      const across = (alpha[index + 1] ?? 0) - value;
      const down = (alpha[index + width] ?? 0) - value;
      const area = 4 * value * (1 - value);
      if (across === 0 && down === 0 && area === 0) continue;
      const cell = cells + (x >> cellShift);
      areas[cell] = (areas[cell] ?? 0) + area;
      lengths[cell] = (lengths[cell] ?? 0) + Math.sqrt(across * across + down * down);
      const isInside = x >= margin && y >= margin && x < width - margin && y < height - margin;
      // Every fourth pixel is enough to tell.
      if (area < leastDoubt || !isInside || ((x | y) & 1) !== 0) continue;
      const [weight, found] = compare(mask, rgb, { model, x, y, step });
      weights[cell] = (weights[cell] ?? 0) + weight;
      steps[cell] = (steps[cell] ?? 0) + found;
    }
  }
  for (const plane of [areas, lengths, weights, steps])
    boxSum(plane, { width: columns, height: rows }, { columns: reach, rows: reach });
  const values = lengths.map((length, cell) => {
    const weight = weights[cell] ?? 0;
    if (weight === 0) return 0;
    const isSharp = rise((steps[cell] ?? 0) / weight, blurred, sharp);
    const isWide = rise((1.5 * (areas[cell] ?? 0)) / length, narrow, wide);
    return isSharp * isWide * (1 - rise(length / windowSide, lone, several));
  });
  return { columns, rows, values };
}

/** A pixel's weight and, times it, the share of the way between both colors that the picture takes around it. */
function compare(
  { alpha, width }: Mask,
  rgb: Uint8Array,
  { model, x, y, step }: { model: ColorModel; x: number; y: number; step: number },
): readonly [number, number] {
  const index = y * width + x;
  const across = (alpha[index + 2] ?? 0) - (alpha[index - 2] ?? 0);
  const down = (alpha[index + 2 * width] ?? 0) - (alpha[index - 2 * width] ?? 0);
  const slope = Math.sqrt(across * across + down * down);
  if (slope < 0.05) return [0, 0];
  const to = Math.round((step * down) / slope) * width + Math.round((step * across) / slope);
  const at = ((y >> 1) * model.width + (x >> 1)) * 4;
  let contrast = 0;
  let change = 0;
  for (let channel = 0; channel < 3; channel += 1) {
    const difference = (model.product[at + channel] ?? 0) - (model.backdrop[at + channel] ?? 0);
    contrast += difference * difference;
    change += difference * ((rgb[(index + to) * 3 + channel] ?? 0) - (rgb[(index - to) * 3 + channel] ?? 0));
  }
  if (contrast < leastContrast) return [0, 0];
  // An edge is within a few pixels of a ramp: those where the color changes most have the say.
  const share = Math.min(1.5, Math.max(0, change / contrast));
  const weight = share * share * contrast;
  return [weight, weight * share];
}

function rise(value: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}
