import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";

// Chosen on the sample products, by their edge errors.
/** Holes below this share of the mask are left to the fine pass: the coarse pass does not resolve them. */
const largeHole = 0.005;
/** Least mean alpha of the coarse pass in a hole that it closes. It gave up to 0.8 to gaps too narrow for it. */
const leastAgreed = 0.9;

/** The mask of the part `box` of a picture of the given size, and a coarse mask of the whole picture. */
export interface TwoMasks {
  mask: Mask;
  coarse: Mask;
  box: Box;
  size: Size;
}

/** Maps the mask's columns to columns of the coarse mask, and its rows to the first index of a coarse row. */
export function placesInCoarse({ mask, coarse, box, size }: TwoMasks): {
  columns: Int32Array;
  rows: Int32Array;
} {
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

/** Alpha below which a pixel is not opaque. */
const opaque = 0.97;
/**
 * Least alpha of each pixel of a speck, and of the coarse pass there: neither pass was sure to see background. A gap
 * between a fern's leaves had 0.37, a bag's fabric 0.39.
 */
const leastSpeck = { fine: 0.38, coarse: 0.95 } as const;
/**
 * More specks than this may be the gaps of lace or leaves: they are alike, or the fine pass is sure to see through
 * several. Print has strokes of all sizes.
 */
const mostSpecks = 30;
const mostGaps = 0.05;
const leastUneven = 10;

/**
 * Makes half transparent specks opaque, in place, that the coarse pass saw as product. Where there are many, as in the
 * print of a dial, the few through which the fine pass saw background are print too.
 */
export function fillSpecks(masks: TwoMasks): void {
  const { mask, coarse } = masks;
  const { alpha, width } = mask;
  const specks = findComponents(mask, { below: opaque });
  const isOpen = specks.areas.map((_, speck) => speck === 0 || specks.atBorder[speck] === true);
  if (!isOpen.includes(false)) return;
  const { columns, rows } = placesInCoarse(masks);
  const isGap = specks.areas.map(() => false);
  forEachRun(specks, (speck, start, end) => {
    const y = Math.floor(start / width);
    for (let index = start; index < end && !isOpen[speck]; index += 1) {
      if ((alpha[index] ?? 0) < leastSpeck.fine) isGap[speck] = true;
      isOpen[speck] =
        (coarse.alpha[(rows[y] ?? 0) + (columns[index - y * width] ?? 0)] ?? 0) < leastSpeck.coarse;
    }
  });
  const areas = specks.areas.filter((_, speck) => !isOpen[speck]);
  const gaps = isGap.filter((gap, speck) => gap && !isOpen[speck]).length;
  const areMany = areas.length - gaps > mostSpecks;
  const areUneven = percentile(areas, 1) > leastUneven * percentile(areas, 0.5);
  if (areMany && (gaps > mostGaps * areas.length || !areUneven)) return;
  forEachRun(specks, (speck, start, end) => {
    if (!isOpen[speck] && (areMany || !isGap[speck])) alpha.fill(1, start, end);
  });
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
