import type { Box } from "#lib/contract/photos/sizes.ts";
import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { spreadKnown } from "#lib/imaging/pixels/pull-push.ts";
import { continueGround, type Grid, type Ground, toGrid } from "./ground-behind.ts";

/** Share of the background's light that passes through the product, on a grid over the mask. */
export interface Transmission {
  width: number;
  height: number;
  /** width × height, 0 (opaque) to 1. */
  share: Float32Array;
  /** width × height × 3: the color that would be visible without the product, 0..255. */
  behind: Float32Array;
}

// Chosen on drawn glasses and panes and on the yardstick's organza bag, such that no opaque product of samples and
// yardstick counts as see-through, on its own ground or on that of any other.
/** Least alpha of a cell that is product only. */
const product = 0.95;
/** Window in which color steps are compared: rows above and below, and columns to either side. */
const windowRows = 12;
const windowColumns = 3;
/** Mean square of the ground's steps (0..255, per row and channel) below which the ground is too uniform. */
const leastSteps = 6;
/** Least share of the steps in the product that the ground's steps explain (R²). */
const leastExplained = 0.6;
/** Range of transmission that steps may show; a larger step is the product's own. */
const leastShare = 0.2;
const mostShare = 1.05;
/** Least measured cells in one place, and as a share of the product's cells: fewer are chance. */
const leastPlace = 12;
const leastCells = 0.035;
/** Noise (0..255) by which a cell's light without the transmitted light may leave a product's possible range. */
const tolerance = 15;
/** Largest color difference (0..255, per channel) of neighboring cells within one part. */
const evenColor = 9;

/**
 * Finds glass and liquid: parts of the product through which the ground is visible. Where the ground has a step, as
 * between a wall and a table, the same step at the same height in the product measures the transmission (I = S + T·B
 * by least squares over the steps); from there, the part grows while its color is uniform and the transmission
 * possible. Null when nothing is see-through, or the ground is too uniform to show it. `rgb` is the mask's picture, ×
 * 3.
 */
export function findTransmission(mask: Mask, rgb: Uint8Array): Transmission | null {
  const grid = toGrid(mask, rgb);
  const { width, height } = grid;
  const ground = continueGround(grid);
  if (ground === null) return null;
  const behind = ground.colors;
  const measured = compareSteps(grid, ground);
  const share = growParts(grid, behind, measured);
  if (share === null) return null;
  for (let index = 0; index < share.length; index += 1) {
    // Transmitted light cannot exceed the light that is seen.
    for (let channel = 0; channel < 3; channel += 1) {
      const at = index * 3 + channel;
      const most = (grid.colors[at] ?? 0) / Math.max(1, behind[at] ?? 0);
      share[index] = Math.min(share[index] ?? 0, most);
    }
  }
  return { width, height, share, behind };
}

/** Measures the transmission of each product cell by the ground's steps; 0 where the ground has none. */
function compareSteps(
  { width, height, alpha, colors }: Grid,
  { colors: behind, isStepSure }: Ground,
): Float32Array {
  const isInside = (index: number) => (alpha[index] ?? 0) >= product;
  const counts = new Float32Array(width * height);
  const boths = new Float32Array(counts.length);
  const grounds = new Float32Array(counts.length);
  const seens = new Float32Array(counts.length);
  for (let index = 0; index < width * (height - 1); index += 1) {
    if (isStepSure[Math.floor(index / width)] === 0 || !isInside(index) || !isInside(index + width)) continue;
    counts[index] = 1;
    for (let at = index * 3; at < index * 3 + 3; at += 1) {
      const stepBehind = (behind[at + width * 3] ?? 0) - (behind[at] ?? 0);
      const stepSeen = (colors[at + width * 3] ?? 0) - (colors[at] ?? 0);
      boths[index] = (boths[index] ?? 0) + stepBehind * stepSeen;
      grounds[index] = (grounds[index] ?? 0) + stepBehind ** 2;
      seens[index] = (seens[index] ?? 0) + stepSeen ** 2;
    }
  }
  for (const plane of [counts, boths, grounds, seens]) {
    boxSum(plane, { width, height }, { columns: windowColumns, rows: windowRows });
  }
  const measured = new Float32Array(counts.length);
  for (let index = 0; index < measured.length; index += 1) {
    const count = counts[index] ?? 0;
    const both = boths[index] ?? 0;
    const ground = grounds[index] ?? 0;
    if (!isInside(index) || count <= windowRows * windowColumns || both <= 0) continue;
    if (ground < leastSteps * count * 3 || both ** 2 < leastExplained * ground * (seens[index] ?? 0))
      continue;
    const share = both / ground;
    if (share >= leastShare && share <= mostShare) measured[index] = Math.min(1, share);
  }
  return measured;
}

