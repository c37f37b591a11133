import type { PassedLight } from "#lib/imaging/matting/passed-light.ts";
import { luminance } from "#lib/imaging/pixels/color.ts";
import { percentile } from "#lib/imaging/pixels/numbers.ts";

/** Share of the product's height, from its top, that a cap may cover, and the least height of one of its parts. */
const mostOfHeight = 0.5;
const leastPart = 0.012;
/** Steps between rows at which a part may end: of their color (logarithm), and of their width (factor). */
const colorStep = 0.3;
const widthStep = 1.3;
const stepRows = 0.02;
/** Distance between the hues (logarithms of ratios) of a cap and of the glass. */
const otherHue = 0.3;
/** Cosine of the angle between two hues from which one may be the other in thicker glass. */
const sameDirection = 0.8;
/** Shares of the ground's light (luminance) below and above which nothing clear is. */
const dark = 0.1;
const bright = 0.97;

interface Row {
  /** Cells from its first to its last one. */
  width: number;
  /** Median logarithms of the shares of red, green and blue. */
  color: readonly [number, number, number];
}

/** The first row of cells below the product's cap, stopper or straw; 0 without one. */
export function findCapEnd(cells: PassedLight, labels: Uint8Array): number {
  const rows = Array.from({ length: cells.height }, (_, y) => rowOf(cells, labels, y));
  const body = meanRow(rows.slice(Math.floor(mostOfHeight * rows.length)));
  if (body === null) return 0;
  const last = Math.floor(mostOfHeight * rows.length);
  let end = endOfParts(rows, body);
  // A cap that is set off by its width may have many colors, and that of a liquid.
  for (let y = last; y > end; y--) {
    const above = isAtStep(rows, y) ? meanRow(rows.slice(0, y)) : null;
    if (above && isOpaque(above, body, true)) end = y;
  }
  return end;
}

/** The end of the parts from the top on that are opaque, one by one. */
function endOfParts(rows: readonly (Row | null)[], body: Row): number {
  const least = Math.max(2, Math.round(leastPart * rows.length));
  let end = 0;
  while (end < mostOfHeight * rows.length) {
    const next = endOfPart(rows, end, least);
    const part = meanRow(rows.slice(end, next));
    if (next > mostOfHeight * rows.length || (part && !isOpaque(part, body, false))) return end;
    end = next;
  }
  return end;
}

/** Whether a part at the top cannot be made of the body's glass: thicker or thinner glass has its hue, only more or less. */
function isOpaque({ color }: Row, body: Row, isSetOff: boolean): boolean {
  const [hue, other] = [hueOf(color), hueOf(body.color)];
  const isOther = Math.hypot(hue[0] - other[0], hue[1] - other[1]) > otherHue;
  const along = hue[0] * other[0] + hue[1] * other[1];
  if (isOther && (isSetOff || along < sameDirection * Math.hypot(...hue) * Math.hypot(...other))) return true;
  const light = lightOf(color);
  const isNeutral = Math.hypot(...hue) < otherHue / 2;
  return light < dark || (isNeutral && light > bright);
}

const hueOf = ([red, green, blue]: Row["color"]) => [red - green, green - blue] as const;
const lightOf = ([red, green, blue]: Row["color"]) =>
  luminance([Math.exp(red), Math.exp(green), Math.exp(blue)]);

/** The row from `start` on at which color or width change. */
function endOfPart(rows: readonly (Row | null)[], start: number, least: number): number {
  for (let y = start + least; y + least <= rows.length; y++) {
    const [above, below] = [meanRow(rows.slice(y - least, y)), meanRow(rows.slice(y, y + least))];
    if (!above || !below) continue;
    const step = Math.hypot(...above.color.map((value, c) => value - (below.color[c] as number)));
    const wider = Math.max(above.width / below.width, below.width / above.width);
    if (step > colorStep || wider > widthStep) return y;
  }
  return rows.length;
}

/** Whether the width changes at once before a row, as below a cap. */
function isAtStep(rows: readonly (Row | null)[], y: number): boolean {
  const near = Math.max(1, Math.round(stepRows * rows.length));
  const [above, below] = [meanRow(rows.slice(y - near, y)), meanRow(rows.slice(y, y + near))];
  return (
    above !== null &&
    below !== null &&
    Math.max(above.width / below.width, below.width / above.width) > widthStep
  );
}

function rowOf({ width, alpha, shares }: PassedLight, labels: Uint8Array, y: number): Row | null {
  const solid: number[] = [];
  for (let cell = y * width; cell < (y + 1) * width; cell++)
    if ((alpha[cell] as number) > 0.9) solid.push(cell);
  const [first, last] = [solid[0], solid.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The middle of the row: at its sides, glass is dark and metal is bright.
  const margin = 0.15 * (last - first);
  const inner = solid.filter((cell) => cell >= first + margin && cell <= last - margin && labels[cell] === 0);
  if (inner.length === 0) return null;
  const median = (c: number) =>
    Math.log(
      Math.max(
        0.01,
        percentile(
          inner.map((cell) => shares[cell * 3 + c] as number),
          0.5,
        ),
      ),
    );
  return { width: last - first + 1, color: [median(0), median(1), median(2)] };
}

function meanRow(rows: readonly (Row | null)[]): Row | null {
  const known = rows.filter((row) => row !== null);
  if (known.length === 0) return null;
  const median = (value: (row: Row) => number) => percentile(known.map(value), 0.5);
  return {
    width: median((row) => row.width),
    color: [median((row) => row.color[0]), median((row) => row.color[1]), median((row) => row.color[2])],
  };
}
