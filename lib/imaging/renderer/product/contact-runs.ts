import type { Size } from "#lib/contract/photos/sizes.ts";
import { smoothstep } from "#lib/imaging/pixels/numbers.ts";

/** A section of a product's lower outline that may touch the ground. */
export interface Run extends Columns {
  lowest: number;
  half: number;
  /** How far the outline sags below the line through its ends. */
  sag: number;
  /** Whether the base ends in upright walls at both ends: a disc or a box, not a ball. */
  ends: boolean;
  weight: number;
}

/** Range of columns, both ends inclusive. */
export interface Columns {
  from: number;
  to: number;
}

/** Least width of a foot, as a share of the product's; a narrower run must be lower than everything beside it. */
const leastFoot = 0.012;
/**
 * A leg: its largest width, as a share of the product's, its largest height above the lowest row, like a run's, and the
 * least height of the outline on both sides of it, as a share of the longer side.
 */
const leg = { widest: 0.08, farthest: 0.5, rise: 0.03 } as const;
/** Runs of less weight carry nothing. */
const leastWeight = 0.05;
/** Least width of a flat base, as a share of the product's, and least slope of the outline beyond it. */
const leastBase = 0.1;
const steep = 2;
/**
 * A separate product: `least` width as a share of all, its `base`'s width as a share of its own, and its base's
 * `farthest` height above the lowest row as a share of the height.
 */
const apart = { least: 0.06, base: 0.3, farthest: 0.5, rise: 0.03 } as const;

/** The one upright base that carries the whole product, as opposed to legs or a rounded belly. */
export function broadBase(runs: readonly Run[], width: number): Run | undefined {
  const widest = runs.reduce<Run | undefined>(
    (best, run) => (best && best.half >= run.half ? best : run),
    undefined,
  );
  if (!widest?.ends) return undefined;
  return runs.length === 1 || widest.half * 2 > 0.3 * width ? widest : undefined;
}

/** Returns the sections of outline that carry the product: their lowest points are near the lowest row, `lowestY`. */
export function contactRuns(bottom: Float32Array, lowestY: number, { width, height }: Size): Run[] {
  const found = runsIn(bottom, { from: 0, to: width - 1 }, width);
  // Legs further back are higher in the picture; beside a broad base, such runs would be handles.
  const broadest = found.reduce((most, run) => {
    return lowestY - run.lowest < 0.1 * height ? Math.max(most, run.half * 2) : most;
  }, 0);
  const tolerance = (broadest < 0.22 * width ? 0.34 : 0.1) * Math.min(width, height * 1.5) + 2;
  for (const run of found) run.weight = 1 - smoothstep(tolerance * 0.6, tolerance, lowestY - run.lowest);
  return found.filter((run) => run.weight > leastWeight);
}

/** Returns narrow sections that stand on the ground further back than others, up to the height of the lowest one. */
export function findLegs(bottom: Float32Array, lowestY: number, { width, height }: Size): Run[] {
  const most = leg.farthest * Math.min(width, height * 1.5);
  const rise = leg.rise * Math.max(width, height);
  return runsIn(bottom, { from: 0, to: width - 1 }, width)
    .filter(({ half, lowest }) => half * 2 <= leg.widest * width && lowestY - lowest <= most)
    .filter(({ from, to, lowest }) => Math.max(bottom[from - 3] ?? -1, bottom[to + 3] ?? -1) < lowest - rise)
    .map((run) => ({ ...run, weight: 1 }));
}

// Finds the sections of the outline without steep steps in those columns.
function runsIn(bottom: Float32Array, { from, to }: Columns, width: number): Run[] {
  const found: Run[] = [];
  const add = (first: number, last: number) => {
    const run = measureRun(bottom, { from: first, to: last }, width);
    // A tip beside which the outline continues lower is part of a steep side.
    const beside = Math.max(bottom[first - 1] ?? -1, bottom[last + 1] ?? -1);
    if (run.half * 2 >= leastFoot * width || beside <= run.lowest) found.push(run);
  };
  let start = -1;
  for (let x = from; x <= to + 1; x++) {
    const y = x <= to ? (bottom[x] as number) : -1;
    const previous = x > from ? (bottom[x - 1] as number) : -1;
    const breaks = y < 0 || (start >= 0 && Math.abs(y - previous) > 3);
    if (start >= 0 && breaks) {
      if (x - start > 1) add(start, x - 1);
      start = -1;
    }
    if (start < 0 && y >= 0) start = x;
  }
  return found;
}

