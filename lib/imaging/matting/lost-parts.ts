import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { alphaAt, countSolid, type Mask } from "#lib/imaging/pixels/mask.ts";
import type { TwoMasks } from "./disputed-holes.ts";

// Chosen on 290 real pictures, so that parts of products return and shadows do not.
/** Alpha of pixels that the coarse pass saw, and of pixels that the fine pass did not see. */
const seen = 0.9;
const unseen = 0.3;
/** Least mean alpha of the coarse pass in a part that is restored. */
const leastSure = 0.99;
/** Least area of such a part, as a share of the coarse mask's solid pixels. */
const leastPart = 0.06;
/** Pixels of the coarse mask by which a part is wider: prints divide parts, and its edges are ramps of alpha. */
const reach = 4;

/**
 * Restores large parts of the product, in place, that the coarse pass saw with certainty and of which nothing is left
 * in the mask: in close-up, white china on white cloth or the plain body of a toy looks like background. A part that
 * touches a side of the picture is not restored, because many of these are furniture.
 */
export function restoreLostParts({ mask, coarse, box, size }: TwoMasks): void {
  const position = {
    across: (size.width / coarse.width) * (mask.width / box.width),
    down: (size.height / coarse.height) * (mask.height / box.height),
    left: (box.left / box.width) * mask.width,
    top: (box.top / box.height) * mask.height,
  };
  const missing = findMissing(mask, coarse, position);
  const least = leastPart * countSolid(coarse.alpha);
  if (countSolid(missing) < Math.max(1, least)) return;
  const near = findLostParts(missing, coarse, least);
  if (near === null) return;
  const { width, height } = coarse;
  for (let y = 0; y < mask.height; y += 1) {
    const down = (y + 0.5 + position.top) / position.down;
    const row = Math.min(height - 1, Math.floor(down)) * width;
    for (let x = 0; x < mask.width; x += 1) {
      const across = (x + 0.5 + position.left) / position.across;
      if (near[row + Math.min(width - 1, Math.floor(across))] === 0) continue;
      const at = y * mask.width + x;
      mask.alpha[at] = Math.max(mask.alpha[at] ?? 0, alphaAt(coarse, across - 0.5, down - 0.5));
    }
  }
}

/** Marks (1) the pixels of the coarse mask that only it saw. */
function findMissing(
  mask: Mask,
  { alpha, width }: Mask,
  position: { across: number; down: number; left: number; top: number },
): Float32Array {
  return alpha.map((value, index) => {
    if (value < seen) return 0;
    const x = Math.floor(((index % width) + 0.5) * position.across - position.left);
    const y = Math.floor((Math.floor(index / width) + 0.5) * position.down - position.top);
    if (x < 0 || y < 0 || x >= mask.width || y >= mask.height) return 0;
    return (mask.alpha[y * mask.width + x] ?? 0) < unseen ? 1 : 0;
  });
}

/** Marks (1) the pixels of the coarse mask in and around lost parts of at least this area; null when there are none. */
function findLostParts(missing: Float32Array, coarse: Mask, least: number): Float32Array | null {
  const { alpha, width, height } = coarse;
  const near = Float32Array.from(missing);
  boxSum(near, { width, height }, { columns: reach, rows: reach });
  const parts = findComponents({ alpha: near, width, height }, { from: 1 });
  const found = parts.areas.map(() => ({ area: 0, sum: 0, isAtSide: false }));
  forEachRun(parts, (name, start, end) => {
    const part = found[name];
    for (let index = start; index < end && part; index += 1) {
      if (missing[index] === 0) continue;
      const x = index % width;
      part.area += 1;
      part.sum += alpha[index] ?? 0;
      part.isAtSide ||= x === 0 || x === width - 1 || index < width || index >= width * (height - 1);
    }
  });
  const isLost = found.map(
    ({ area, sum, isAtSide }) => area > 0 && area >= least && sum >= leastSure * area && !isAtSide,
  );
  if (!isLost.includes(true)) return null;
  near.fill(0);
  forEachRun(parts, (name, start, end) => {
    if (isLost[name]) near.fill(1, start, end);
  });
  return near;
}
