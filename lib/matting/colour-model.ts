import { spread } from "./fill.ts";
import type { Mask } from "./mask.ts";

/** Smooth local colours of a product and of what lies behind it, on a grid over the picture. */
export interface ColourModel {
  width: number;
  height: number;
  /** width × height × 4: red, green, blue 0..255, and the variance of a channel around them. */
  product: Float32Array;
  backdrop: Float32Array;
}

/** Pixels that are surely one side say what its colour is: their alpha to this power is their weight. */
const certainty = 10;
/** Side of the cells over which the spread of colours is measured. */
const cell = 8;

/**
 * The local colour models at half the mask's size. `rgb` is the picture at the mask's size, × 3. Half is enough:
 * the colours next to an edge change slowly, and it costs a quarter.
 */
export function buildColourModel(mask: Mask, rgb: Uint8Array): ColourModel {
  const width = (mask.width + 1) >> 1;
  const height = (mask.height + 1) >> 1;
  return {
    width,
    height,
    product: colours(mask, rgb, width, height, 0, 1),
    backdrop: colours(mask, rgb, width, height, 1, -1),
  };
}

/** One side's model; its weights are (offset + sign × alpha) ^ certainty. */
function colours(
  mask: Mask,
  rgb: Uint8Array,
  width: number,
  height: number,
  offset: number,
  sign: number,
): Float32Array {
  const values = new Float32Array(width * height * 4);
  const weights = new Float32Array(width * height);
  for (let y = 0; y < mask.height; y += 1) {
    for (let x = 0; x < mask.width; x += 1) {
      const from = y * mask.width + x;
      const share = offset + sign * (mask.alpha[from] ?? 0);
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
  addVariances(values, weights, width, height);
  spread(values, weights, width, height, 4);
  return values;
}

/** Fills the fourth channel with the variance of the weighted colours in each cell. */
function addVariances(values: Float32Array, weights: Float32Array, width: number, height: number): void {
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
