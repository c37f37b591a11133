import type { Mask } from "#lib/imaging/pixels/mask.ts";

// Chosen on drawn glasses and panes, such that no sample product counts as see-through.
/** Side of a cell of the grid, in pixels of the mask. */
const cell = 4;
/** Cells of at most this alpha are background only. */
const backdrop = 0.05;
/** Cells next to the product that are skipped, because its edge and its shadow lie there. */
const gap = 2;
/** Cells beyond the gap over which the ground's color is averaged. */
const sideCells = 4;
/** Least agreement of the steps on both sides of the product. A shadow, also on the product, falls on one side. */
const leastAgreement = 0.4;

/** A picture and its mask, averaged in cells of `cell` × `cell` pixels. */
export interface Grid {
  width: number;
  height: number;
  alpha: Float32Array;
  /** Mean colors, × 3. */
  colors: Float32Array;
}

export function toGrid({ alpha, width, height }: Mask, rgb: Uint8Array): Grid {
  const size = { width: Math.floor(width / cell), height: Math.floor(height / cell) };
  const count = size.width * size.height;
  const grid = { ...size, alpha: new Float32Array(count), colors: new Float32Array(count * 3) };
  for (let to = 0; to < count; to += 1) {
    const column = to % size.width;
    const first = ((to - column) / size.width) * cell * width + column * cell;
    averageCell(grid, to, { alpha, rgb, width, first });
  }
  return grid;
}

/** Averages the pixels of the cell `to`, of which `first` is the first one. */
function averageCell(
  grid: Grid,
  to: number,
  { alpha, rgb, width, first }: { alpha: Float32Array; rgb: Uint8Array; width: number; first: number },
): void {
  const share = 1 / cell ** 2;
  let sum = 0;
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let row = first; row < first + cell * width; row += width) {
    for (let from = row; from < row + cell; from += 1) {
      sum += alpha[from] ?? 0;
      red += rgb[from * 3] ?? 0;
      green += rgb[from * 3 + 1] ?? 0;
      blue += rgb[from * 3 + 2] ?? 0;
    }
  }
  grid.alpha[to] = sum * share;
  grid.colors[to * 3] = red * share;
  grid.colors[to * 3 + 1] = green * share;
  grid.colors[to * 3 + 2] = blue * share;
}

export interface Ground {
  /** Colors of the cells, continued behind the product; × 3. */
  colors: Float32Array;
  /** For each row: 1 where the step to the next row is the same on both sides of the product, else 0. */
  isStepSure: Uint8Array;
}

/**
 * Continues the ground behind the product: interpolates each row from the color left of the product to the color
 * right of it. Null when no row has a step that is the same on both sides.
 */
export function continueGround({ width, height, alpha, colors }: Grid): Ground | null {
  const behind = Float32Array.from(colors);
  const isStepSure = new Uint8Array(height);
  let above: readonly [number[] | null, number[] | null] | null = null;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let left = 0;
    while (left < width && (alpha[row + left] ?? 0) <= backdrop) left += 1;
    let right = width - 1;
    while (right >= left && (alpha[row + right] ?? 0) <= backdrop) right -= 1;
    if (right < left) {
      above = null;
      continue;
    }
    const sides: readonly [number[] | null, number[] | null] = [
      meanColor(colors, row + Math.max(0, left - gap - sideCells), row + left - gap),
      meanColor(colors, row + right + 1 + gap, row + Math.min(width, right + 1 + gap + sideCells)),
    ];
    if (above !== null && areAlike(stepOf(above[0], sides[0]), stepOf(above[1], sides[1])))
      isStepSure[y - 1] = 1;
    above = sides;
    const [one, other] = [sides[0] ?? sides[1], sides[1] ?? sides[0]];
    if (one === null || other === null) continue;
    for (let x = left; x <= right; x += 1) {
      const across = right === left ? 0.5 : (x - left) / (right - left);
      for (let channel = 0; channel < 3; channel += 1) {
        behind[(row + x) * 3 + channel] = (one[channel] ?? 0) * (1 - across) + (other[channel] ?? 0) * across;
      }
    }
  }
  return isStepSure.includes(1) ? { colors: behind, isStepSure } : null;
}

function stepOf(from: number[] | null, to: number[] | null): number[] | null {
  return from === null || to === null ? null : to.map((value, channel) => value - (from[channel] ?? 0));
}

function areAlike(one: number[] | null, other: number[] | null): boolean {
  if (one === null || other === null) return false;
  const dot = (a: number[], b: number[]) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return dot(one, other) >= leastAgreement * Math.max(dot(one, one), dot(other, other));
}

function meanColor(colors: Float32Array, from: number, to: number): number[] | null {
  if (to <= from) return null;
  const sum = [0, 0, 0];
  for (let index = from; index < to; index += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      sum[channel] = (sum[channel] ?? 0) + (colors[index * 3 + channel] ?? 0) / (to - from);
    }
  }
  return sum;
}
