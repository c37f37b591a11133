import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";

// Chosen on the sample products, by their edge errors.
/** Pixels of at most this alpha were classified as background. */
const backdrop = 0.06;
/** A gap inside the product is a real hole when the network saw background in at least this share of it. */
const leastSeen = 0.5;
/** Mean change of alpha from pixel to pixel above which a place is fine structure instead of doubt of the network. */
const fineWork = 0.1;
/** Mask pixels to each side over which that mean is taken. */
const fineReach = 6;
/** Alpha within `edgeWidth` mask pixels of an edge stays as it is; from `depth` on it becomes 1. */
const edgeWidth = 4;
const depth = 10;
/** Holes below this share of the mask are left to the fine pass: the coarse pass does not resolve them. */
const largeHole = 0.005;
/** Least mean alpha of the coarse pass in a hole that it closes. It gave up to 0.8 to gaps too narrow for it. */
const leastAgreed = 0.9;

/**
 * Makes the inside of the product opaque, in place. Deep inside, a fractional alpha is doubt of the network (dark on
 * dark, reflections) and would let the new background shine through. Doubt is smooth: where alpha varies within a few
 * pixels, as in lace, wire and leaves, it stays as it is. So do edges and real holes.
 */
export function fillOpaqueInterior(mask: Mask): void {
  const { alpha } = mask;
  const changes = meanChanges(mask);
  fillDoubtedGaps(mask, changes);
  const distances = distanceToGaps(mask);
  for (let start = 0; start < alpha.length; start += mask.width)
    fillInteriorRow(alpha, { changes, distances }, start, start + mask.width);
}

function fillInteriorRow(
  alpha: Float32Array,
  { changes, distances }: { changes: Float32Array; distances: Uint8Array },
  start: number,
  end: number,
): void {
  for (let index = start; index < end; index += 1) {
    const value = alpha[index] ?? 0;
    const distance = (distances[index] ?? 0) / straight;
    if (distance <= edgeWidth || value === 1 || (changes[index] ?? 0) > fineWork) continue;
    const inward = Math.min(1, (distance - edgeWidth) / (depth - edgeWidth));
    alpha[index] = value + (1 - value) * inward * inward * (3 - 2 * inward);
  }
}

/** Makes enclosed gaps opaque in which the network saw little background, unless they are fine structure. */
function fillDoubtedGaps(mask: Mask, changes: Float32Array): void {
  const { alpha } = mask;
  const gaps = findComponents(mask, { below: solid });
  const seen = new Uint32Array(gaps.areas.length);
  const sums = new Float64Array(gaps.areas.length);
  forEachRun(gaps, (gap, start, end) => {
    if (gaps.atBorder[gap]) return;
    for (let index = start; index < end; index += 1) {
      sums[gap] = (sums[gap] ?? 0) + (changes[index] ?? 0);
      if ((alpha[index] ?? 0) <= backdrop) seen[gap] = (seen[gap] ?? 0) + 1;
    }
  });
  forEachRun(gaps, (gap, start, end) => {
    const area = gaps.areas[gap] ?? 0;
    if (gaps.atBorder[gap] || (sums[gap] ?? 0) > fineWork * area) return;
    if ((seen[gap] ?? 0) < leastSeen * area) alpha.fill(1, start, end);
  });
}

/** Change of alpha to the right and the lower neighbor, averaged around each pixel. */
function meanChanges({ alpha, width, height }: Mask): Float32Array {
  const changes = new Float32Array(alpha.length);
  for (let y = 0; y < height - 1; y += 1) measureChanges(changes, alpha, width, y * width);
  boxSum(changes, { width, height }, { columns: fineReach, rows: fineReach });
  const count = (2 * fineReach + 1) ** 2;
  for (let start = 0; start < changes.length; start += width) divideRow(changes, count, start, start + width);
  return changes;
}

function measureChanges(changes: Float32Array, alpha: Float32Array, width: number, start: number): void {
  for (let index = start; index < start + width - 1; index += 1) {
    const value = alpha[index] ?? 0;
    changes[index] =
      Math.abs((alpha[index + 1] ?? 0) - value) + Math.abs((alpha[index + width] ?? 0) - value);
  }
}

function divideRow(values: Float32Array, divisor: number, start: number, end: number): void {
  for (let index = start; index < end; index += 1) values[index] = (values[index] ?? 0) / divisor;
}

/** Costs of a straight and a diagonal step in the 3–4 chamfer transform (Borgefors 1986). */
const straight = 3;
const diagonal = 4;

/** Distance of each pixel to the nearest gap, in thirds of a pixel, at most twice `depth`. The frame is no gap. */
function distanceToGaps({ alpha, width, height }: Mask): Uint8Array {
  const distances = new Uint8Array(alpha.length);
  for (let y = 0; y < height; y += 1) {
    beginRow(distances, alpha, y * width, (y + 1) * width);
    stepFromAbove(distances, width, y);
  }
  for (let y = height - 1; y >= 0; y -= 1) stepFromBelow(distances, { width, height }, y);
  return distances;
}

function beginRow(distances: Uint8Array, alpha: Float32Array, start: number, end: number): void {
  for (let index = start; index < end; index += 1)
    distances[index] = (alpha[index] ?? 0) < solid ? 0 : depth * 2 * straight;
}