/** Grows the measured cells over neighbors of similar color; null when too few are measured. */
function growParts(
  { width, height, alpha, colors }: Grid,
  behind: Float32Array,
  measured: Float32Array,
): Float32Array | null {
  const values = new Float32Array(measured.length);
  const weights = new Float32Array(measured.length);
  let cells = 0;
  for (const value of alpha) if (value >= product) cells += 1;
  const places = findComponents({ alpha: measured, width, height }, { from: leastShare });
  const open: number[] = [];
  forEachRun(places, (place, start, end) => {
    if ((places.areas[place] ?? 0) < leastPlace) return;
    for (let index = start; index < end; index += 1) {
      values[index] = measured[index] ?? 0;
      weights[index] = 1;
      open.push(index);
    }
  });
  if (open.length < Math.max(1, leastCells * cells)) return null;
  const isSeen = Uint8Array.from(weights);
  spreadKnown({ values, weights, width, height, channels: 1 });
  const isPossible = (index: number) => {
    const share = values[index] ?? 0;
    for (let at = index * 3; at < index * 3 + 3; at += 1) {
      const own = (colors[at] ?? 0) - share * (behind[at] ?? 0);
      if (own < -tolerance || own > 255 * (1 - share) + tolerance) return false;
    }
    return true;
  };
  for (let at = 0; at < open.length; at += 1) {
    const index = open[at] ?? 0;
    for (const next of [index - 1, index + 1, index - width, index + width]) {
      if ((isSeen[next] ?? 1) === 1 || (alpha[next] ?? 0) < product || !isPossible(next)) continue;
      let difference = 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const step = (colors[next * 3 + channel] ?? 0) - (colors[index * 3 + channel] ?? 0);
        difference = Math.max(difference, Math.abs(step));
      }
      if (difference > evenColor) continue;
      isSeen[next] = 1;
      open.push(next);
    }
  }
  return values.map((value, index) => value * (isSeen[index] ?? 0));
}

/**
 * Makes see-through parts transparent, in place: `rgba` (pictureWidth pixels wide, × 4) gets an alpha below 1 where
 * its `box` transmits light, and there the product's own color, which is I = S + T·B minus T·B.
 */
export function applyTransmission(
  { width, height, share, behind }: Transmission,
  { rgba, pictureWidth, box }: { rgba: Uint8Array; pictureWidth: number; box: Box },
): void {
  for (let y = 0; y < box.height; y += 1) {
    const gridY = Math.min(height - 1.001, Math.max(0, ((y + 0.5) / box.height) * height - 0.5));
    const row = Math.floor(gridY);
    const down = gridY - row;
    for (let x = 0; x < box.width; x += 1) {
      const gridX = Math.min(width - 1.001, Math.max(0, ((x + 0.5) / box.width) * width - 0.5));
      const column = Math.floor(gridX);
      const right = gridX - column;
      const index = row * width + column;
      const mean = (values: Float32Array, channels: number, channel: number) => {
        const at = index * channels + channel;
        const below = at + width * channels;
        const upper = (values[at] ?? 0) * (1 - right) + (values[at + channels] ?? 0) * right;
        const lower = (values[below] ?? 0) * (1 - right) + (values[below + channels] ?? 0) * right;
        return upper * (1 - down) + lower * down;
      };
      const passing = mean(share, 1, 0);
      const pixel = ((box.top + y) * pictureWidth + box.left + x) * 4;
      // Pixels that are not opaque are edges, whose colors are already solved.
      if (passing <= 0.02 || rgba[pixel + 3] !== 255) continue;
      let most = passing;
      for (let channel = 0; channel < 3; channel += 1) {
        most = Math.min(most, (rgba[pixel + channel] ?? 0) / Math.max(1, mean(behind, 3, channel)));
      }
      const own = 1 - most;
      for (let channel = 0; channel < 3; channel += 1) {
        const left = (rgba[pixel + channel] ?? 0) - most * mean(behind, 3, channel);
        rgba[pixel + channel] = own <= 0.01 ? 0 : Math.min(255, Math.max(0, Math.round(left / own)));
      }
      rgba[pixel + 3] = Math.round(255 * own);
    }
  }
}
