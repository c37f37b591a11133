/**
 * Spreads the values of weighted pixels over all others: pull–push (Gortler et al. 1996). Where the weight is 1 a
 * pixel keeps its value; elsewhere it takes a smooth mean of the nearest weighted ones.
 * `values` is width × height × channels, changed in place; `weights` is width × height, 0..1.
 */
export function spread(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  channels: number,
): void {
  if (width <= 1 && height <= 1) return;
  const halfWidth = (width + 1) >> 1;
  const halfHeight = (height + 1) >> 1;
  const coarse = new Float32Array(halfWidth * halfHeight * channels);
  const coarseWeights = new Float32Array(halfWidth * halfHeight);
  pull(values, weights, width, height, channels, coarse, coarseWeights, halfWidth, halfHeight);
  spread(coarse, coarseWeights, halfWidth, halfHeight, channels);
  push(values, weights, width, height, channels, coarse, halfWidth, halfHeight);
}

/** Weighted means of 2 × 2 blocks; a block counts as fully known from one full weight on. */
function pull(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  channels: number,
  coarse: Float32Array,
  coarseWeights: Float32Array,
  halfWidth: number,
  halfHeight: number,
): void {
  for (let y = 0; y < halfHeight; y += 1) {
    const lastRow = Math.min(height - 1, 2 * y + 1);
    for (let x = 0; x < halfWidth; x += 1) {
      const lastColumn = Math.min(width - 1, 2 * x + 1);
      const target = y * halfWidth + x;
      let sum = 0;
      for (let row = 2 * y; row <= lastRow; row += 1) {
        for (let column = 2 * x; column <= lastColumn; column += 1) {
          const index = row * width + column;
          const weight = weights[index] ?? 0;
          if (weight === 0) continue;
          sum += weight;
          for (let channel = 0; channel < channels; channel += 1) {
            const at = target * channels + channel;
            coarse[at] = (coarse[at] ?? 0) + weight * (values[index * channels + channel] ?? 0);
          }
        }
      }
      if (sum === 0) continue;
      coarseWeights[target] = Math.min(1, sum);
      for (let channel = 0; channel < channels; channel += 1) {
        const at = target * channels + channel;
        coarse[at] = (coarse[at] ?? 0) / sum;
      }
    }
  }
}

/** Fills what the weights leave open from the coarser level, by bilinear interpolation. */
function push(
  values: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
  channels: number,
  coarse: Float32Array,
  halfWidth: number,
  halfHeight: number,
): void {
  for (let y = 0; y < height; y += 1) {
    const near = (y >> 1) * halfWidth;
    const far = Math.min(halfHeight - 1, Math.max(0, (y >> 1) + ((y & 1) === 0 ? -1 : 1))) * halfWidth;
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const weight = weights[index] ?? 0;
      if (weight >= 1) continue;
      const column = x >> 1;
      const beside = Math.min(halfWidth - 1, Math.max(0, column + ((x & 1) === 0 ? -1 : 1)));
      const a = (near + column) * channels;
      const b = (near + beside) * channels;
      const c = (far + column) * channels;
      const d = (far + beside) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        const filled =
          0.5625 * (coarse[a + channel] ?? 0) +
          0.1875 * ((coarse[b + channel] ?? 0) + (coarse[c + channel] ?? 0)) +
          0.0625 * (coarse[d + channel] ?? 0);
        const at = index * channels + channel;
        values[at] = weight * (values[at] ?? 0) + (1 - weight) * filled;
      }
    }
  }
}
