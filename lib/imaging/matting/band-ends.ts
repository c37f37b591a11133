import { findComponents, forEachRun } from "#lib/imaging/pixels/components.ts";
import type { Mask } from "#lib/imaging/pixels/mask.ts";
import { solveSymmetric } from "#lib/imaging/pixels/numbers.ts";

// Chosen on drawn products with bands, and on drawn sets of products beside and above each other.
/** The sides of an end are followed over this share of its width, or of the part's length. */
const followed = 0.25;
const followedLength = 0.5;
/** An end begins where the part has this share of its width; an edge that sags is narrower. */
const fullWidth = 0.97;
/** Fewest rows that show the direction of a side. */
const leastRows = 5;
/** Distance from its line up to which a side is straight: at least so many pixels, or this share of the width. */
const straight = { pixels: 1.5, share: 0.008 } as const;
/** Shortest part, and widest gap, as shares of the width; widest gap as a multiple of the shorter part's length. */
const shortestPart = 0.12;
const widestGap = { ofWidth: 2.2, ofLength: 7 } as const;
/** Slopes: change of direction at an end of the gap, and unequal changes at both ends. */
const mostTurn = 0.2;
const mostUnequal = 0.04;
/** Difference between the gap's width at its sides and inside, in pixels and as shares of both widths. */
const uneven = { pixels: 3.5, ofWidth: 0.02, ofGap: 0.06 } as const;
/** Places across a gap at which its width is compared with that at its sides. */
const inside = [0.25, 0.5, 0.75] as const;
/** Parts whose lengths and areas differ less are copies of one product. */
const alike = 0.03;

/** A connected part of a product: its pixels as runs of indices, from `starts` to `ends` (exclusive). */
export interface Part {
  starts: readonly number[];
  ends: readonly number[];
  area: number;
  center: { x: number; y: number };
}

/** Connected parts of the pixels that are 1, the largest first. */
export function partsOf(mask: Mask): Part[] {
  const { width } = mask;
  const components = findComponents(mask, { from: 1 });
  const parts = components.areas.map((area) => ({
    starts: [] as number[],
    ends: [] as number[],
    area,
    center: { x: 0, y: 0 },
  }));
  forEachRun(components, (name, start, end) => {
    const part = parts[name];
    if (part === undefined) return;
    part.starts.push(start);
    part.ends.push(end);
    const row = Math.floor(start / width);
    const share = (end - start) / part.area;
    part.center.x += share * ((start + end - 1) / 2 - row * width);
    part.center.y += share * row;
  });
  return parts.slice(1).sort((a, b) => b.area - a.area);
}

/** Sides of a mask's pixel, of which the longer one is 1: masks may be stretched. */
export interface PixelSides {
  x: number;
  y: number;
}

/** A direction in the picture: `along` runs from one part to the other, `across` is perpendicular to it. */
export interface Axes {
  cosine: number;
  sine: number;
  pixel: PixelSides;
}

export const along = ({ cosine, sine, pixel }: Axes, x: number, y: number): number =>
  x * pixel.x * cosine + y * pixel.y * sine;
export const across = ({ cosine, sine, pixel }: Axes, x: number, y: number): number =>
  y * pixel.y * cosine - x * pixel.x * sine;

/** The mask's pixel at a position along and across the axes. */
export function pixelAt({ cosine, sine, pixel }: Axes, at: number, place: number): { x: number; y: number } {
  return { x: (at * cosine - place * sine) / pixel.x, y: (at * sine + place * cosine) / pixel.y };
}

/** The gap between two parts whose sides continue each other. */
export interface Bridge {
  axes: Axes;
  /** Ends of the gap along the axis; the parts' own ends overlap it. */
  from: number;
  to: number;
  width: number;
  /** The product's sides across the gap. */
  sides: readonly [Side, Side];
  /** The parts have the same size and lie beside each other: more likely a set than one product. */
  isSet: boolean;
}

/** One side of the gap: a curve in the direction of both parts' own sides. */
export interface Side {
  from: { at: number; across: number; slope: number };
  to: { at: number; across: number; slope: number };
}

/** Position of a side across the axis, at a position along it. */
export function sideAt({ from, to }: Side, at: number): number {
  if (at <= from.at) return from.across + from.slope * (at - from.at);
  if (at >= to.at) return to.across + to.slope * (at - to.at);
  const length = to.at - from.at;
  const t = (at - from.at) / length;
  const [t2, t3] = [t * t, t * t * t];
  return (
    (2 * t3 - 3 * t2 + 1) * from.across +
    (t3 - 2 * t2 + t) * length * from.slope +
    (3 * t2 - 2 * t3) * to.across +
    (t3 - t2) * length * to.slope
  );
}

