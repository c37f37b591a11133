import type { Size } from "#lib/contract/photos/sizes.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";

/** A picture (`rgb`, × 3) on a ground of one color, such as a sheet of paper. */
export interface Paper extends Size {
  rgb: Uint8Array;
  color: readonly number[];
  /** The pixels of the picture's sides that show the ground. */
  sides: number[];
}

/**
 * Returns the ground that at least a share `least` of the picture's sides shows, within `plain` (0..255); null when
 * the sides show something else.
 */
export function findPaper(
  { width, height }: Size,
  rgb: Uint8Array,
  { plain, least }: { plain: number; least: number },
): Paper | null {
  const rows = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]);
  const columns = Array.from({ length: height - 2 }, (_, y) => [(y + 1) * width, (y + 2) * width - 1]);
  const all = [...rows, ...columns].flat();
  const color = [0, 1, 2].map((channel) =>
    percentile(
      all.map((at) => rgb[at * 3 + channel] ?? 0),
      0.5,
    ),
  );
  const paper = { rgb, width, height, color };
  const sides = all.filter((at) => differenceFromPaper(paper, at) <= plain);
  return sides.length < least * all.length ? null : { ...paper, sides };
}

/** Largest difference (0..255) of a pixel's channels from the ground. */
export function differenceFromPaper({ rgb, color }: Pick<Paper, "rgb" | "color">, at: number): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1)
    most = Math.max(most, Math.abs((rgb[at * 3 + channel] ?? 0) - (color[channel] ?? 0)));
  return most;
}
