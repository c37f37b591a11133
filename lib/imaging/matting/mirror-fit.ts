import { solid } from "#lib/imaging/pixels/mask.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { MirrorCells } from "./mirror-cells.ts";

// Chosen on the sample products, drawn and rendered above glossy grounds.
/** Shares of the height at which the ground line may cross the middle of the product and its mirror image. */
const highest = 0.44;
const lowest = 0.96;
const halfway = 0.62;
/** How much a mirror image may shrink, and how much one is taken to of which the mask has only a part. */
const leastShrink = -0.1;
const mostShrink = 0.6;
const slightly = 0.1;
/** How much higher the line may be at its ends: a round base seen from above, and not more. */
const mostSag = 0.3;
/** Share of the mirror image's cells that may lie beside the flipped product, and least share of it in the whole. */
const mostBeside = { firstLook: 0.22, fitted: 0.15 } as const;
const leastBelow = 0.03;
/** Least standard deviation (linear light, 0..1) that counts as detail. */
const leastDetail = 0.004;
/** A first look with less agreement ends the search. */
const worthALook = 1.1;

/** A ground line, in cells: its row in the middle, slope, and how far it is higher at both ends. */
interface GroundLine {
  middle: number;
  slope: number;
  sag: number;
}

/** How well the picture below a ground line is explained as the mirror image of what is above it. */
export interface MirrorFit extends GroundLine {
  /** Whether the mask is taken to have all of the mirror image. */
  isWhole: boolean;
  /** How much smaller than the product the farthest end of its mirror image is, as it is farther from the camera. */
  shrink: number;
  /** Distance, as a share of the height, in which the mirror image fades to 1/e. */
  reach: number;
  /** Correlation of the light's changes down the columns. */
  detail: number;
  /** Share of the difference from the ground that is explained: ground + gain · product − veil, for each channel. */
  explained: number;
  gain: number;
  veil: readonly number[];
  /** Changes down the columns: those of the mirror image as a share of the product's, and the product's own. */
  contrast: number;
  deviation: number;
  /** Share of the flipped product that lies in the mask. */
  covered: number;
  /** Share of the mask below the line that lies beside the flipped product. */
  beside: number;
}

/** Row of the ground line in a column of cells. */
export function lineAt({ middle, slope, sag }: GroundLine, column: number, { width }: MirrorCells): number {
  const half = width / 2;
  const across = (column + 0.5 - half) / half;
  return middle + half * across * (slope - sag * across);
}

/** Finds the ground line above which the product, and below which its mirror image lies best; null for none. */
export function fitMirror(cells: MirrorCells): MirrorFit | null {
  const starts = [firstLook(cells, highest, halfway), firstLook(cells, halfway, lowest)];
  const near = starts
    .filter((start) => start !== null)
    .filter((start) => agreement(start) >= worthALook)
    .map((start) => refit(cells, { ...start, columns: 2 }, 1))
    .filter((start) => start !== null);
  if (near.length === 0) return null;
  const best = near.reduce((one, other) => (agreement(other) > agreement(one) ? other : one));
  const found = refit(cells, { ...best, columns: 1 }, 0.5);
  if (found === null) return null;
  const colored = measure(cells, { ...found, columns: 1, isColored: true });
  const even = measure(cells, { ...found, reach: far, columns: 1, isColored: true });
  return colored && even && { ...colored, contrast: even.contrast };
}

/** The best of some lines between two shares of the height. */
function firstLook(cells: MirrorCells, from: number, to: number): MirrorFit | null {
  let best: MirrorFit | null = null;
  const end = Math.floor(to * cells.rows);
  for (let middle = Math.floor(from * cells.rows); middle < end; middle += 2) {
    for (const slope of [-0.25, 0, 0.25]) {
      for (const sag of [0, 0.2]) {
        for (const isWhole of [true, false]) {
          const shrink = isWhole ? shrinkOfWhole(cells, middle) : slightly;
          const trial = { middle, slope, sag, shrink, isWhole, reach: far, columns: 2 };
          best = better(best, measure(cells, trial));
        }
      }
    }
  }
  return best;
}

/** The best line near another one: first where it lies, then how it bends and how the mirror image fades. */
function refit(cells: MirrorCells, start: Trial, scale: number): MirrorFit | null {
  let best = measure(cells, start);
  for (const down of [-2, -1, 0, 1, 2]) {
    for (const turn of [-0.12, 0, 0.12]) {
      const line = { middle: start.middle + down * scale, slope: start.slope + turn * scale };
      const less = start.isWhole ? shrinkOfWhole(cells, line.middle) - shrinkOfWhole(cells, start.middle) : 0;
      for (const change of [-0.1, 0, 0.1]) {
        const shrink = start.shrink + less + change * scale;
        best = better(best, measure(cells, { ...start, ...line, shrink }));
      }
    }
  }
  const turned = best ?? start;
  for (const down of [-1, 0, 1]) {
    for (const bend of [-0.1, 0, 0.1]) {
      const line = { middle: turned.middle + down * scale, sag: clamp(turned.sag + bend, 0, mostSag) };
      for (const reach of [far, 0.4])
        best = better(best, measure(cells, { ...start, ...turned, ...line, reach, columns: start.columns }));
    }
  }
  return best;
}

