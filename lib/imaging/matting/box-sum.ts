/**
 * Each value of a plane (width × height) becomes the sum of the window of so many columns and rows to either side of it,
 * in place; what lies outside of the plane counts nothing. Takes the same time for windows of any size.
 */
export function boxSum(
  values: Float32Array,
  { width, height }: { width: number; height: number },
  { columns, rows }: { columns: number; rows: number },
): void {
  const sums = new Float64Array(Math.max(width, height) + 1);
  for (let y = 0; y < height; y += 1)
    sumLine(values, sums, { start: y * width, stride: 1, length: width, reach: columns });
  for (let x = 0; x < width; x += 1)
    sumLine(values, sums, { start: x, stride: width, length: height, reach: rows });
}

function sumLine(
  values: Float32Array,
  sums: Float64Array,
  { start, stride, length, reach }: { start: number; stride: number; length: number; reach: number },
): void {
  for (let at = 0; at < length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (values[start + at * stride] ?? 0);
  for (let at = 0; at < length; at += 1) {
    const sum = (sums[Math.min(length, at + reach + 1)] ?? 0) - (sums[Math.max(0, at - reach)] ?? 0);
    values[start + at * stride] = sum;
  }
}
