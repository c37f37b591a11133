import { boxSum } from "#lib/imaging/pixels/box-sum.ts";
import { alphaAt } from "#lib/imaging/pixels/mask.ts";
import type { TwoMasks } from "./disputed-holes.ts";
import { cellShift, measureRamps, rampWidth, rise, valueAt } from "./ramps.ts";

// Chosen on samples and yardstick, by their edge errors.
/** Width of an alpha ramp in mask pixels: up to `edge` it is an edge, from `doubt` on the network is in doubt. */
const edge = 10;
const doubt = 20;
/** Share of fractional alpha in a window: up to `leastShare` there is no doubt, from `fullShare` on full doubt. */
const leastShare = 0.1;
const fullShare = 0.3;
/** Cells to each side that belong to a cell's window. */
const reach = 2;

/**
 * Where the fine pass's mask is in doubt over wide areas, replaces it, in place, by its mean with the coarse mask:
 * passes at different sizes make different errors. Edges stay as they are, because the coarse mask resolves them less
 * well.
 */
export function resolveDoubt({ mask, coarse, box, size }: TwoMasks): void {
  const { alpha, width, height } = mask;
  const ramps = measureRamps(mask, reach);
  const { columns, rows, areas, side } = ramps;
  const values = areas.map((area, cell) => {
    const share = rise(area / side ** 2, leastShare, fullShare);
    return share === 0 ? 0 : share * rise(rampWidth(ramps, cell), edge, doubt);
  });
  if (values.every((value) => value === 0)) return;
  const weights = { columns, rows, values };
  // Interpolation between cell centers lets a weight reach one cell farther.
  const near = Float32Array.from(values);
  boxSum(near, { width: columns, height: rows }, { columns: 1, rows: 1 });
  const across = ((box.width / width) * coarse.width) / size.width;
  const down = ((box.height / height) * coarse.height) / size.height;
  const left = (box.left / size.width) * coarse.width - 0.5;
  const top = (box.top / size.height) * coarse.height - 0.5;
  for (let cell = 0; cell < near.length; cell += 1) {
    if (near[cell] === 0) continue;
    const startX = (cell % columns) << cellShift;
    const startY = Math.floor(cell / columns) << cellShift;
    for (let y = startY; y < Math.min(height, startY + (1 << cellShift)); y += 1) {
      for (let x = startX; x < Math.min(width, startX + (1 << cellShift)); x += 1) {
        const value = alpha[y * width + x] ?? 0;
        const far = alphaAt(coarse, left + (x + 0.5) * across, top + (y + 0.5) * down);
        alpha[y * width + x] = value + 0.5 * valueAt(weights, x, y) * (far - value);
      }
    }
  }
}
