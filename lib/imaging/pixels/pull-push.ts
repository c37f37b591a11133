/** Float pixels, each with a weight. */
export interface WeightedPixels {
  width: number;
  height: number;
  channels: number;
  /** width × height × channels. */
  values: Float32Array;
  /** width × height, 0..1: how certain each pixel's value is. */
  weights: Float32Array;
}

/** Square cells of 2 ** `shift` pixels, `columns` in a row; `isNear` is 0 where no caller needs the pixels. */
interface AskedCells {
  columns: number;
  isNear: Uint8Array;
  shift: number;
}

/**
 * Spreads the known values over all other pixels, in place: pull–push (Gortler et al. 1996). Pixels of weight 1 keep
 * their value; others get a smooth mean of the nearest weighted ones. With `asked`, only the pixels of these cells
 * are sure to be filled.
 */
export function spreadKnown(fine: WeightedPixels, asked?: AskedCells): void {
  if (fine.width <= 1 && fine.height <= 1) return;
  const coarse = pull(fine);
  spreadKnown(coarse);
  push(fine, coarse, asked);
}

/** Weighted means of 2 × 2 blocks; a block with a weight of at least 1 in total counts as fully known. */
function pull({ width, height, channels, values, weights }: WeightedPixels): WeightedPixels {
  const coarse: WeightedPixels = createWeightedPixels((width + 1) >> 1, (height + 1) >> 1, channels);
  for (let y = 0; y < coarse.height; y += 1) {
    const lastRow = Math.min(height - 1, 2 * y + 1);
    for (let x = 0; x < coarse.width; x += 1) {
      const lastColumn = Math.min(width - 1, 2 * x + 1);
      const target = y * coarse.width + x;
      let sum = 0;
      for (let row = 2 * y; row <= lastRow; row += 1) {
        for (let column = 2 * x; column <= lastColumn; column += 1) {
          const index = row * width + column;
          const weight = weights[index] ?? 0;
          if (weight === 0) continue;
          sum += weight;
          for (let channel = 0; channel < channels; channel += 1) {
            const at = target * channels + channel;
            coarse.values[at] = (coarse.values[at] ?? 0) + weight * (values[index * channels + channel] ?? 0);
          }
        }
      }
      if (sum === 0) continue;
      coarse.weights[target] = Math.min(1, sum);
      for (let at = target * channels; at < (target + 1) * channels; at += 1) {
        coarse.values[at] = (coarse.values[at] ?? 0) / sum;
      }
    }
  }
  return coarse;
}

/** Fills the unknown share of each pixel from the coarser level, by bilinear interpolation. */
function push(
  { width, height, channels, values, weights }: WeightedPixels,
  coarse: WeightedPixels,
  asked?: AskedCells,
): void {
  for (let y = 0; y < height; y += 1) {
    const near = (y >> 1) * coarse.width;
    const far = Math.min(coarse.height - 1, Math.max(0, (y >> 1) + ((y & 1) === 0 ? -1 : 1))) * coarse.width;
    const cells = asked === undefined ? 0 : (y >> asked.shift) * asked.columns;
    for (let x = 0; x < width; x += 1) {
      if (asked?.isNear[cells + (x >> asked.shift)] === 0) {
        x |= (1 << asked.shift) - 1;
        continue;
      }
      const index = y * width + x;
      const weight = weights[index] ?? 0;
      if (weight >= 1) continue;
      const column = x >> 1;
      const beside = Math.min(coarse.width - 1, Math.max(0, column + ((x & 1) === 0 ? -1 : 1)));
      const a = (near + column) * channels;
      const b = (near + beside) * channels;
      const c = (far + column) * channels;
      const d = (far + beside) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const filled =
          0.5625 * (coarse.values[a + channel] ?? 0) +
          0.1875 * ((coarse.values[b + channel] ?? 0) + (coarse.values[c + channel] ?? 0)) +
          0.0625 * (coarse.values[d + channel] ?? 0);
        const at = index * channels + channel;
        values[at] = weight * (values[at] ?? 0) + (1 - weight) * filled;
      }
    }
  }
}

export function createWeightedPixels(width: number, height: number, channels: number): WeightedPixels {
  const values = new Float32Array(width * height * channels);
  return { width, height, channels, values, weights: new Float32Array(width * height) };
}
