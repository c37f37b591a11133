import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import type { ColorModel } from "./color-model.ts";
import { type Cells, cellShift, measureRamps, rampWidth, rise } from "./ramps.ts";

/** Cells to each side that belong to a cell's window. */
const reach = 1;

// Chosen on samples and yardstick, by their edge errors.
/** Edge length in window sides: up to `lone` it is a single edge, from `several` on fine structure (hair, lace). */
const lone = 1.2;
const several = 1.8;
/** Ramp width in mask pixels: up to `narrow` the network cannot draw a harder edge, from `wide` on it is soft. */
const narrow = 2;
const wide = 4;
/** Share of the color difference crossed within two picture pixels: low at a blurred edge, high at a sharp one. */
const blurred = 0.5;
const sharp = 0.8;
/** Pixels whose alpha is closer to 0 or 1 are skipped. */
const leastAlpha = 0.05;
/** Least squared distance of the two colors (0..255, summed over three channels) at which that share is reliable. */
const leastContrast = 900;

/**
 * Finds edges that are hard in the picture but soft in the network's mask. A hard edge is a single one, and its color
 * changes from background to product within two picture pixels; motion blur, fur and fine structure fail one of these
 * tests. `pixel` is the side of a picture pixel in mask pixels; `rgb` is the picture at the mask's size, × 3.
 */
export function findHardEdges(
  mask: Mask,
  rgb: Uint8Array,
  { model, pixel }: { model: ColorModel; pixel: number },
): Cells {
  const { alpha, width, height } = mask;
  const ramps = measureRamps(mask, reach);
  const { columns, rows, lengths, side } = ramps;
  const weights = new Float32Array(lengths.length);
  const steps = new Float32Array(lengths.length);
  const step = Math.max(1, Math.round(pixel));
  // Every fourth pixel is enough. The margin keeps compared neighbors inside the frame.
  const margin = Math.max(2, step + (step & 1));
  for (let y = margin; y < height - margin; y += 2) {
    const cells = (y >> cellShift) * columns;
    for (let x = margin; x < width - margin; x += 2) {
      const value = alpha[y * width + x] ?? 0;
      if (value < leastAlpha || value > 1 - leastAlpha) continue;
      const cell = cells + (x >> cellShift);
      const [weight, found] = compare(mask, rgb, { model, x, y, step });
      weights[cell] = (weights[cell] ?? 0) + weight;
      steps[cell] = (steps[cell] ?? 0) + found;
    }
  }
  for (const plane of [weights, steps])
    boxSum(plane, { width: columns, height: rows }, { columns: reach, rows: reach });
  const values = weights.map((weight, cell) => {
    if (weight < 1) return 0;
    const isSharp = rise((steps[cell] ?? 0) / weight, blurred, sharp);
    const isWide = rise(rampWidth(ramps, cell), narrow, wide);
    return isSharp * isWide * (1 - rise((lengths[cell] ?? 0) / side, lone, several));
  });
  return { columns, rows, values };
}

/** Returns a pixel's weight, and that weight times the share of the color difference crossed around it. */
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
  // The edge lies within a few pixels of the ramp, so pixels with a large color change get more weight.
  const share = Math.min(1.5, Math.max(0, change / contrast));
  const weight = share * share * contrast;
  return [weight, weight * share];
}
