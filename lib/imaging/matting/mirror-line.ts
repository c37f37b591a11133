import { linearOfByte } from "#lib/imaging/pixels/color.ts";
import { type Mask, solid } from "#lib/imaging/pixels/mask.ts";
import { clamp, percentile } from "#lib/imaging/pixels/numbers.ts";
import type { MirrorCells } from "./mirror-cells.ts";
import { lineAt, type MirrorFit } from "./mirror-fit.ts";

// In cells of the fit; chosen with it.
/** How far the line may lie from the fitted one, and how far from it product and mirror image are compared. */
const mostAway = 2.5;
const compared = 1.5;
const edgeReach = 0.35;
/** Weight of the edge at the line, in which a product meets the shadow below it. */
const edgeShare = 0.12;
const stripsPerCell = 4;
/** Cost of a step of the line by a pixel, and of a pixel away from the fitted line, as shares of the contrast. */
const stepCost = 0.02;
const awayCost = 0.002;
/** Pixels of the mask from one compared row to the next. */
const rowStep = 2;
/** Pixels from the line up to which the colors of both sides mix. */
const mixed = 4;

interface Traced {
  mask: Mask;
  rgb: Uint8Array;
  cells: MirrorCells;
  fit: MirrorFit;
}

/**
 * The row, for each column of the mask, at which a product meets its mirror image: where the picture below is best
 * predicted from the picture above, without needless steps from strip to strip.
 */
export function traceMirrorLine(traced: Traced): Float32Array {
  const { mask, cells, fit } = traced;
  const strip = Math.max(2, Math.round(cells.step / stripsPerCell));
  const away = Math.round(mostAway * cells.step);
  const count = Math.max(1, Math.floor((cells.width * cells.step) / strip));
  const fitted = Float64Array.from({ length: count }, (_, index) => {
    const column = ((index + 0.5) * strip) / cells.step - 0.5;
    return Math.round(cells.top + (lineAt(fit, column, cells) + 0.5) * cells.step);
  });
  const costs = Array.from(fitted, (row, index) =>
    costsAround(traced, { left: cells.left + index * strip, width: strip, row, away }),
  );
  const contrast = Math.max(
    1e-3,
    percentile(
      costs.map((of) => Math.max(...of) - Math.min(...of)),
      0.75,
    ),
  );
  const line = cheapestLine(costs, fitted, { away, contrast });
  return Float32Array.from({ length: mask.width }, (_, x) => {
    const at = clamp((x + 0.5 - cells.left) / strip - 0.5, 0, count - 1);
    const index = Math.min(count - 2, Math.floor(at));
    if (index < 0) return line[0] as number;
    const one = line[index] as number;
    return one + ((line[index + 1] as number) - one) * (at - index);
  });
}

/**
 * How large the step of color across the line is, as a share of that from a product to its mirror image. A product
 * that is symmetric by itself has none, as its light changes smoothly.
 */
export function stepAcross({ mask, rgb, cells, fit }: Traced, line: Float32Array): number {
  let [step, expected] = [0, 0];
  const end = cells.left + cells.width * cells.step;
  for (let x = cells.left; x < end; x += rowStep) {
    const row = Math.round(line[x] as number);
    for (let d = mixed; d <= cells.step; d += rowStep) {
      const [above, under] = [row - d, row + d];
      if (above < 0 || under >= mask.height) break;
      const [one, other] = [above * mask.width + x, under * mask.width + x];
      if ((mask.alpha[one] as number) < solid) continue;
      const cell = clamp(Math.floor((under - cells.top) / cells.step), 0, cells.height - 1);
      for (let c = 0; c < 3; c++) {
        const light = linearOfByte[rgb[one * 3 + c] as number] as number;
        const ground = (cells.ground[c] as Float32Array)[cell] as number;
        step += Math.abs(light - (linearOfByte[rgb[other * 3 + c] as number] as number));
        expected += Math.abs(light - (ground + fit.gain * light - (fit.veil[c] as number)));
      }
    }
  }
  return step / Math.max(1e-6, expected);
}

