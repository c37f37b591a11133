import { type Box, labelComponents, type Mask } from "./mask.ts";

/** Smaller holes than this part of the mask are left to the close look: the first one was too coarse for them. */
const largeHole = 0.005;
const solid = 0.5;

/**
 * Closes large holes of a close look, in place, that the first look saw as product: near by, a dark lens or a
 * blank screen looks like backdrop. `box` is where the mask lies in a picture of the given size; `first` covers
 * all of that picture.
 */
export function fillDisputedHoles(
  mask: Mask,
  first: Mask,
  box: Box,
  size: { width: number; height: number },
): void {
  const holes = labelComponents(mask, (value) => value < solid);
  const opinions = new Float64Array(holes.areas.length);
  const firstAt = (index: number) => {
    const x = box.left + (((index % mask.width) + 0.5) / mask.width) * box.width;
    const y = box.top + ((Math.floor(index / mask.width) + 0.5) / mask.height) * box.height;
    const column = Math.min(first.width - 1, Math.floor((x / size.width) * first.width));
    const row = Math.min(first.height - 1, Math.floor((y / size.height) * first.height));
    return first.alpha[row * first.width + column] ?? 0;
  };
  const isLarge = (hole: number) =>
    hole > 0 && !holes.atBorder[hole] && (holes.areas[hole] ?? 0) >= largeHole * mask.alpha.length;
  for (let index = 0; index < mask.alpha.length; index += 1) {
    const hole = holes.labels[index] ?? 0;
    if (isLarge(hole)) opinions[hole] = (opinions[hole] ?? 0) + firstAt(index);
  }
  for (let index = 0; index < mask.alpha.length; index += 1) {
    const hole = holes.labels[index] ?? 0;
    if (isLarge(hole) && (opinions[hole] ?? 0) > solid * (holes.areas[hole] ?? 0)) mask.alpha[index] = 1;
  }
}
