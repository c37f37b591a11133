import type { Size } from "#lib/contract/photos/sizes.ts";

/**
 * Replaces each value of a plane (width × height), in place, by the sum of its window, which extends `columns` and
 * `rows` to either side; outside the plane counts as 0. The run time does not depend on the size of the window.
 */
export function boxSum(
  values: Float32Array,
  { width, height }: Size,
  { columns, rows }: { columns: number; rows: number },
): void {
  sumAcross(values, { width, reach: columns });
  sumDown(values, { width, height, reach: rows });
}

function sumAcross(values: Float32Array, { width, reach }: { width: number; reach: number }): void {
  const sums = new Float64Array(width + 1);
  for (let start = 0; start < values.length; start += width) {
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum += values[start + x] ?? 0;
      sums[x + 1] = sum;
    }
    for (let x = 0; x < width; x += 1) {
      const end = x + reach + 1;
      values[start + x] = (sums[end < width ? end : width] ?? 0) - (x > reach ? (sums[x - reach] ?? 0) : 0);
    }
  }
}

/** Works row by row, so that memory is read in order; keeps the original rows until the window has left them. */
function sumDown(
  values: Float32Array,
  { width, height, reach }: { width: number; height: number; reach: number },
): void {
  const sums = new Float64Array(width);
  const slots = Math.min(height, reach + 1);
  const passed = new Float32Array(slots * width);
  const add = (row: number) => {
    for (let x = 0, at = row * width; x < width; x += 1, at += 1)
      sums[x] = (sums[x] ?? 0) + (values[at] ?? 0);
  };
  for (let row = 0; row < Math.min(reach, height); row += 1) add(row);
  for (let y = 0; y < height; y += 1) {
    if (y + reach < height) add(y + reach);
    const slot = (y % slots) * width;
    if (y > reach) {
      for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) - (passed[slot + x] ?? 0);
    }
    const start = y * width;
    passed.set(values.subarray(start, start + width), slot);
    for (let x = 0; x < width; x += 1) values[start + x] = sums[x] ?? 0;
  }
}
