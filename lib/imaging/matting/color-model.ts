import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { createWeightedPixels, spreadKnown, type WeightedPixels } from "#lib/imaging/pixels/pull-push.ts";

/** Smoothed local colors of the product and of the background, on a grid over the picture. */
export interface ColorModel {
  width: number;
  height: number;
  /** width × height × 4: mean red, green and blue (0..255), and their variance averaged over the channels. */
  product: Float32Array;
  backdrop: Float32Array;
}

/** Power that turns a pixel's share of a side into its weight: only pure pixels count. Chosen on the samples. */
const certainty = 10;
/** Shares below this are skipped: their weight would be close to 0. */
const leastShare = 0.2;
/** Binary logarithm of the side, in mask pixels, of the cells that are classified as near an edge or not. */
const cellShift = 4;
/** Colors are computed in cells up to this many cells from one with an edge. */
const reachCells = 3;
/** Side of the cells over which color variance is measured, in pixels of the model. */
const cell = 8;

/**
 * Builds the local color models at half the mask's resolution: colors next to an edge change slowly, and it costs a
 * quarter. `rgb` is the picture at the mask's size, × 3. Colors far from all edges are not computed: no caller reads
 * them.
 */
export function buildColorModel(mask: Mask, rgb: Uint8Array): ColorModel {
  const width = (mask.width + 1) >> 1;
  const height = (mask.height + 1) >> 1;
  const product = createWeightedPixels(width, height, 4);
  const backdrop = createWeightedPixels(width, height, 4);
  const near = cellsNearEdges(mask);
  for (let y = 0; y < mask.height; y += 1) {
    const row = (y >> 1) * width;
    const cells = (y >> cellShift) * near.columns;
    for (let begin = 0; begin < mask.width; begin += 1 << cellShift) {
      if (near.isNear[cells + (begin >> cellShift)] === 0) continue;
      const end = Math.min(mask.width, begin + (1 << cellShift));
      for (let x = begin, from = y * mask.width + begin; x < end; x += 1, from += 1) {
        const alpha = mask.alpha[from] ?? 0;
        const to = row + (x >> 1);
        const red = rgb[from * 3] ?? 0;
        const green = rgb[from * 3 + 1] ?? 0;
        const blue = rgb[from * 3 + 2] ?? 0;
        if (alpha >= leastShare) addColor(product, to, alpha, red, green, blue);
        if (1 - alpha >= leastShare) addColor(backdrop, to, 1 - alpha, red, green, blue);
      }
    }
  }
  for (const side of [product, backdrop]) {
    toMeans(side);
    addVariances(side);
    // A cell has half as many pixels of the model to each side as of the mask.
    spreadKnown(side, { ...near, shift: cellShift - 1 });
  }
  return { width, height, product: product.values, backdrop: backdrop.values };
}

/** Finds the cells of 16 × 16 mask pixels in which alpha is fractional or steps between 0 and 1, and those near. */
function cellsNearEdges({ alpha, width, height }: Mask): { columns: number; isNear: Uint8Array } {
  const columns = ((width - 1) >> cellShift) + 1;
  const rows = ((height - 1) >> cellShift) + 1;
  const near = new Float32Array(columns * rows);
  for (let y = 0, index = 0; y < height; y += 1) {
    const cells = (y >> cellShift) * columns;
    let before = alpha[index] ?? 0;
    for (let x = 0; x < width; x += 1, index += 1) {
      const value = alpha[index] ?? 0;
      const above = y === 0 ? value : (alpha[index - width] ?? 0);
      if (value !== before || value !== above || (value !== 0 && value !== 1))
        near[cells + (x >> cellShift)] = 1;
      before = value;
    }
  }
  boxSum(near, { width: columns, height: rows }, { columns: reachCells, rows: reachCells });
  return { columns, isNear: new Uint8Array(near.map((count) => (count > 0 ? 1 : 0))) };
}

/** Adds a pixel of which `share` belongs to the side. Positional parameters, because it runs for each mask pixel. */
function addColor(
  { values, weights }: WeightedPixels,
  to: number,
  share: number,
  red: number,
  green: number,
  blue: number,
): void {
  const weight = share === 1 ? 1 : share ** certainty;
  const at = to * 4;
  weights[to] = (weights[to] ?? 0) + weight;
  values[at] = (values[at] ?? 0) + weight * red;
  values[at + 1] = (values[at + 1] ?? 0) + weight * green;
  values[at + 2] = (values[at + 2] ?? 0) + weight * blue;
  values[at + 3] = (values[at + 3] ?? 0) + weight * (red * red + green * green + blue * blue);
}

function toMeans({ values, weights }: WeightedPixels): void {
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    if (weight !== 1) {
      for (let at = index * 4; at < index * 4 + 4; at += 1) values[at] = (values[at] ?? 0) / weight;
    }
    weights[index] = Math.min(1, weight);
  }
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
