import type { Contact } from "./contact.ts";

/** A part of the outline that reaches lower than what is beside it: its columns, and its lowest row. */
export interface Foot {
  from: number;
  to: number;
  middle: number;
  row: number;
}

// Shares of the product's longer side, by eye.
/** A foot reaches lower than the outline on both sides of it by this. */
const prominence = 0.02;
/** Its sole is what is no higher than this over its lowest point. */
const sole = 0.012;
/** Feet stand at different depths: seen from above, one is higher than another by at most this share of their distance. */
const steepest = 0.4;

/** What a product could stand on, from left to right, where no more than its outline is known. */
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

/** Rises by so much on both sides before it gets lower; what is empty counts as risen. */
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

/** Lets a product stand on its feet where its outline seems to rest on nothing; the ground runs from one foot to the next. */
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
    ...{ foot, weight, mirror },
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
