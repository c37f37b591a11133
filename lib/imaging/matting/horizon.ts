import type { Size } from "#lib/contract/photos/sizes.ts";

// Chosen on samples, yardstick and the pictures of known stance.
/** Rows that are compared above and below an edge, and those between them that it may take; shares of the height. */
const band = 0.05;
const between = 0.02;
/** Least step of a channel's mean (0..255), and in standard deviations of the rows' own changes. */
const leastStep = 7;
const leastClear = 3.2;
/** The edge may run aslant: rows from one side of the product to the other, as a share of the height. */
const mostAslant = 0.3;
/** Both sides must show the same change: so much of it may differ. */
const mostUnlike = 0.55;
/** Least width of a side beside the product, as a share of the picture's. */
const leastWidth = 0.06;

interface Step {
  row: number;
  change: readonly number[];
  size: number;
}

/**
 * Whether an edge, as between a table and a wall, is seen on both sides of the product. Such a picture was not taken from
 * straight above. Null if the product leaves no room beside it.
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
  // Nearest to the product a straight edge at both sides is most alike.
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

/** Rows where the mean color changes at once, and stays so: more than it changes elsewhere. */
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
