import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Columns } from "./contact-runs.ts";

/** The line on which a product rests, as a tangent to its lower outline. */
export interface Support {
  /** Per column: the row of the ground under the product's front. */
  line: Float32Array;
  /** Per column: the row of the ground under the middle of its depth, as far as the outline shows that. */
  foot: Float32Array;
  /** The ends of the base, and the sine of the camera's pitch, when two sides are visible. */
  corner: (Columns & { pitchSin: number }) | null;
  /** Whether most of the outline between the ends touches the line. */
  isSole: boolean;
}

// Shares of the product's width unless stated otherwise.
/** Distance from the line up to which the outline touches it, as a share of the longer side. */
const near = 0.008;
/** Steepest line: one side of a base that is turned away by 60 degrees, seen from 22 degrees above. */
const steepest = 0.65;
/** How much longer the part that touches must be for a line to be preferred to one that is less steep by 1. */
const perSlope = 0.6;
/**
 * The two visible sides of a base: their least length and slope, the largest gap between them, and how straight they
 * are (share of the longer side): a belly is round all along.
 */
const sides = { least: 0.16, slope: 0.06, gap: 0.2, straight: 0.0025 } as const;
/** Square of the sine of the camera's pitch that shows both sides: the product of their slopes. */
const seenFrom = { least: 0.01, most: 0.8 } as const;
/** The same of a straight side and the front of its round end: steeper is a side of the product. */
const mostRounded = 0.5;

/**
 * A long side of a base: its least length and steepest slope, how far beside its far end the outline must lie how far
 * above it, the least length of the round end, and the tangent of the angle by which it is turned away.
 */
const longSide = {
  least: 0.25,
  steepest: 1.3,
  beside: 0.05,
  above: 0.025,
  round: 0.15,
  turned: 1.7,
} as const;
/** Least slope of the other wall of a bowl, as a share of that of the one. */
const asSteep = 0.5;
/** Least distance of the center from the ends of what carries it, as a share of its length. */
const inside = 0.12;
/** A sole: its least length, and the least share of it that touches the ground. */
const sole = { least: 0.35, touches: 0.6 } as const;

interface Line {
  x: number;
  y: number;
  slope: number;
  touched: Columns;
  /** Number of columns that touch it. */
  count: number;
}

/**
 * Finds the line on which a product rests: level, or slanted where its base recedes from the camera, as the feet on
 * one side do, or with a corner between two sides. `middle` is the column of the center of its area, which the line
 * must carry; without it, the longest line is taken.
 */
export function findSupport(
  bottom: Float32Array,
  { longer, middle }: { longer: number; middle: number | null },
): Support {
  const width = bottom.length;
  const hull = lowerHull(bottom);
  const within = Math.max(1.5, near * longer);
  const lowest = hull.reduce((low, x) => ((bottom[x] as number) > (bottom[low] as number) ? x : low), 0);
  const level = touching(bottom, within, { x: lowest, y: bottom[lowest] ?? 0, slope: 0 });
  const edges = hull.slice(1).map((x, i) => {
    const from = hull[i] as number;
    const [y, next] = [bottom[from] as number, bottom[x] as number];
    return { x: from, y, slope: (next - y) / (x - from) };
  });
  const carries = (from: number, to: number) => {
    const within = inside * (to - from);
    return middle === null || (from + within <= middle && middle <= to - within);
  };
  const straight = Math.max(0.5, sides.straight * longer);
  const long = edges
    .filter(({ slope }) => Math.abs(slope) >= sides.slope)
    .map((edge) => touching(bottom, straight, edge))
    .filter((line) => lengthOf(line) >= sides.least * width);
  const corner = findCorner(long, width, carries);
  if (corner) return onCorner(corner, hull, bottom);
  const scoreOf = ({ touched, count, slope }: Line) =>
    touched.to - touched.from + 0.5 * count - perSlope * Math.abs(slope) * width;
  const lines = edges.map((edge) => touching(bottom, within, edge));
  const best = lines.reduce<Line>((best, line) => {
    const isPossible = Math.abs(line.slope) <= steepest && carries(line.touched.from, line.touched.to);
    return isPossible && scoreOf(line) > scoreOf(best) ? line : best;
  }, level);
  const side = best === level ? findLongSide(lines, hull, bottom, carries) : null;
  if (side) return onLongSide(side, hull, bottom);
  const foot = Float32Array.from(bottom, (_, x) => rowOf(best, x));
  const isSole = lengthOf(best) >= sole.least * width && best.count > sole.touches * lengthOf(best);
  const line = isSole && Math.abs(best.slope) >= sides.slope ? roundNearEnd(foot, best, hull, bottom) : foot;
  return { line, foot, corner: null, isSole };
}

