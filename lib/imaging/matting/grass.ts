import type { Box } from "#lib/contract/photos/sizes.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";

// Chosen on real pictures. Lengths are shares of the product's longer side.
/** Widest gap between two blades or bundles of them, and least depth of a notch. */
const widest = 0.06;
const deep = 0.012;
/** Least number of notches, and least share of the product's columns that they take together. */
const leastNotches = 5;
const leastColumns = 0.12;
/** Least share of the notches' pixels that are as green as plants: green leads red and blue by these factors. */
const leastGreen = 0.6;
const lead = { red: 1.04, blue: 1.2 } as const;

/**
 * Finds grass and other plants in front of a product's base, which notch its lower edge: what they cover is missing in
 * the cut-out. Returns the box of the notches in the mask's pixels, or null. `rgb` is the picture at the mask's size.
 */
export function findGrass(mask: Mask, rgb: Uint8Array): Box | null {
  const lower = lowestRows(mask);
  const left = lower.findIndex((row) => row >= 0);
  const right = lower.findLastIndex((row) => row >= 0);
  if (left < 0) return null;
  const rows = lower.slice(left, right + 1);
  const longer = Math.max(rows.length, heightOf(mask));
  const closed = closeGaps(rows, Math.ceil((widest / 2) * longer));
  const leastDepth = Math.max(3, deep * longer);
  let [columns, notches, pixels, green] = [0, 0, 0, 0];
  const box = { left: right, right: left, top: mask.height, bottom: 0 };
  for (const [index, row] of rows.entries()) {
    const end = closed[index] as number;
    if (row < 0 || end - row < leastDepth) continue;
    const x = left + index;
    columns += 1;
    if (index === 0 || (closed[index - 1] as number) - (rows[index - 1] as number) < leastDepth) notches += 1;
    for (let y = row + 1; y <= end; y += 1) green += isGreen(rgb, y * mask.width + x) ? 1 : 0;
    pixels += end - row;
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, row);
    box.bottom = Math.max(box.bottom, end + 1);
  }
  if (notches < leastNotches || columns < leastColumns * rows.length || green < leastGreen * pixels)
    return null;
  return { left: box.left, top: box.top, width: box.right - box.left, height: box.bottom - box.top };
}

/** The lowest row of the product in each column; -1 where there is none. */
function lowestRows({ alpha, width, height }: Mask): number[] {
  return Array.from({ length: width }, (_, x) => {
    for (let y = height - 1; y >= 0; y -= 1) if ((alpha[y * width + x] as number) >= solid) return y;
    return -1;
  });
}

function heightOf({ alpha, width, height }: Mask): number {
  const first = alpha.findIndex((value) => value >= solid);
  const last = alpha.findLastIndex((value) => value >= solid);
  return first < 0 ? height : Math.floor(last / width) - Math.floor(first / width) + 1;
}

/** A lower edge without notches of up to twice `reach` columns: the lowest row nearby, then the highest of those. */
function closeGaps(rows: readonly number[], reach: number): number[] {
  const near = (values: readonly number[], at: number) =>
    values.slice(Math.max(0, at - reach), at + reach + 1);
  const lowest = rows.map((_, at) => Math.max(...near(rows, at)));
  return lowest.map((_, at) => Math.min(...near(lowest, at)));
}

function isGreen(rgb: Uint8Array, pixel: number): boolean {
  const [red, green, blue] = [0, 1, 2].map((channel) => rgb[3 * pixel + channel] as number) as [
    number,
    number,
    number,
  ];
  return green > lead.red * red && green > lead.blue * blue;
}
