import type { Size } from "#lib/contract/photos/sizes.ts";
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
