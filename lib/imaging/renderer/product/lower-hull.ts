import type { Columns } from "./contact-runs.ts";

/** A line along an edge of a lower outline's convex hull, and the part of the outline that touches it. */
export interface Line {
  x: number;
  y: number;
  slope: number;
  touched: Columns;
  /** Number of columns that touch it. */
  count: number;
}

/** A lower outline (rows per column, −1 for none), and the columns of its convex hull from left to right. */
export interface LowerHull {
  bottom: Float32Array;
  columns: readonly number[];
}

/** The same product of the slopes as of two sides, of a straight side and the front of its round end, at most. */
const mostRounded = 0.5;

export const rowOf = ({ x, y, slope }: Pick<Line, "x" | "y" | "slope">, at: number) => y + slope * (at - x);
export const lengthOf = ({ touched: { from, to } }: Line) => to - from;

export function lowerHull(bottom: Float32Array): LowerHull {
  const columns: number[] = [];
  for (let x = 0; x < bottom.length; x++) {
    const y = bottom[x] as number;
    if (y < 0) continue;
    while (columns.length > 1) {
      const [a, b] = [columns.at(-2) as number, columns.at(-1) as number];
      const [ya, yb] = [bottom[a] as number, bottom[b] as number];
      if ((yb - ya) * (x - a) > (y - ya) * (b - a)) break;
      columns.pop();
    }
    columns.push(x);
  }
  return { bottom, columns };
}

/** The edges of a hull as lines. */
export function edgesOf({ bottom, columns }: LowerHull): Pick<Line, "x" | "y" | "slope">[] {
  return columns.slice(1).map((x, i) => {
    const from = columns[i] as number;
    const [y, next] = [bottom[from] as number, bottom[x] as number];
    return { x: from, y, slope: (next - y) / (x - from) };
  });
}

/** The line with the columns whose outline lies within so many pixels above it. */
export function touching(bottom: Float32Array, within: number, line: Pick<Line, "x" | "y" | "slope">): Line {
  const touched = { from: bottom.length, to: -1 };
  let count = 0;
  for (let x = 0; x < bottom.length; x++) {
    const y = bottom[x] as number;
    if (y < 0 || rowOf(line, x) - y > within) continue;
    touched.from = Math.min(touched.from, x);
    touched.to = x;
    count++;
  }
  return { ...line, touched, count };
}

/** The column up to which a hull, from a line toward the camera, is the front of a base and not a side of the product. */
export function nearEndOf({ x, slope }: Line, { bottom, columns }: LowerHull): number {
  const toward = Math.sign(slope);
  const beyond = (toward > 0 ? columns : columns.toReversed()).filter((column) => (column - x) * toward >= 0);
  const steep = beyond.findIndex((to, i) => {
    const from = beyond[i - 1];
    if (from === undefined) return false;
    const turned = ((bottom[to] as number) - (bottom[from] as number)) / (to - from);
    return -turned * slope > mostRounded;
  });
  return beyond.at(steep < 0 ? -1 : steep - 1) ?? x;
}

/** Sets the rows between two columns to those of the hull's edges there. */
export function followHull(rows: Float32Array, { bottom, columns }: LowerHull, { from, to }: Columns): void {
  const between = columns.filter((x) => x >= from && x <= to);
  for (let i = 1; i < between.length; i++) {
    const [a, b] = [between[i - 1] as number, between[i] as number];
    const first = bottom[a] as number;
    const slope = ((bottom[b] as number) - first) / (b - a);
    for (let x = a; x <= b; x++) rows[x] = first + slope * (x - a);
  }
}
