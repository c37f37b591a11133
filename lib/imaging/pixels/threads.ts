import type { Box } from "#lib/contract/photos/sizes.ts";
import { createField, type Field } from "./field.ts";
import { solid } from "./mask.ts";

// Shares of the longer side, chosen on real pictures.
/** Largest width of a thread, in its rows or in its columns. */
const thickness = 0.012;
/** Least length of a thread below the rest. */
const leastBelow = 0.02;
/** Largest share of a product that threads cover. With more of them it is made of wire, and may stand on a thread. */
const mostCovered = 0.02;
/** Least gap between two threads, along the ground. */
const leastApart = 0.04;
/** Alpha that parts two runs. */
const faint = 0.1;

/** A thread or twig that reaches lower than everything else of a product, on which nothing rests. */
export interface ThreadBelow {
  /** The product without what is as thin as a thread. */
  rest: Field;
  /** The part of the thread below the rest. */
  box: Box;
}

/** Finds the one loose thread below a product in its alpha (0..1). Several are legs of wire. */
export function findThreadBelow(alpha: Field): ThreadBelow | null {
  const { width, height } = alpha;
  const longer = Math.max(width, height);
  if (endsSolid(alpha, longer)) return null;
  const rest = withoutThreads(alpha, thickness * longer);
  const lowest = lowestRows(rest).reduce((low, row) => Math.max(low, row), -1);
  const bottom = lowestRows(alpha);
  const reaching = [...bottom.keys()].filter((x) => (bottom[x] as number) > lowest + leastBelow * longer);
  const [from, to] = [reaching[0], reaching.at(-1)];
  if (lowest < 0 || from === undefined || to === undefined) return null;
  const isOne = reaching.every((x, i) => i === 0 || x - (reaching[i - 1] as number) < leastApart * longer);
  if (!isOne || coverOf(rest) < (1 - mostCovered) * coverOf(alpha)) return null;
  const top = lowest + 1;
  const end = reaching.reduce((low, x) => Math.max(low, bottom[x] as number), 0) + 1;
  return { rest, box: { left: from, top, width: to + 1 - from, height: end - top } };
}

/** Whether a product is thick where it reaches lowest, as most are: a square of its pixels is covered there. */
function endsSolid({ width, data }: Field, longer: number): boolean {
  const side = Math.ceil((thickness / solid) * longer);
  // Two rows above the lowest, which a round base does not fill.
  const last = data.findLastIndex((value) => value >= solid);
  const bottom = Math.floor(last / width) - 2;
  const start = Math.floor(last / width) * width;
  let first = last;
  while (first > start && (data[first - 1] as number) >= solid) first--;
  const left = ((first + last) >> 1) - start - (side >> 1);
  if (2 > leastBelow * longer || bottom < side || left < 0 || left + side > width) return false;
  for (let y = bottom - side + 1; y <= bottom; y++) {
    for (let at = y * width + left; at < y * width + left + side; at++) {
      if ((data[at] as number) < solid) return false;
    }
  }
  return true;
}

function withoutThreads(alpha: Field, least: number): Field {
  const { width, height } = alpha;
  const rest = createField(width, height, 1);
  rest.data.set(alpha.data);
  // Twice, because crossing threads leave specks.
  for (const _ of [1, 2]) {
    for (let y = 0; y < height; y++) clearThin(rest.data, { first: y * width, step: 1, count: width, least });
    for (let x = 0; x < width; x++) clearThin(rest.data, { first: x, step: width, count: height, least });
  }
  return rest;
}

/** Clears the runs of a row or column that cover less than `least`. */
function clearThin(
  data: Float32Array,
  { first, step, count, least }: { first: number; step: number; count: number; least: number },
): void {
  const end = first + count * step;
  let covered = 0;
  for (let at = first, from = first; at <= end; at += step) {
    const here = at < end ? (data[at] as number) : 0;
    covered += here;
    if (here > faint) continue;
    if (covered < least) for (let i = from; i < at; i += step) data[i] = 0;
    covered = 0;
    from = at + step;
  }
}

/** Per column: the lowest row of the product; −1 where there is none. */
function lowestRows({ width, data }: Field): Int32Array {
  const rows = new Int32Array(width).fill(-1);
  for (let at = 0; at < data.length; at++) {
    if ((data[at] as number) >= solid) rows[at % width] = Math.floor(at / width);
  }
  return rows;
}

function coverOf({ data }: Field): number {
  let sum = 0;
  for (let at = 0; at < data.length; at++) sum += data[at] as number;
  return sum;
}