/** How much a mirror image shrinks that ends where the mask does. */
function shrinkOfWhole({ rows }: MirrorCells, middle: number): number {
  return middle / Math.max(1, rows - middle) - 1;
}

function better(one: MirrorFit | null, other: MirrorFit | null): MirrorFit | null {
  return other !== null && (one === null || agreement(other) > agreement(one)) ? other : one;
}

const far = 99;

interface Trial extends GroundLine {
  shrink: number;
  /** Whether the mask has all of the mirror image. */
  isWhole: boolean;
  reach: number;
  /** Every how many columns are looked at. */
  columns: number;
  /** Whether in each channel, not only the light. */
  isColored?: boolean;
}

const agreement = ({ detail, explained, contrast, deviation, covered, reach }: MirrorFit) =>
  covered + explained / 2 + (deviation * contrast > leastDetail ? detail : 0) - (reach < far ? 0.05 : 0);

function measure(cells: MirrorCells, trial: Trial): MirrorFit | null {
  const { width, height, rows, area, alpha } = cells;
  const { middle, shrink, reach, columns, isColored = false } = trial;
  if (shrink < leastShrink || shrink > mostShrink) return null;
  const planes = isColored ? cells.colors : [cells.light];
  const grounds = isColored ? cells.ground : [cells.groundLight];
  const sums = planes.map(() => ({ weight: 0, p: 0, m: 0, pp: 0, mm: 0, pm: 0 }));
  const down = { pp: 0, mm: 0, pm: 0, weight: 0 };
  const center = (width - 1) / 2;
  let [flipped, both, beside, below] = [0, 0, 0, 0];
  for (let x = columns >> 1; x < width; x += columns) {
    const line = lineAt(trial, x, cells);
    const end = height - 1 - line;
    for (let plane = 0; plane < planes.length; plane++) {
      const values = planes[plane] as Float32Array;
      const ground = grounds[plane] as Float32Array;
      let [count, weight, p, m, pp, mm, pm] = [0, 0, 0, 0, 0, 0, 0];
      for (let d = 1; d < end; d++) {
        const row = Math.round(line + d);
        const larger = 1 / (1 - (shrink * d) / middle);
        const column = Math.round(center + (x - center) * larger);
        const flippedRow = Math.round(lineAt(trial, column, cells) - d * larger);
        if (flippedRow < 0) break;
        if (column < 0 || column >= width) continue;
        const above = flippedRow * width + column;
        const under = row * width + x;
        const isProduct = (alpha[above] as number) >= solid;
        if (plane === 0 && (alpha[under] as number) >= solid) {
          below += 1;
          if (isProduct) both += 1;
          else if (isFarFrom(alpha, above, column, width)) beside += 1;
        }
        if (!isProduct) continue;
        const fade = reach === far ? 1 : Math.exp(-d / (reach * rows));
        const light = values[above] as number;
        const image = ((values[under] as number) - (ground[row] as number)) / fade;
        const w = fade * fade;
        count += 1;
        weight += w;
        p += w * light;
        m += w * image;
        pp += w * light * light;
        mm += w * image * image;
        pm += w * light * image;
      }
      if (plane === 0) flipped += count;
      if (count < 3) continue;
      const sum = sums[plane] as (typeof sums)[number];
      sum.weight += weight;
      sum.p += p;
      sum.m += m;
      sum.pp += pp;
      sum.mm += mm;
      sum.pm += pm;
      down.weight += weight;
      down.pp += pp - (p * p) / weight;
      down.mm += mm - (m * m) / weight;
      down.pm += pm - (p * m) / weight;
    }
  }
  if (
    below * columns < leastBelow * area ||
    beside > (columns > 1 ? mostBeside.firstLook : mostBeside.fitted) * below ||
    down.weight === 0
  )
    return null;
  const whole = { pp: 0, mm: 0, pm: 0, own: 1e-9 };
  for (const { weight, p, m, pp, mm, pm } of sums) {
    whole.pp += pp - (p * p) / weight;
    whole.mm += mm - (m * m) / weight;
    whole.pm += pm - (p * m) / weight;
    whole.own += mm;
  }
  const gain = whole.pm / Math.max(1e-9, whole.pp);
  const rest = whole.mm - 2 * gain * whole.pm + gain * gain * whole.pp;
  return {
    ...trial,
    detail: down.pm / Math.sqrt(down.pp * down.mm + 1e-9),
    contrast: Math.sqrt(down.mm / (down.pp + 1e-9)),
    deviation: Math.sqrt(down.pp / down.weight),
    explained: 1 - rest / whole.own,
    gain,
    veil: sums.map(({ weight, p, m }) => (gain * p - m) / weight),
    covered: both / Math.max(1, flipped + beside),
    beside: beside / Math.max(1, below),
  };
}

/** Whether no product is at a cell or beside it: a flipped outline may be a cell away from its own. */
function isFarFrom(alpha: Float32Array, cell: number, x: number, width: number): boolean {
  return (
    (alpha[cell] as number) < 0.05 &&
    (x === 0 || (alpha[cell - 1] as number) < solid) &&
    (x === width - 1 || (alpha[cell + 1] as number) < solid)
  );
}