/**
 * At its nearer end a base that recedes turns away from the camera: from there on, the outline is its front edge, as
 * far as it is not so steep that it must be a side of the product.
 */
function roundNearEnd(
  straight: Float32Array,
  line: Line,
  hull: readonly number[],
  bottom: Float32Array,
): Float32Array {
  const { slope } = line;
  const toward = Math.sign(slope);
  const rows = straight.slice();
  const beyond = (toward > 0 ? hull : hull.toReversed()).filter((x) => (x - line.x) * toward >= 0);
  for (let i = 1; i < beyond.length; i++) {
    const [from, to] = [beyond[i - 1] as number, beyond[i] as number];
    const turned = ((bottom[to] as number) - (bottom[from] as number)) / (to - from);
    if (-turned * slope > mostRounded) {
      const last = rows[from] as number;
      return rows.fill(last, ...(toward > 0 ? [from, rows.length] : [0, from]));
    }
    followHull(rows, bottom, Math.min(from, to), Math.max(from, to));
  }
  return rows;
}

interface LongSide extends Columns {
  line: Line;
}

/**
 * The one straight side of a base whose near end is round, such as a shoe seen from above: it begins at a corner, as a
 * belly does not, and what follows it toward the camera carries the product too.
 */
function findLongSide(
  lines: readonly Line[],
  hull: readonly number[],
  bottom: Float32Array,
  carries: (from: number, to: number) => boolean,
): LongSide | null {
  const width = bottom.length;
  let best: LongSide | null = null;
  for (const line of lines) {
    const { slope, touched } = line;
    const steep = Math.abs(slope);
    if (steep < sides.slope || steep > longSide.steepest || lengthOf(line) < longSide.least * width) continue;
    const toward = Math.sign(slope);
    const far = (toward > 0 ? touched.from : touched.to) - toward * Math.round(longSide.beside * width);
    const outside = bottom[far] ?? -1;
    const isCorner = outside < 0 || rowOf(line, far) - outside > longSide.above * width;
    if (!isCorner || lines.some((other) => isOpposite(other, line, width))) continue;
    const near = nearEndOf(line, hull, bottom);
    const [from, to] = toward > 0 ? [touched.from, near] : [near, touched.to];
    const isRound = Math.abs(near - (toward > 0 ? touched.to : touched.from)) >= longSide.round * width;
    if (isRound && carries(from, to) && (!best || lengthOf(line) > lengthOf(best.line)))
      best = { line, from, to };
  }
  return best;
}

/** Whether a line is the other wall of a bowl. */
const isOpposite = (other: Line, { slope }: Line, width: number) =>
  Math.sign(other.slope) === -Math.sign(slope) &&
  Math.abs(other.slope) >= asSteep * Math.abs(slope) &&
  lengthOf(other) >= sides.least * width;

/** The column up to which the hull, from a line toward the camera, is the front of a base and not a side of the product. */
function nearEndOf({ x, slope }: Line, hull: readonly number[], bottom: Float32Array): number {
  const toward = Math.sign(slope);
  const beyond = (toward > 0 ? hull : hull.toReversed()).filter((column) => (column - x) * toward >= 0);
  const last = beyond.findIndex((to, i) => {
    const from = beyond[i - 1];
    if (from === undefined) return false;
    const turned = ((bottom[to] as number) - (bottom[from] as number)) / (to - from);
    return -turned * slope > mostRounded;
  });
  return beyond.at(last < 0 ? -1 : last - 1) ?? x;
}