// Grows from the lowest column outwards while the outline is as flat as a disc seen from at most 20 degrees.
function measureRun(bottom: Float32Array, { from, to }: Columns, width: number): Run {
  let lowestAt = from;
  for (let x = from; x <= to; x++) {
    if ((bottom[x] as number) > (bottom[lowestAt] as number)) lowestAt = x;
  }
  const lowest = bottom[lowestAt] as number;
  let left = lowestAt;
  let right = lowestAt;
  const isFlat = (x: number) => lowest - (bottom[x] as number) <= Math.max(3, 0.19 * (right - left));
  for (let grown = true; grown; ) {
    grown = false;
    if (left > from && isFlat(left - 1)) {
      left--;
      grown = true;
    }
    if (right < to && isFlat(right + 1)) {
      right++;
      grown = true;
    }
  }
  // Faces of a box seen over its corner slope up to an upright wall: they rest on the ground too.
  const corner = 0.22 * (to - from);
  if (lowest - (bottom[from] as number) <= corner) left = from;
  if (lowest - (bottom[to] as number) <= corner) right = to;
  const slack = Math.max(2, 0.12 * (right - left));
  // So does the flat base of a body whose sides lean outwards; a ball continues to curve.
  const isFlatBase = right - left >= leastBase * width;
  const turnsUp = (at: number, toward: 1 | -1) => {
    const beyond = bottom[at + toward * Math.ceil(slack)] ?? -1;
    return isFlatBase && beyond >= 0 && (bottom[at] as number) - beyond >= steep * slack;
  };
  const along = (lowestAt - left) / Math.max(1, right - left);
  const chord = (bottom[left] as number) * (1 - along) + (bottom[right] as number) * along;
  return {
    from: left,
    to: right,
    lowest,
    half: (right - left + 1) / 2,
    sag: lowest - chord,
    ends: (left - from <= slack || turnsUp(left, -1)) && (to - right <= slack || turnsUp(right, 1)),
    weight: 0,
  };
}

/** Finds products that are separated by empty columns and rest further back, each on a flat base of its own. */
export function findSeparateBases(
  bottom: Float32Array,
  lowestY: number,
  { width, height }: Size,
): { columns: Columns; base: Run }[] {
  return partsOf(bottom).flatMap((columns) => {
    const { from, to } = columns;
    const lowest = bottom.subarray(from, to + 1).reduce((low, y) => Math.max(low, y), 0);
    const above = lowestY - lowest;
    if (to + 1 - from < apart.least * width || above === 0 || above > apart.farthest * height) return [];
    const base = runsIn(bottom, columns, width).find((run) => run.lowest === lowest);
    if (!base?.ends || base.half * 2 < apart.base * (to + 1 - from)) return [];
    return [{ columns, base: { ...base, weight: 1 } }];
  });
}

function partsOf(bottom: Float32Array): Columns[] {
  const parts: Columns[] = [];
  for (let x = 0; x < bottom.length; x++) {
    if ((bottom[x] as number) < 0) continue;
    const last = parts.at(-1);
    if (last?.to === x - 1) last.to = x;
    else parts.push({ from: x, to: x });
  }
  return parts;
}

/** Height of a rounded outline above its run at which it hardly rests any more, as a share of the width. */
export const lift = 0.012;

/** How firmly each column of the runs rests; fades at both ends, where the contact continues behind the product. */
export function contactWeights(runs: readonly Run[], bottom: Float32Array): Float32Array {
  const width = bottom.length;
  const weight = new Float32Array(width);
  for (const run of runs) {
    const fade = Math.max(1, Math.min(0.08 * (run.to - run.from), 0.02 * width));
    for (let x = run.from; x <= run.to; x++) {
      const rise = run.lowest - (bottom[x] as number);
      const lifted = run.ends ? 0 : rise / (lift * width + 1);
      const end = Math.min(1, (Math.min(x - run.from, run.to - x) + 0.5) / fade);
      weight[x] = Math.max(weight[x] as number, run.weight * Math.exp(-lifted) * end);
    }
  }
  return weight;
}

/** The larger of two values per column. */
export function maximum(one: Float32Array, other: Float32Array): Float32Array {
  return one.map((value, x) => Math.max(value, other[x] as number));
}