/**
 * Returns the gap between two parts if both may be one product: both sides of one part continue those of the other,
 * and the edges that face each other are parallel up to the sides. Rounded ends, as of two products, are not. `width`
 * is that of the mask.
 */
export function findBridge(
  one: Part,
  other: Part,
  { width, pixel }: { width: number; pixel: PixelSides },
): Bridge | null {
  let angle = Math.atan2(
    (other.center.y - one.center.y) * pixel.y,
    (other.center.x - one.center.x) * pixel.x,
  );
  for (let round = 0; round < 3; round += 1) {
    const axes = { cosine: Math.cos(angle), sine: Math.sin(angle), pixel };
    const near = findEnd(one, { axes, width, sign: 1 });
    const far = near && findEnd(other, { axes, width, sign: -1 });
    if (near === null || far === null) return null;
    const slope = (near.low.slope + near.high.slope + far.low.slope + far.high.slope) / 4;
    if (round < 2 && Math.abs(slope) > 0.01) {
      angle += Math.atan(slope);
      continue;
    }
    return join(near, far, { axes, one, other });
  }
  return null;
}

/** The end of a part in one direction of an axis. */
export interface End {
  low: Line;
  high: Line;
  /** Where the end's edge is at the places `inside`. */
  edges: number[];
  /** Length of the part along the axis, and its width at this end. */
  length: number;
  width: number;
  /** Rows over which the sides were followed. */
  rows: number;
}

/** A side: where it leaves its line, at the part's end, and its position and slope there. */
export interface Line {
  at: number;
  across: number;
  slope: number;
}

export interface View {
  axes: Axes;
  width: number;
  /** 1: the end at the highest position along the axis; -1: that at the lowest. */
  sign: 1 | -1;
}

/** Finds the end of a part; null when the part is short, or its sides are not straight up to that end. */
export function findEnd(part: Part, view: View): End | null {
  const profile = measureProfile(part, view);
  const { low, high, first, last } = profile;
  const widthAt = (row: number) => (high[row - first] ?? 0) - (low[row - first] ?? 0);
  let widest = 0;
  for (let row = first; row <= last; row += 1) widest = Math.max(widest, widthAt(row));
  let width = 0;
  for (let row = Math.max(first, Math.ceil(last - 0.35 * widest)); row <= last; row += 1)
    width = Math.max(width, widthAt(row));
  let end = last;
  while (end > first && widthAt(end) < fullWidth * width) end -= 1;
  const rows = Math.floor(Math.min(followed * width, followedLength * (end - first)));
  if (rows < leastRows || last - first < shortestPart * width) return null;
  const lines = [low, high].map((side) => followSide(side, { first, last, end, rows, width }));
  const [lowLine, highLine] = lines;
  if (!lowLine || !highLine) return null;
  const edges = inside.map((share) => {
    const place = lowLine.across + share * (highLine.across - lowLine.across);
    return profile.edgeAt(place);
  });
  const { sign } = view;
  const turned = ({ at, across: place, slope }: Line): Line => ({
    at: at * sign,
    across: place,
    slope: slope * sign,
  });
  return {
    low: turned(lowLine),
    high: turned(highLine),
    edges: edges.map((edge) => edge * sign),
    length: last - first,
    width,
    rows,
  };
}

/** Lowest and highest position across the axis for each row along it, and the last row at a place across. */
function measureProfile({ starts, ends }: Part, { axes, width, sign }: View) {
  const { cosine, sine, pixel } = axes;
  const [alongX, alongY] = [sign * cosine * pixel.x, sign * sine * pixel.y];
  const [acrossX, acrossY] = [-sine * pixel.x, cosine * pixel.y];
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let run = 0; run < starts.length; run += 1) {
    const start = starts[run] ?? 0;
    const y = Math.floor(start / width);
    for (const x of [start - y * width, (ends[run] ?? 0) - 1 - y * width]) {
      const row = x * alongX + y * alongY;
      const place = x * acrossX + y * acrossY;
      first = Math.min(first, row);
      last = Math.max(last, row);
      least = Math.min(least, place);
      most = Math.max(most, place);
    }
  }
  first = Math.floor(first);
  last = Math.floor(last);
  const base = Math.floor(least);
  const low = new Float32Array(last - first + 1).fill(Number.POSITIVE_INFINITY);
  const high = new Float32Array(last - first + 1).fill(Number.NEGATIVE_INFINITY);
  const edges = new Float32Array(Math.floor(most) - base + 1).fill(Number.NEGATIVE_INFINITY);
  for (let run = 0; run < starts.length; run += 1) {
    const start = starts[run] ?? 0;
    const end = ends[run] ?? 0;
    const y = Math.floor(start / width);
    for (let x = start - y * width; x < end - y * width; x += 1) {
      const row = x * alongX + y * alongY;
      const place = x * acrossX + y * acrossY;
      const index = Math.floor(row) - first;
      if (place < (low[index] as number)) low[index] = place;
      if (place > (high[index] as number)) high[index] = place;
      const column = Math.floor(place) - base;
      if (row > (edges[column] as number)) edges[column] = row;
    }
  }
  const edgeAt = (place: number) => {
    const at = Math.round(place) - base;
    return Math.max(edges[at - 1] ?? first, edges[at] ?? first, edges[at + 1] ?? first);
  };
  return { low, high, first, last, edgeAt };
}

