import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";

/** A value for each square cell of a grid over a mask. */
export interface Cells {
  columns: number;
  rows: number;
  values: Float32Array;
}

/** Binary logarithm of a cell's side, in pixels of the mask. */
export const cellShift = 3;
const cellSide = 1 << cellShift;

/** Least divisor, far shorter than any ramp: sums keep rounding errors, and uniform fractional alpha has no slope. */
const leastLength = 0.001;

/** Measures of the alpha ramps (between 0 and 1) in the window around each cell of a mask. */
interface Ramps {
  columns: number;
  rows: number;
  /** Side of the window around a cell, in pixels of the mask. */
  side: number;
  /** Sums of 4α(1 − α): the amount of fractional alpha. */
  areas: Float32Array;
  /** Sums of the slopes of alpha: the length of the ramps. Area divided by length is two thirds of a ramp's width. */
  lengths: Float32Array;
}

/** `reach` is the number of cells to each side that belong to a cell's window. */
export function measureRamps({ alpha, width, height }: Mask, reach: number): Ramps {
  const columns = ((width - 1) >> cellShift) + 1;
  const rows = ((height - 1) >> cellShift) + 1;
  const areas = new Float32Array(columns * rows);
  const lengths = new Float32Array(columns * rows);
  const ramps = { columns, rows, side: (2 * reach + 1) * cellSide, areas, lengths };
  for (let y = 0; y < height - 1; y += 1) {
    const row = alpha.subarray(y * width, (y + 1) * width);
    addRow(ramps, (y >> cellShift) * columns, row, alpha.subarray((y + 1) * width, (y + 2) * width));
  }
  for (const plane of [areas, lengths])
    boxSum(plane, { width: columns, height: rows }, { columns: reach, rows: reach });
  return ramps;
}

/** Adds a row of alpha, above the row `below`, to the cells from `firstCell` on. */
function addRow({ areas, lengths }: Ramps, firstCell: number, row: Float32Array, below: Float32Array): void {
  for (let x = 0; x < row.length - 1; x += 1) {
    const value = row[x] ?? 0;
    const across = (row[x + 1] ?? 0) - value;
    const down = (below[x] ?? 0) - value;
    const area = 4 * value * (1 - value);
    if (across === 0 && down === 0 && area === 0) continue;
    const cell = firstCell + (x >> cellShift);
    areas[cell] = (areas[cell] ?? 0) + area;
    lengths[cell] = (lengths[cell] ?? 0) + Math.sqrt(across * across + down * down);
  }
}

/** Mean width of the ramps around a cell, in pixels of the mask; 0 where there are none. */
export function rampWidth({ areas, lengths }: Ramps, cell: number): number {
  return (1.5 * (areas[cell] ?? 0)) / Math.max(leastLength, lengths[cell] ?? 0);
}

/** Bilinear sample at a position in mask pixels. */
export function valueAt({ columns, rows, values }: Cells, x: number, y: number): number {
  const cellX = Math.min(columns - 1.001, Math.max(0, (x + 0.5) / cellSide - 0.5));
  const cellY = Math.min(rows - 1.001, Math.max(0, (y + 0.5) / cellSide - 0.5));
  const row = cellY | 0;
  const at = row * columns + (cellX | 0);
  const right = cellX - (cellX | 0);
  const upper = (values[at] ?? 0) * (1 - right) + (values[at + 1] ?? 0) * right;
  const lower = (values[at + columns] ?? 0) * (1 - right) + (values[at + columns + 1] ?? 0) * right;
  return upper + (lower - upper) * (cellY - row);
}

/** Smoothstep: 0 up to `from`, 1 from `to` on. */
export function rise(value: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return share * share * (3 - 2 * share);
}
