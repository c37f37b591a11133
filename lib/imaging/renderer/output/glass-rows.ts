import { clamp, smoothed } from "#lib/imaging/pixels/numbers.ts";
import type { SeenProduct } from "#lib/imaging/renderer/product/seen-product.ts";

/*
 * A filled bottle is a cylindrical lens: it shows a wide part of what is behind it from side to side, most of it near
 * its edges. A wall of glass around air moves it a little, near its edges only. Rows keep their height in both.
 */

/** Half the width, in half widths of the glass, that a filled one shows, and how much of it lies near its edges. */
const shown = 1.7;
const edgeward = 0.55;
/** How far a wall of glass moves what is behind its edge, in half widths. */
const moved = 0.22;
/** Half the width over which what is behind is blurred, in half widths. */
const blur = { filled: 0.045, empty: 0.012 } as const;
/** Absorption from which glass counts as filled: one minus the least of its three shares by the largest one. */
const absorbing = 0.22;
/** Share by which the outline of a row follows that of the row above, so that noise does not move the lens. */
const steady = 0.8;

interface Lens {
  from: number;
  to: number;
  middle: number;
  half: number;
}

/** Adds the light behind a glass product to rows of the photo; `behind` is the row without the product. */
export function createGlass({ pixels, left, top, passing }: SeenProduct) {
  if (!passing) return null;
  const { width, height, alpha } = pixels;
  const filled = filledRows(passing, { width, height });
  let lenses: Lens[] = [];
  return (y: number, row: Float32Array, behind: Float32Array): void => {
    const line = y - top;
    if (line < 0 || line >= height) return;
    lenses = lensesIn(alpha.subarray(line * width, (line + 1) * width), lenses);
    const fill = filled[line] as number;
    const sums = sumsOf(behind);
    for (const { from, to, middle, half } of lenses) {
      for (let x = from; x < to; x++) {
        const p = (line * width + x) * 3;
        if (passing[p] === 0 && passing[p + 1] === 0 && passing[p + 2] === 0) continue;
        const u = clamp((x + 0.5 - middle) / half, -1, 1);
        const inverted = middle - half * shown * u * (1 - edgeward + edgeward * u * u);
        const straight = x + 0.5 - half * moved * u ** 5;
        for (let c = 0; c < 3; c++) {
          const lens = fill > 0 ? meanOf(sums, left + inverted, blur.filled * half, c) : 0;
          const wall = fill < 1 ? meanOf(sums, left + straight, blur.empty * half, c) : 0;
          const share = (passing[p + c] as number) / 65_535;
          const o = (left + x) * 3 + c;
          row[o] = (row[o] as number) + share * (lens * fill + wall * (1 - fill));
        }
      }
    }
  };
}

/** Sums of a row up to each pixel, × 3, from which a mean over any width follows. */
function sumsOf(row: Float32Array): Float64Array {
  const sums = new Float64Array(row.length + 3);
  for (let i = 0; i < row.length; i++) sums[i + 3] = (sums[i] as number) + (row[i] as number);
  return sums;
}

/** Positional parameters: runs for each pixel. */
function meanOf(sums: Float64Array, x: number, reach: number, channel: number): number {
  const columns = sums.length / 3 - 1;
  const half = Math.max(0.5, reach);
  const middle = clamp(x, half, columns - half);
  const at = (place: number) => {
    const index = clamp(Math.floor(place), 0, columns - 1);
    const here = sums[index * 3 + channel] as number;
    return here + ((sums[index * 3 + 3 + channel] as number) - here) * (place - index);
  };
  return (at(middle + half) - at(middle - half)) / (2 * half);
}

/** Each run of a row's product is a lens of its own. */
function lensesIn(alpha: Uint16Array, above: readonly Lens[]): Lens[] {
  const lenses: Lens[] = [];
  for (let x = 0; x < alpha.length; x++) {
    if (alpha[x] === 0) continue;
    const from = x;
    while (x < alpha.length && (alpha[x] as number) > 0) x++;
    const own = { from, to: x, middle: (from + x) / 2, half: Math.max(1, (x - from) / 2) };
    const last = above.find((one) => one.from < own.to && own.from < one.to);
    const isLike = last && Math.abs(last.half - own.half) < 0.1 * own.half + 2;
    if (isLike) {
      own.middle += steady * (last.middle - own.middle);
      own.half += steady * (last.half - own.half);
    }
    lenses.push(own);
  }
  return lenses;
}

/** For each row, 0 (air) … 1 (filled): liquid absorbs colors, and clear walls do not. */
function filledRows(
  passing: Uint16Array,
  { width, height }: { width: number; height: number },
): Float32Array {
  const filled = new Float32Array(height);
  for (let y = 0; y < height; y++) {
    const sum = [0, 0, 0];
    for (let i = y * width * 3, c = 0; i < (y + 1) * width * 3; i++, c = (c + 1) % 3) {
      sum[c] = (sum[c] as number) + (passing[i] as number);
    }
    const most = Math.max(...sum);
    filled[y] = most > 0 && 1 - Math.min(...sum) / most > absorbing ? 1 : 0;
  }
  return smoothed(filled, Math.max(1, Math.round(0.012 * height)));
}
