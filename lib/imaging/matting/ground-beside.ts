import type { Size } from "#lib/contract/photos/sizes.ts";
import type { GroundBeside } from "#lib/imaging/pixels/cut-out.ts";

// Shares of the product's longer side.
/** Distance from the product at which its edge no longer colors the ground, and the width of what is averaged. */
const gap = 0.02;
const breadth = 0.05;

/** Averages the ground left and right of the product in each of its rows; null where there is none. */
export function measureGroundBeside(
  rgb: Uint8Array,
  isProduct: Uint8Array,
  { width, height }: Size,
  rows: { top: number; bottom: number; side: number },
): GroundBeside | null {
  const away = Math.max(2, Math.round(gap * rows.side));
  const count = Math.max(3, Math.round(breadth * rows.side));
  const colors: number[] = [];
  let last: readonly number[] | null = null;
  for (let y = rows.top; y < rows.bottom; y++) {
    const row = isProduct.subarray(y * width, (y + 1) * width);
    const [first, end] = [row.indexOf(1), row.lastIndexOf(1)];
    if (first >= 0) {
      const left = meanOf(rgb, { y, width, from: first - away - count, to: first - away });
      const right = meanOf(rgb, { y, width, from: end + 1 + away, to: end + 1 + away + count });
      const [one, other] = [left ?? right, right ?? left];
      if (one && other) last = [...one, ...other];
    }
    if (last === null) continue;
    // Rows above the first known one are like it.
    do colors.push(...last);
    while (colors.length < 6 * (y - rows.top + 1));
  }
  if (colors.length === 0) return null;
  return { top: rows.top / height, bottom: rows.bottom / height, colors };
}

function meanOf(
  rgb: Uint8Array,
  { y, width, from, to }: { y: number; width: number; from: number; to: number },
): number[] | null {
  const [start, end] = [Math.max(0, from), Math.min(width, to)];
  if (end <= start) return null;
  const sum = [0, 0, 0];
  for (let at = (y * width + start) * 3; at < (y * width + end) * 3; at++) {
    sum[at % 3] = (sum[at % 3] as number) + (rgb[at] as number);
  }
  return sum.map((value) => Math.round(value / (end - start)));
}
