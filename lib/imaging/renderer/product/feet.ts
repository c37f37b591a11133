import type { Contact } from "./contact.ts";

/** A part of the outline that is lower than its surroundings: its columns, and its lowest row. */
export interface Foot {
  from: number;
  to: number;
  middle: number;
  row: number;
}

// Shares of the product's longer side, by eye.
/** Least height of the outline above a foot, on both sides of it. */
const prominence = 0.02;
/** Largest height of a foot's sole above its lowest point. */
const sole = 0.012;
/** Feet are at different depths: seen from above, their rows differ by at most this share of their distance. */
const steepest = 0.4;

/** Finds the feet of a product, from left to right, when only its outline is known. */
export function findFeet(bottom: Float32Array, longerSide: number): Foot[] {
  const lowest = bottom.reduce((best, row, x) => (row > (bottom[best] as number) ? x : best), 0);
  const feet: Foot[] = [];
  for (let x = 0; x < bottom.length; x++) {
    const row = bottom[x] as number;
    if (row < 0 || !isLowPoint(bottom, x, prominence * longerSide)) continue;
    const [from, to] = [end(bottom, x, -1, sole * longerSide), end(bottom, x, 1, sole * longerSide)];
    const middle = (from + to) / 2;
    const rise = (bottom[lowest] as number) - row;
    if (rise <= steepest * Math.abs(middle - lowest) || x === lowest) feet.push({ from, to, middle, row });
    x = to;
  }
  return feet;
}

/** Returns whether the outline rises by `by` on both sides before it gets lower; empty columns count as risen. */
function isLowPoint(bottom: Float32Array, at: number, by: number): boolean {
  const row = bottom[at] as number;
  return [-1, 1].every((step) => {
    for (let x = at + step; x >= 0 && x < bottom.length; x += step) {
      const other = bottom[x] as number;
      if (other > row) return false;
      if (other <= row - by) return true;
    }
    return true;
  });
}

function end(bottom: Float32Array, at: number, step: 1 | -1, within: number): number {
  const row = bottom[at] as number;
  let x = at;
  while (x + step >= 0 && x + step < bottom.length && (bottom[x + step] as number) >= row - within) x += step;
  return x;
}

/** Makes a product stand on its feet when its outline seems to rest on nothing; the ground runs from foot to foot. */
export function onFeet(contact: Contact, longerSide: number): Contact {
  const { bottom } = contact;
  const feet = findFeet(bottom, longerSide);
  if (feet.length === 0) return contact;
  const foot = Float32Array.from(bottom, (_, x) => rowBetween(feet, x));
  const weight = new Float32Array(bottom.length);
  for (const { from, to } of feet) weight.fill(1, from, to + 1);
  const mirror = foot.map((row, x) => ((weight[x] as number) > 0 ? (bottom[x] as number) : row));
  return {
    ...contact,
    foot,
    weight,
    mirror,
    groundY: rowBetween(feet, bottom.length / 2),
    backY: Math.min(...feet.map(({ row }) => row)),
  };
}

function rowBetween(feet: readonly Foot[], x: number): number {
  const next = feet.find(({ middle }) => middle >= x) ?? feet.at(-1);
  const last = feet.findLast(({ middle }) => middle <= x) ?? feet[0];
  if (!next || !last) return 0;
  if (next.middle === last.middle) return next.row;
  return last.row + ((next.row - last.row) * (x - last.middle)) / (next.middle - last.middle);
}
