import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { solid } from "#lib/imaging/pixels/mask.ts";
import { closeHole } from "./disputed-holes.ts";
import { collectGround, differenceFromGround } from "./hole-colors.ts";
import type { Part } from "./part.ts";

// Chosen on samples, yardstick and the pictures of wheels and mirrors, against their true alpha.
/** Smaller holes (share of the mask) show too little of their color. */
const leastHole = 0.0001;
/** Difference (0..255) from the ground from which a hole's color is the product's own; ground stays below 4.5. */
const foreign = 5;
/** The same where one pass is sure of the product: the white of an eye before a white wall, a label on white paper. */
const foreignToOne = 3;
/** Least mean alpha that one of the passes gives the hole: where all of them are sure, things behind may show. */
const leastDoubt = 0.15;
/** Mean alpha from which a pass is sure of the product. */
const sure = 0.9;

/**
 * Closes holes of the mask, in place, whose color is not that of the ground beside the product at the same height,
 * and which one of the passes does not see as clear background: a pale hub in a dark wheel looks like a hole. `rgb` is
 * the mask's picture, × 3; `others` are masks of other passes over the same picture.
 */
export function fillForeignHoles(
  { mask, box, rgb }: Part & { rgb: Uint8Array },
  others: readonly Part[],
): void {
  const gaps = findComponents(mask, { below: solid });
  const leastArea = leastHole * mask.alpha.length;
  const holes = gaps.areas.map((area, gap): number[] | null =>
    gap > 0 && !gaps.atBorder[gap] && area >= leastArea ? [] : null,
  );
  if (!holes.some((hole) => hole !== null)) return;
  forEachRun(gaps, (gap, start, end) => {
    for (let index = start; index < end; index += 1) holes[gap]?.push(index);
  });
  const passes = [{ mask, box }, ...others];
  const doubted = holes.flatMap((hole) => {
    if (hole === null) return [];
    const doubt = Math.max(...passes.map((pass) => meanAlpha(hole, { mask, box }, pass)));
    return doubt >= leastDoubt ? [{ hole, least: doubt >= sure ? foreignToOne : foreign }] : [];
  });
  if (doubted.length === 0) return;
  const ground = collectGround(mask, rgb, gaps);
  for (const { hole, least } of doubted) {
    const difference = differenceFromGround(hole, { mask, rgb, ground });
    if (difference !== null && difference >= least) closeHole(mask, hole);
  }
}

/** Mean alpha of another mask over pixels of a part; 0 outside it. */
function meanAlpha(pixels: readonly number[], { mask, box }: Part, other: Part): number {
  let sum = 0;
  for (const index of pixels) {
    const x = box.left + (((index % mask.width) + 0.5) / mask.width) * box.width;
    const y = box.top + ((Math.floor(index / mask.width) + 0.5) / mask.height) * box.height;
    const column = Math.floor(((x - other.box.left) / other.box.width) * other.mask.width);
    const row = Math.floor(((y - other.box.top) / other.box.height) * other.mask.height);
    const isInside = column >= 0 && row >= 0 && column < other.mask.width && row < other.mask.height;
    if (isInside) sum += other.mask.alpha[row * other.mask.width + column] ?? 0;
  }
  return sum / pixels.length;
}
