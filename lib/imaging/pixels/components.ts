import type { Size } from "#lib/contract/photos/sizes.ts";
import { countSolid, type Mask, solid } from "./mask.ts";

// Chosen on the sample products, by their edge errors.
/** Adjacent pixels of at least this alpha form a blob. */
const faint = 0.1;
/** Blobs smaller than these shares of the largest blob and of the picture are dirt. */
const dirtOfLargest = 0.02;
const dirtOfPicture = 0.001;
/** Enclosed gaps of up to this many mask pixels are noise of the network. */
const pinholePixels = 12;

/** Connected parts of a mask, numbered from 1 in reading order. */
export interface Components {
  areas: number[];
  /** Pixels of alpha ≥ 0.5. */
  solidAreas: number[];
  atBorder: boolean[];
  /** The parts' pixels as runs in rows, from `starts` to `ends` (exclusive), and the number of each run's part. */
  runs: { starts: number[]; ends: number[]; names: Int32Array };
}

/**
 * 4-connected components of the pixels whose alpha is in [from, below). A first pass finds the runs of each row and
 * joins touching ones (union–find), a second one numbers and counts them (He, Chao & Suzuki 2008).
 */
export function findComponents(
  mask: Mask,
  { from = 0, below = Number.POSITIVE_INFINITY }: { from?: number; below?: number },
): Components {
  const { alpha, width, height } = mask;
  const { starts, ends, parents } = findRuns(mask, { from, below });
  const numbers = new Int32Array(parents.length);
  const names = new Int32Array(parents.length);
  const found: Components = {
    areas: [0],
    solidAreas: [0],
    atBorder: [false],
    runs: { starts, ends, names },
  };
  for (let run = 0; run < starts.length; run += 1) {
    const root = rootOf(parents, run);
    const name = numbers[root] || addPart(found);
    numbers[root] = name;
    names[run] = name;
    countRun(found, run, { width, height });
    if (below > solid)
      found.solidAreas[name] = (found.solidAreas[name] ?? 0) + countSolid(alpha, starts[run], ends[run]);
  }
  return found;
}

function addPart(found: Components): number {
  found.solidAreas.push(0);
  found.atBorder.push(false);
  return found.areas.push(0) - 1;
}

function countRun({ areas, atBorder, runs }: Components, run: number, { width, height }: Size): void {
  const name = runs.names[run] ?? 0;
  const start = runs.starts[run] ?? 0;
  const end = runs.ends[run] ?? 0;
  areas[name] = (areas[name] ?? 0) + end - start;
  const isAtEnd = start < width || start >= width * (height - 1);
  if (isAtEnd || start % width === 0 || end % width === 0) atBorder[name] = true;
}

/** Calls `use` for each run of the components, in reading order. */
export function forEachRun(
  { runs: { starts, ends, names } }: Components,
  use: (name: number, start: number, end: number) => void,
): void {
  for (let run = 0; run < names.length; run += 1) use(names[run] ?? 0, starts[run] ?? 0, ends[run] ?? 0);
}

/** Drops specks and closes pinholes, in place. */
export function clean(mask: Mask): void {
  const { alpha, width, height } = mask;
  const blobs = findComponents(mask, { from: faint });
  const gaps = findComponents(mask, { below: solid });
  const largest = blobs.solidAreas.reduce((most, area) => Math.max(most, area), 0);
  const enough = Math.max(1, Math.min(largest * dirtOfLargest, width * height * dirtOfPicture));
  let kept = 0;
  forEachRun(blobs, (name, start, end) => {
    if ((blobs.solidAreas[name] ?? 0) < enough) return;
    alpha.fill(0, kept, start);
    kept = end;
  });
  alpha.fill(0, kept);
  forEachRun(gaps, (name, start, end) => {
    if ((gaps.areas[name] ?? 0) <= pinholePixels && !gaps.atBorder[name]) alpha.fill(1, start, end);
  });
}

/** Runs of adjacent pixels in rows, from `starts` to `ends` (exclusive); touching runs form one tree. */
interface Runs {
  starts: number[];
  ends: number[];
  /** A run's parent, or itself. */
  parents: number[];
}

function findRuns({ alpha, width }: Mask, { from, below }: { from: number; below: number }): Runs {
  const runs: Runs = { starts: [], ends: [], parents: [] };
  let firstOfRowAbove = 0;
  for (let row = 0; row < alpha.length; row += width) {
    const firstOfRow = runs.starts.length;
    for (let start = nextIn(alpha, row, row + width, from, below); start < row + width; ) {
      const end = nextOut(alpha, start + 1, row + width, from, below);
      runs.parents.push(runs.starts.push(start) - 1);
      runs.ends.push(end);
      start = nextIn(alpha, end, row + width, from, below);
    }
    joinRow(runs, { firstOfRowAbove, firstOfRow, width });
    firstOfRowAbove = firstOfRow;
  }
  return runs;
}

/** First index from `index` on whose value is in [from, below); `end` if there is none. */
function nextIn(alpha: Float32Array, index: number, end: number, from: number, below: number): number {
  let next = index;
  while (next < end && !isIn(alpha[next] ?? 0, from, below)) next += 1;
  return next;
}

/** First index from `index` on whose value is not in [from, below); `end` if there is none. */
function nextOut(alpha: Float32Array, index: number, end: number, from: number, below: number): number {
  let next = index;
  while (next < end && isIn(alpha[next] ?? 0, from, below)) next += 1;
  return next;
}

/** Joins the runs of the last row to those of the row above that they touch. */
function joinRow(
  { starts, ends, parents }: Runs,
  { firstOfRowAbove, firstOfRow, width }: { firstOfRowAbove: number; firstOfRow: number; width: number },
): void {
  let above = firstOfRowAbove;
  for (let run = firstOfRow; run < starts.length; run += 1) {
    while (above < firstOfRow && (ends[above] ?? 0) <= (starts[run] ?? 0) - width) above += 1;
    const end = (ends[run] ?? 0) - width;
    for (let other = above; other < firstOfRow && (starts[other] ?? 0) < end; other += 1)
      join(parents, run, other);
  }
}

function isIn(value: number, from: number, below: number): boolean {
  return value >= from && value < below;
}

function join(parents: number[], run: number, other: number): void {
  const one = rootOf(parents, run);
  const two = rootOf(parents, other);
  parents[Math.max(one, two)] = Math.min(one, two);
}

/** Returns the root of a run's tree, and halves the path to it. */
function rootOf(parents: number[], run: number): number {
  let root = run;
  for (let parent = parents[root] ?? 0; parent !== root; parent = parents[root] ?? 0) {
    const next = parents[parent] ?? 0;
    parents[root] = next;
    root = next;
  }
  return root;
}
