import type { Size } from "#lib/contract/photos/sizes.ts";

// Chosen on samples, yardstick and the pictures of known stance.
/** Heights of the bands compared above and below an edge, and of the gap between them; shares of the height. */
const band = 0.05;
const between = 0.02;
/** Least size of a color step (0..255, over the channels), and in standard deviations of the compared rows. */
const leastStep = 7;
const leastClear = 3.2;
/** The edge may be slanted: largest row difference between both sides of the product, as a share of the height. */
const mostAslant = 0.3;
/** Both sides must show the same step: largest difference, as a share of the larger step. */
const mostUnlike = 0.55;
/** Least width of the area beside the product, as a share of the picture's width. */
const leastWidth = 0.06;

interface Step {
  row: number;
  change: readonly number[];
  size: number;
}

/**
 * Returns whether an edge such as that between a table and a wall is visible on both sides of the product. Such a
 * picture was not taken from straight above. Null when the product leaves no room beside it.
 */
export function hasHorizon(
  rgb: Uint8Array,
  { isProduct, width, height }: Size & { isProduct: Uint8Array },
): boolean | null {
  const columns = { first: width, last: -1 };
  for (let i = 0; i < isProduct.length; i++) {
    if (isProduct[i] === 0) continue;
    columns.first = Math.min(columns.first, i % width);
    columns.last = Math.max(columns.last, i % width);
  }
  const room = Math.max(3, Math.round(leastWidth * width));
  const left = { from: 0, to: columns.first - 2 };
  const right = { from: columns.last + 3, to: width };
  // A straight edge is most alike on both sides close to the product.
  const narrow = Math.max(room, Math.round(0.16 * width));
  if (left.to - left.from < room || right.to - right.from < room) return null;
  const steps = [
    { from: Math.max(left.from, left.to - narrow), to: left.to },
    { from: right.from, to: Math.min(right.to, right.from + narrow) },
  ].map((range) => stepsIn(rowMeans(rgb, { width, height }, range), height));
  const [one = [], other = []] = steps;
  return one.some((a) =>
    other.some(
      (b) =>
        Math.abs(a.row - b.row) <= mostAslant * height &&
        Math.hypot(...a.change.map((value, c) => value - (b.change[c] ?? 0))) <=
          mostUnlike * Math.max(a.size, b.size),
    ),
  );
}

function rowMeans(rgb: Uint8Array, { width, height }: Size, { from, to }: { from: number; to: number }) {
  return Array.from({ length: height }, (_, y) => {
    const mean: [number, number, number] = [0, 0, 0];
    for (let x = from; x < to; x++) {
      for (const c of [0, 1, 2] as const) mean[c] += (rgb[(y * width + x) * 3 + c] ?? 0) / (to - from);
    }
    return mean;
  });
}

/** Finds the rows at which the mean color steps by more than it varies within the bands above and below. */
function stepsIn(rows: readonly (readonly [number, number, number])[], height: number): Step[] {
  const tall = Math.max(3, Math.round(band * height));
  const gap = Math.max(1, Math.round((between * height) / 2));
  const sums = [0, 1, 2].map((c) => runningSums(rows.map((row) => row[c] ?? 0)));
  const found: Step[] = [];
  for (let y = tall + gap; y < rows.length - tall - gap; y++) {
    let spread = 0.7;
    const change = sums.map((channel) => {
      const above = measure(channel, y - gap - tall, y - gap);
      const below = measure(channel, y + gap, y + gap + tall);
      spread = Math.max(spread, Math.sqrt(above.variance + below.variance));
      return below.mean - above.mean;
    });
    const size = Math.hypot(...change);
    if (size < leastStep || size < leastClear * spread) continue;
    found.push({ row: y, change, size });
  }
  return found;
}

interface Sums {
  values: Float64Array;
  squares: Float64Array;
}

function runningSums(values: readonly number[]): Sums {
  const sums = { values: new Float64Array(values.length + 1), squares: new Float64Array(values.length + 1) };
  values.forEach((value, at) => {
    sums.values[at + 1] = (sums.values[at] ?? 0) + value;
    sums.squares[at + 1] = (sums.squares[at] ?? 0) + value ** 2;
  });
  return sums;
}

function measure({ values, squares }: Sums, from: number, to: number): { mean: number; variance: number } {
  const mean = ((values[to] ?? 0) - (values[from] ?? 0)) / (to - from);
  const square = ((squares[to] ?? 0) - (squares[from] ?? 0)) / (to - from);
  return { mean, variance: Math.max(0, square - mean ** 2) };
}
