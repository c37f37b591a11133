import type { Mask } from "#lib/imaging/pixels/mask.ts";

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