/** Mean difference of a strip from its prediction, for each row around the fitted one. */
function costsAround(
  { mask, rgb, cells, fit }: Traced,
  { left, width, row, away }: { left: number; width: number; row: number; away: number },
): Float32Array {
  const reach = Math.round(compared * cells.step);
  const start = row - away - reach;
  const length = 2 * (away + reach) + 1;
  const { alpha, colors } = meanRows(mask, rgb, { left, width, start, length });
  const edge = Math.max(2, Math.round(edgeReach * cells.step));
  const costs = new Float32Array(2 * away + 1);
  for (let state = 0; state < costs.length; state++) {
    const line = state + reach;
    let sum = 0;
    for (let d = rowStep; d <= reach; d += rowStep) {
      if ((alpha[line - d] as number) < solid) continue;
      const cell = clamp(Math.floor((start + line + d - cells.top) / cells.step), 0, cells.height - 1);
      for (let c = 0; c < 3; c++) {
        const plane = colors[c] as Float32Array;
        const ground = (cells.ground[c] as Float32Array)[cell] as number;
        const image = fit.gain * (plane[line - d] as number) - (fit.veil[c] as number);
        sum += Math.abs(Math.sqrt(plane[line + d] as number) - Math.sqrt(Math.max(0, ground + image)));
      }
    }
    costs[state] = (sum * rowStep) / reach - edgeShare * edgeAt(colors, line, edge);
  }
  return costs;
}

/** The step between the rows above a line and those below it. */
function edgeAt(colors: readonly Float32Array[], line: number, reach: number): number {
  let step = 0;
  for (const plane of colors) {
    let [above, under] = [0, 0];
    for (let d = 1; d <= reach; d++) {
      above += Math.sqrt(plane[line - d] as number);
      under += Math.sqrt(plane[line + d] as number);
    }
    step += Math.abs(above - under) / reach;
  }
  return step;
}

/** Mean alpha and linear light of the rows of a strip; rows beyond the mask repeat its last one. */
function meanRows(
  mask: Mask,
  rgb: Uint8Array,
  { left, width, start, length }: { left: number; width: number; start: number; length: number },
) {
  const make = () => new Float32Array(length);
  const [alpha, colors] = [make(), [make(), make(), make()]];
  for (let row = 0; row < length; row++) {
    const y = clamp(start + row, 0, mask.height - 1);
    for (let i = y * mask.width + left, end = i + width; i < end; i++) {
      alpha[row] = (alpha[row] as number) + (mask.alpha[i] as number) / width;
      for (let c = 0; c < 3; c++) {
        const plane = colors[c] as Float32Array;
        plane[row] = (plane[row] as number) + (linearOfByte[rgb[i * 3 + c] as number] as number) / width;
      }
    }
  }
  return { alpha, colors };
}

/** The line through all strips with the least cost (dynamic programming), smoothed. */
function cheapestLine(
  costs: readonly Float32Array[],
  fitted: Float64Array,
  { away, contrast }: { away: number; contrast: number },
): Float64Array {
  const states = 2 * away + 1;
  const from: Int16Array[] = [];
  let total = new Float64Array(states);
  for (const [index, own] of costs.entries()) {
    const before = index === 0 ? null : total;
    const next = new Float64Array(states);
    const origin = new Int16Array(states);
    const shift = index === 0 ? 0 : (fitted[index] as number) - (fitted[index - 1] as number);
    const most = Math.abs(shift) + 6;
    for (let state = 0; state < states; state++) {
      let [least, best] = [Number.POSITIVE_INFINITY, state];
      for (let step = -most; before && step <= most; step++) {
        const other = state + step;
        if (other < 0 || other >= states) continue;
        const cost = (before[other] as number) + stepCost * contrast * Math.abs(step - shift);
        if (cost < least) [least, best] = [cost, other];
      }
      const drift = awayCost * contrast * Math.abs(state - away);
      next[state] = (own[state] as number) + drift + (before ? least : 0);
      origin[state] = best;
    }
    total = next;
    from.push(origin);
  }
  const line = new Float64Array(costs.length);
  let state = total.indexOf(Math.min(...total));
  for (let index = costs.length - 1; index >= 0; index--) {
    line[index] = (fitted[index] as number) + state - away;
    state = (from[index] as Int16Array)[state] as number;
  }
  return line.map((_, index) => {
    const near = line.subarray(Math.max(0, index - 1), index + 2);
    return near.reduce((sum, row) => sum + row, 0) / near.length;
  });
}