/** Fits a line to one side before `end`, and finds where the side leaves it; null when the side is not straight. */
function followSide(
  side: Float32Array,
  {
    first,
    last,
    end,
    rows,
    width,
  }: { first: number; last: number; end: number; rows: number; width: number },
): Line | null {
  const valueAt = (row: number) => side[row - first] ?? Number.NaN;
  const until = end - 2;
  const matrix = new Float64Array(4);
  const right = new Float64Array(2);
  for (let row = until - rows + 1; row <= until; row += 1) {
    const x = row - end;
    const y = valueAt(row);
    matrix[0] = (matrix[0] as number) + 1;
    matrix[1] = (matrix[1] as number) + x;
    matrix[3] = (matrix[3] as number) + x * x;
    right[0] = (right[0] as number) + y;
    right[1] = (right[1] as number) + x * y;
  }
  const fit = solveSymmetric(matrix, right);
  if (fit === null) return null;
  const [start = 0, slope = 0] = fit;
  const most = Math.max(straight.pixels, straight.share * width);
  const isOn = (row: number) => Math.abs(valueAt(row) - start - slope * (row - end)) <= most;
  for (let row = until - rows + 1; row <= until; row += 1) if (!isOn(row)) return null;
  let at = until;
  while (at < last && isOn(at + 1)) at += 1;
  return { at, across: start + slope * (at - end), slope };
}

function join(
  near: End,
  far: End,
  { axes, one, other }: { axes: Axes; one: Part; other: Part },
): Bridge | null {
  const width = (near.width + far.width) / 2;
  const length = Math.min(near.length, far.length);
  const sides = [
    { from: near.low, to: far.low },
    { from: near.high, to: far.high },
  ] as const;
  const [low, high] = sides.map(({ from, to }) => to.at - from.at);
  if (low === undefined || high === undefined) return null;
  const middle = (low + high) / 2;
  const widest = Math.min(widestGap.ofWidth * width, widestGap.ofLength * length);
  if (Math.min(low, high) < 2 || middle > widest) return null;
  const rows = Math.min(near.rows, far.rows);
  if (!sides.every((side) => continues(side, rows))) return null;
  const most = Math.max(uneven.pixels, uneven.ofWidth * width) + uneven.ofGap * middle;
  const isEven = inside.every((share, place) => {
    const gap = (far.edges[place] ?? 0) - (near.edges[place] ?? 0);
    return gap >= 2 && Math.abs(gap - (low + share * (high - low))) <= most;
  });
  if (!isEven || Math.abs(high - low) > 2 * most) return null;
  const isAlike = (a: number, b: number) => Math.abs(a - b) <= alike * Math.max(a, b);
  return {
    axes,
    width,
    sides,
    from: Math.min(near.low.at, near.high.at, ...near.edges),
    to: Math.max(far.low.at, far.high.at, ...far.edges),
    isSet: Math.abs(axes.cosine) > 0.8 && isAlike(near.length, far.length) && isAlike(one.area, other.area),
  };
}

/** Whether a side continues across the gap as a line, or as a curve that turns equally at both ends. */
function continues({ from, to }: Side, rows: number): boolean {
  const gap = to.at - from.at;
  const direction = (to.across - from.across) / gap;
  const [before, after] = [from.slope - direction, to.slope - direction];
  const error = 2 / gap + 0.6 / rows;
  return (
    Math.max(Math.abs(before), Math.abs(after)) <= mostTurn + error &&
    Math.abs(before + after) <= mostUnequal + error
  );
}
