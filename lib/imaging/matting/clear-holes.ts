import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import { countSolid, solid } from "#lib/imaging/pixels/mask.ts";
import { placesInCoarse, type TwoMasks } from "./disputed-holes.ts";
import { differenceFromPaper, findPaper } from "./paper.ts";

// Chosen on real pictures.
/** Largest difference (0..255) of a pixel from plain paper, and its mean in a hole. */
const plain = 6;
const mostDifference = 1.5;
/** Least share of the mask's sides that shows the paper. */
const leastPlain = 0.9;
/** Largest alpha of the coarse pass in a hole, and least area of a hole as a share of the mask's solid pixels. */
const clear = 0.02;
const leastHole = 0.01;

/**
 * Opens holes, in place, that the fine pass took for the product: in close-up, the inside of a ring on white paper
 * looks like white metal. The coarse pass saw them with certainty, and they have exactly the color of the paper, which
 * a print or a label seldom has. `rgb` is the mask's picture, × 3.
 */
export function openClearHoles(masks: TwoMasks & { rgb: Uint8Array }): void {
  const { mask, coarse, rgb } = masks;
  const { alpha, width, height } = mask;
  const paper = findPaper(mask, rgb, { plain, least: leastPlain });
  if (paper === null) return;
  const difference = (at: number) => differenceFromPaper(paper, at);
  const { columns, rows } = placesInCoarse(masks);
  const disputed = alpha.map((value, at) => {
    if (value < solid || difference(at) > plain) return 0;
    const x = at % width;
    const far = coarse.alpha[(rows[(at - x) / width] ?? 0) + (columns[x] ?? 0)] ?? 0;
    return far <= clear ? 1 : 0;
  });
  const parts = findComponents({ alpha: disputed, width, height }, { from: solid });
  const least = leastHole * countSolid(alpha);
  const sums = new Float64Array(parts.areas.length);
  forEachRun(parts, (part, start, end) => {
    for (let at = start; at < end; at += 1) sums[part] = (sums[part] ?? 0) + difference(at);
  });
  forEachRun(parts, (part, start, end) => {
    const area = parts.areas[part] ?? 0;
    if (area >= least && (sums[part] ?? 0) <= mostDifference * area) alpha.fill(0, start, end);
  });
}
