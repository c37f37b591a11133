import type { Mask } from "./mask.ts";
import { createWeightedPixels, spreadKnown, type WeightedPixels } from "./pull-push.ts";

/** Smooth local colors of a product and of what lies behind it, on a grid over the picture. */
export interface ColorModel {
  width: number;
  height: number;
  /** width × height × 4: red, green, blue 0..255, and the variance of a channel around them. */
  product: Float32Array;
  backdrop: Float32Array;
}

/** A pixel's share of a side to this power is its weight there: only sure ones count (chosen on the samples). */
const certainty = 10;
/** Side of the cells over which the variance of colors is measured, in pixels of the model. */
const cell = 8;

/**
 * The local color models at half the mask's size. `rgb` is the picture at the mask's size, × 3. Half is enough:
 * the colors next to an edge change slowly, and it costs a quarter.
 */
export function buildColorModel(mask: Mask, rgb: Uint8Array): ColorModel {
  const product = sideColors(mask, rgb, (alpha) => alpha);
  const backdrop = sideColors(mask, rgb, (alpha) => 1 - alpha);
  return { width: product.width, height: product.height, product: product.values, backdrop: backdrop.values };
}

/** The colors of one side; `shareOf` says how much of a pixel belongs to it. */
function sideColors(mask: Mask, rgb: Uint8Array, shareOf: (alpha: number) => number): WeightedPixels {
  const colors = createWeightedPixels((mask.width + 1) >> 1, (mask.height + 1) >> 1, 4);
  const { width, values, weights } = colors;
  for (let y = 0; y < mask.height; y += 1) {
    for (let x = 0; x < mask.width; x += 1) {
      const from = y * mask.width + x;
      const share = shareOf(mask.alpha[from] ?? 0);
      // To that power nothing would be left of it.
      if (share < 0.2) continue;
      const weight = share === 1 ? 1 : share ** certainty;
      const to = (y >> 1) * width + (x >> 1);
      weights[to] = (weights[to] ?? 0) + weight;
      let squares = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const at = to * 4 + channel;
        const value = rgb[from * 3 + channel] ?? 0;
        values[at] = (values[at] ?? 0) + weight * value;
        squares += value * value;
      }
      values[to * 4 + 3] = (values[to * 4 + 3] ?? 0) + weight * squares;
    }
  }
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    for (let at = index * 4; at < index * 4 + 4; at += 1) values[at] = (values[at] ?? 0) / weight;
    weights[index] = Math.min(1, weight);
  }
  addVariances(colors);
  spreadKnown(colors);
  return colors;
}

/** Replaces the squares in the fourth channel by the variance of the weighted colors in each cell. */
function addVariances({ values, weights, width, height }: WeightedPixels): void {
  for (let top = 0; top < height; top += cell) {
    const bottom = Math.min(height, top + cell);
    for (let left = 0; left < width; left += cell) {
      const right = Math.min(width, left + cell);
      let sum = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      let squares = 0;
      for (let y = top; y < bottom; y += 1) {
        for (let index = y * width + left; index < y * width + right; index += 1) {
          const weight = weights[index] ?? 0;
          if (weight === 0) continue;
          const r = values[index * 4] ?? 0;
          const g = values[index * 4 + 1] ?? 0;
          const b = values[index * 4 + 2] ?? 0;
          sum += weight;
          red += weight * r;
          green += weight * g;
          blue += weight * b;
          squares += weight * (values[index * 4 + 3] ?? 0);
        }
      }
      if (sum === 0) continue;
      const mean = (red * red + green * green + blue * blue) / sum;
      const variance = Math.max(0, squares - mean) / (3 * sum);
      for (let y = top; y < bottom; y += 1) {
        for (let index = y * width + left; index < y * width + right; index += 1)
          values[index * 4 + 3] = variance;
      }
    }
  }
}