/** Forward pass of the transform over row `y`. */
function stepFromAbove(distances: Uint8Array, width: number, y: number): void {
  for (let x = 0, index = y * width; x < width; x += 1, index += 1) {
    let nearest = distances[index] ?? 0;
    if (nearest === 0) continue;
    if (x > 0) nearest = Math.min(nearest, (distances[index - 1] ?? 0) + straight);
    if (y > 0) {
      nearest = Math.min(nearest, (distances[index - width] ?? 0) + straight);
      if (x > 0) nearest = Math.min(nearest, (distances[index - width - 1] ?? 0) + diagonal);
      if (x < width - 1) nearest = Math.min(nearest, (distances[index - width + 1] ?? 0) + diagonal);
    }
    distances[index] = nearest;
  }
}

/** Backward pass of the transform over row `y`. */
function stepFromBelow(distances: Uint8Array, { width, height }: Size, y: number): void {
  for (let x = width - 1, index = y * width + x; x >= 0; x -= 1, index -= 1) {
    let nearest = distances[index] ?? 0;
    if (nearest === 0) continue;
    if (x < width - 1) nearest = Math.min(nearest, (distances[index + 1] ?? 0) + straight);
    if (y < height - 1) {
      nearest = Math.min(nearest, (distances[index + width] ?? 0) + straight);
      if (x < width - 1) nearest = Math.min(nearest, (distances[index + width + 1] ?? 0) + diagonal);
      if (x > 0) nearest = Math.min(nearest, (distances[index + width - 1] ?? 0) + diagonal);
    }
    distances[index] = nearest;
  }
}

/** The mask of the part `box` of a picture of the given size, and a coarse mask of the whole picture. */
interface TwoMasks {
  mask: Mask;
  coarse: Mask;
  box: Box;
  size: Size;
}

/** Maps the mask's columns to columns of the coarse mask, and its rows to the first index of a coarse row. */
function placesInCoarse({ mask, coarse, box, size }: TwoMasks): { columns: Int32Array; rows: Int32Array } {
  const columns = Int32Array.from({ length: mask.width }, (_, x) => {
    const at = box.left + ((x + 0.5) / mask.width) * box.width;
    return Math.min(coarse.width - 1, Math.floor((at / size.width) * coarse.width));
  });
  const rows = Int32Array.from({ length: mask.height }, (_, y) => {
    const at = box.top + ((y + 0.5) / mask.height) * box.height;
    return Math.min(coarse.height - 1, Math.floor((at / size.height) * coarse.height)) * coarse.width;
  });
  return { columns, rows };
}

/** Share (0..1) of the pixels that either mask holds for product in which the two masks differ by more than 0.5. */
export function measureDispute(masks: TwoMasks): number {
  const { alpha, width, height } = masks.mask;
  const coarse = masks.coarse.alpha;
  const { columns, rows } = placesInCoarse(masks);
  const counts = { either: 0, disputed: 0 };
  for (let y = 0; y < height; y += 1) {
    const near = alpha.subarray(y * width, (y + 1) * width);
    countDisputed(counts, near, coarse.subarray(rows[y] ?? 0), columns);
  }
  return counts.disputed / Math.max(1, counts.either);
}

/** Counts a row of the near mask; `far` begins at the row of the coarse one. */
function countDisputed(
  counts: { either: number; disputed: number },
  near: Float32Array,
  far: Float32Array,
  columns: Int32Array,
): void {
  for (let x = 0; x < near.length; x += 1) {
    const one = near[x] ?? 0;
    const other = far[columns[x] ?? 0] ?? 0;
    if (one >= solid || other >= solid) counts.either += 1;
    if (Math.abs(one - other) > 0.5) counts.disputed += 1;
  }
}

/**
 * Closes large holes of the fine pass's mask, in place, that the coarse pass saw as product: in close-up, a dark lens,
 * a blank screen or the glass of a mirror looks like background.
 */
export function fillDisputedHoles(masks: TwoMasks): void {
  const { mask, coarse } = masks;
  const holes = findComponents(mask, { below: solid });
  const areLarge = holes.areas.map(
    (area, hole) => hole > 0 && !holes.atBorder[hole] && area >= largeHole * mask.alpha.length,
  );
  if (!areLarge.includes(true)) return;
  const { columns, rows } = placesInCoarse(masks);
  const sums = new Float64Array(holes.areas.length);
  forEachRun(holes, (hole, start, end) => {
    if (!areLarge[hole]) return;
    const y = Math.floor(start / mask.width);
    const row = rows[y] ?? 0;
    for (let x = start - y * mask.width; x < end - y * mask.width; x += 1)
      sums[hole] = (sums[hole] ?? 0) + (coarse.alpha[row + (columns[x] ?? 0)] ?? 0);
  });
  const closed = holes.areas.map((area, hole): number[] | null =>
    areLarge[hole] && (sums[hole] ?? 0) > leastAgreed * area ? [] : null,
  );
  forEachRun(holes, (hole, start, end) => {
    for (let index = start; index < end; index += 1) closed[hole]?.push(index);
  });
  for (const hole of closed) if (hole !== null) closeHole(mask, hole);
}

/**
 * Makes a hole opaque, in place, given by its pixels' indices, and the ramp of alpha around it up to its crest: edges
 * beyond the crest are the product's own.
 */
export function closeHole({ alpha, width }: Mask, hole: readonly number[]): void {
  const open = hole.map((index) => ({ index, before: alpha[index] ?? 0 }));
  for (const index of hole) alpha[index] = 1;
  for (let at = 0; at < open.length; at += 1) {
    const { index, before } = open[at] ?? { index: 0, before: 1 };
    for (const next of [index - 1, index + 1, index - width, index + width]) {
      const value = alpha[next] ?? 1;
      const isNeighbor = Math.abs((next % width) - (index % width)) <= 1;
      if (!isNeighbor || value === 1 || value < before) continue;
      alpha[next] = 1;
      open.push({ index: next, before: value });
    }
  }
}
