import { type Components, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";

/** Pixels of at most this alpha are background only. */
const backdrop = 0.05;
/** Height of a band of rows whose ground is compared, as a share of the mask's; the bands beside it are included. */
const bandShare = 0.025;
/** Binary logarithm of the side of a color cell (0..255): colors within a cell count as one. */
const cellShift = 3;
/** A color cell with fewer pixels of a band is noise. */
const leastPixels = 3;
/** Light (1: as beside the product) that may fall on ground within a hole: shadow up to a little more light. */
const darkest = 0.25;
const brightest = 1.1;
/** At most this many pixels of a hole are compared. */
const mostCompared = 150;

type Color = readonly [number, number, number];

/** The colors of the ground beside the product, for each band of rows. */
export type GroundColors = (row: number) => readonly Color[];

/** Collects the colors of the background that is connected to the mask's sides. `rgb` is the mask's picture, × 3. */
export function collectGround(mask: Mask, rgb: Uint8Array, gaps: Components): GroundColors {
  const { alpha, width, height } = mask;
  const tall = Math.max(1, Math.round(bandShare * height));
  const bands = Array.from({ length: Math.ceil(height / tall) }, () => new Map<number, number>());
  forEachRun(gaps, (gap, start, end) => {
    if (!gaps.atBorder[gap]) return;
    const band = bands[Math.floor(start / width / tall)];
    for (let index = start; index < end; index += 1) {
      if (band !== undefined && (alpha[index] ?? 0) <= backdrop) countColor(band, rgb, index * 3);
    }
  });
  const known = new Map<number, Color[]>();
  return (row) => {
    const at = Math.floor(row / tall);
    const found = known.get(at) ?? colorsOf(bands.slice(Math.max(0, at - 1), at + 2));
    known.set(at, found);
    return found;
  };
}

function countColor(band: Map<number, number>, rgb: Uint8Array, at: number): void {
  const [red, green, blue] = [rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0];
  const cell = ((red >> cellShift) << 16) | ((green >> cellShift) << 8) | (blue >> cellShift);
  band.set(cell, (band.get(cell) ?? 0) + 1);
}

function colorsOf(bands: readonly Map<number, number>[]): Color[] {
  const cells = new Set<number>();
  for (const band of bands) for (const [cell, count] of band) if (count >= leastPixels) cells.add(cell);
  const middle = (value: number) => ((value & 255) << cellShift) + (1 << (cellShift - 1));
  return Array.from(cells, (cell) => [middle(cell >> 16), middle(cell >> 8), middle(cell)] as const);
}

/**
 * Mean difference (0..255) of the background pixels among `pixels` from the ground beside the product at the same
 * height, in any shadow that may fall on it. Null when there is nothing to compare.
 */
export function differenceFromGround(
  pixels: readonly number[],
  { mask, rgb, ground }: { mask: Mask; rgb: Uint8Array; ground: GroundColors },
): number | null {
  const step = Math.max(1, Math.floor(pixels.length / mostCompared));
  let sum = 0;
  let count = 0;
  for (let at = 0; at < pixels.length; at += step) {
    const index = pixels[at] ?? 0;
    const colors = ground(Math.floor(index / mask.width));
    if ((mask.alpha[index] ?? 0) > 2 * backdrop || colors.length === 0) continue;
    const seen = colorAt(rgb, index);
    let least = 255;
    for (const color of colors) least = Math.min(least, differenceInShadow(seen, color));
    sum += least;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** Largest difference of a channel between a color and the ground's color in the light that fits best. */
function differenceInShadow(seen: Color, ground: Color): number {
  const both = seen[0] * ground[0] + seen[1] * ground[1] + seen[2] * ground[2];
  const square = ground[0] ** 2 + ground[1] ** 2 + ground[2] ** 2;
  const light = Math.min(brightest, Math.max(darkest, both / square));
  return Math.max(
    Math.abs(seen[0] - light * ground[0]),
    Math.abs(seen[1] - light * ground[1]),
    Math.abs(seen[2] - light * ground[2]),
  );
}

function colorAt(rgb: Uint8Array, index: number): Color {
  return [rgb[index * 3] ?? 0, rgb[index * 3 + 1] ?? 0, rgb[index * 3 + 2] ?? 0];
}
