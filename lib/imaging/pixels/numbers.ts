export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : Math.min(value, high);
}

/** Hermite step from 0 at `from` to 1 at `to` (either order). */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** The value below which this share of the values lies: 0.5 is the median. 0 for no values. */
export function percentile(values: ArrayLike<number>, share: number): number {
  // Typed arrays sort by number, and many times faster than with a comparison function.
  const sorted = new Float64Array(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** The mean of the values up to `reach` places away from each one. */
export function smoothed(values: Float32Array, reach: number): Float32Array {
  return values.map((_, at) => {
    const from = Math.max(0, at - reach);
    const to = Math.min(values.length - 1, at + reach);
    let sum = 0;
    for (let i = from; i <= to; i++) sum += values[i] as number;
    return sum / (to - from + 1);
  });
}

/** The smallest value of a histogram of 256 steps at which this share of its `count` entries is reached. */
export function histogramPercentile(histogram: Uint32Array, count: number, share: number): number {
  let seen = 0;
  for (let value = 0; value < 256; value++) {
    seen += histogram[value] as number;
    if (seen >= count * share) return value;
  }
  return 255;
}

/** Solves a positive definite system given by its upper triangle (Cholesky); null when it is not such a one. */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array | null {
  const size = right.length;
  const lower = new Float64Array(size * size);
  const at = (row: number, column: number) => lower[row * size + column] as number;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[column * size + row] as number;
      for (let k = 0; k < column; k++) sum -= at(row, k) * at(column, k);
      if (row === column) {
        if (!(sum > 1e-9)) return null;
        lower[row * size + row] = Math.sqrt(sum);
      } else lower[row * size + column] = sum / at(column, column);
    }
  }
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row++) {
    let sum = solution[row] as number;
    for (let k = 0; k < row; k++) sum -= at(row, k) * (solution[k] as number);
    solution[row] = sum / at(row, row);
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = solution[row] as number;
    for (let k = row + 1; k < size; k++) sum -= at(k, row) * (solution[k] as number);
    solution[row] = sum / at(row, row);
  }
  return solution;
}