/** Its outline touches the ground all along; the middle of its depth lies between the ends. */
function onLongSide(
  { line: { slope }, from, to }: LongSide,
  hull: readonly number[],
  bottom: Float32Array,
): Support {
  const front = hull.filter((x) => x >= from && x <= to);
  const [first, last] = [bottom[front[0] ?? from] as number, bottom[front.at(-1) ?? to] as number];
  const line = bottom.map((_, x) => (x < from ? first : last));
  for (let i = 1; i < front.length; i++) followHull(line, bottom, front[i - 1] as number, front[i] as number);
  return {
    line,
    isSole: false,
    foot: bottom.map((_, x) => first + (last - first) * clamp((x - from) / Math.max(1, to - from), 0, 1)),
    corner: { from, to, pitchSin: Math.abs(slope) / longSide.turned },
  };
}

/** Sets the rows between two columns of the hull to those of its edge. */
function followHull(rows: Float32Array, bottom: Float32Array, from: number, to: number): void {
  const first = bottom[from] as number;
  const slope = ((bottom[to] as number) - first) / (to - from);
  for (let x = from; x <= to; x++) rows[x] = first + slope * (x - from);
}

const rowOf = ({ x, y, slope }: Pick<Line, "x" | "y" | "slope">, at: number) => y + slope * (at - x);
const lengthOf = ({ touched: { from, to } }: Line) => to - from;

/** Columns of the lower convex hull of an outline, from left to right. */
function lowerHull(bottom: Float32Array): number[] {
  const hull: number[] = [];
  for (let x = 0; x < bottom.length; x++) {
    const y = bottom[x] as number;
    if (y < 0) continue;
    while (hull.length > 1) {
      const [a, b] = [hull.at(-2) as number, hull.at(-1) as number];
      const [ya, yb] = [bottom[a] as number, bottom[b] as number];
      if ((yb - ya) * (x - a) > (y - ya) * (b - a)) break;
      hull.pop();
    }
    hull.push(x);
  }
  return hull;
}

function touching(bottom: Float32Array, within: number, line: Pick<Line, "x" | "y" | "slope">): Line {
  const touched = { from: bottom.length, to: -1 };
  let count = 0;
  for (let x = 0; x < bottom.length; x++) {
    const y = bottom[x] as number;
    if (y < 0 || rowOf(line, x) - y > within) continue;
    touched.from = Math.min(touched.from, x);
    touched.to = x;
    count++;
  }
  return { ...line, touched, count };
}

interface Corner {
  left: Line;
  right: Line;
}

/** The two sides of a base seen over its corner: a box, the wheels of a car, the sole of a shoe that points at the camera. */
function findCorner(
  lines: readonly Line[],
  width: number,
  carries: (from: number, to: number) => boolean,
): Corner | null {
  let best: Corner | null = null;
  let longest = 0;
  for (const left of lines.filter(({ slope }) => slope > 0)) {
    for (const right of lines.filter(({ slope }) => slope < 0)) {
      const pitch = -left.slope * right.slope;
      const isSeen = pitch >= seenFrom.least && pitch <= seenFrom.most;
      const meets = right.touched.from - left.touched.to <= sides.gap * width;
      const length = lengthOf(left) + lengthOf(right);
      if (!isSeen || !meets || length <= longest || !carries(left.touched.from, right.touched.to)) continue;
      best = { left, right };
      longest = length;
    }
  }
  return best;
}

/** The middle of the depth of a base with four corners lies between the outer two. */
function onCorner({ left, right }: Corner, hull: readonly number[], bottom: Float32Array): Support {
  const [from, to] = [left.touched.from, right.touched.to];
  const [first, last] = [rowOf(left, from), rowOf(right, to)];
  const columns = bottom.map((_, x) => x);
  const line = columns.map((x) => Math.min(rowOf(left, x), rowOf(right, x)));
  // A corner that is rounded is not as low as where its sides would meet.
  const front = hull.filter((x) => x >= from && x <= to);
  for (let i = 1; i < front.length; i++) followHull(line, bottom, front[i - 1] as number, front[i] as number);
  return {
    line,
    isSole: false,
    foot: columns.map((x) => first + (last - first) * clamp((x - from) / Math.max(1, to - from), 0, 1)),
    corner: { from, to, pitchSin: Math.sqrt(-left.slope * right.slope) },
  };
}
