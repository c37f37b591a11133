import { clamp } from "#lib/imaging/pixels/numbers.ts";
import type { Columns } from "./contact-runs.ts";
import { findLongSide, type LongSide } from "./long-side.ts";
import {
  edgesOf,
  followHull,
  type Line,
  type LowerHull,
  lengthOf,
  lowerHull,
  nearEndOf,
  rowOf,
  touching,
} from "./lower-hull.ts";

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
/** Least distance of the center from the ends of what carries it, as a share of its length. */
const inside = 0.12;
/** A sole: its least length, and the least share of it that touches the ground. */
const sole = { least: 0.35, touches: 0.6 } as const;

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
  const lowest = hull.columns.reduce(
    (low, x) => ((bottom[x] as number) > (bottom[low] as number) ? x : low),
    0,
  );
  const level = touching(bottom, within, { x: lowest, y: bottom[lowest] ?? 0, slope: 0 });
  const edges = edgesOf(hull);
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
  if (corner) return onCorner(corner, hull);
  const scoreOf = ({ touched, count, slope }: Line) =>
    touched.to - touched.from + 0.5 * count - perSlope * Math.abs(slope) * width;
  const lines = edges.map((edge) => touching(bottom, within, edge));
  const best = lines.reduce<Line>((best, line) => {
    const isPossible = Math.abs(line.slope) <= steepest && carries(line.touched.from, line.touched.to);
    return isPossible && scoreOf(line) > scoreOf(best) ? line : best;
  }, level);
  const side = best === level ? findLongSide(lines, hull, carries) : null;
  if (side) return onLongSide(side, hull);
  const foot = Float32Array.from(bottom, (_, x) => rowOf(best, x));
  const isSole = lengthOf(best) >= sole.least * width && best.count > sole.touches * lengthOf(best);
  const line = isSole && Math.abs(best.slope) >= sides.slope ? roundNearEnd(foot, best, hull) : foot;
  return { line, foot, corner: null, isSole };
}

/**
 * At its nearer end a base that recedes turns away from the camera: from there on, the outline is its front edge, as
 * far as it is not so steep that it must be a side of the product.
 */
function roundNearEnd(straight: Float32Array, line: Line, hull: LowerHull): Float32Array {
  const near = nearEndOf(line, hull);
  const rows = straight.slice();
  followHull(rows, hull, { from: Math.min(line.x, near), to: Math.max(line.x, near) });
  const isRight = line.slope > 0;
  if (near === hull.columns.at(isRight ? -1 : 0)) return rows;
  return rows.fill(rows[near] as number, ...(isRight ? [near, rows.length] : [0, near]));
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

/** Its outline touches the ground all along. */
function onLongSide(side: LongSide, hull: LowerHull): Support {
  const { from, to } = side;
  const front = hull.columns.filter((x) => x >= from && x <= to);
  const first = hull.bottom[front[0] ?? from] as number;
  const last = hull.bottom[front.at(-1) ?? to] as number;
  const line = hull.bottom.map((_, x) => (x < from ? first : last));
  followHull(line, hull, side);
  return { line, isSole: false, foot: betweenEnds(hull, side, [first, last]), corner: side };
}

function onCorner({ left, right }: Corner, hull: LowerHull): Support {
  const ends = { from: left.touched.from, to: right.touched.to };
  const line = hull.bottom.map((_, x) => Math.min(rowOf(left, x), rowOf(right, x)));
  // A corner that is rounded is not as low as where its sides would meet.
  followHull(line, hull, ends);
  const rows = [rowOf(left, ends.from), rowOf(right, ends.to)] as const;
  const corner = { ...ends, pitchSin: Math.sqrt(-left.slope * right.slope) };
  return { line, isSole: false, foot: betweenEnds(hull, ends, rows), corner };
}

/** The middle of the depth of a base with four corners lies between the outer two. */
function betweenEnds(
  { bottom }: LowerHull,
  { from, to }: Columns,
  [first, last]: readonly [number, number],
): Float32Array {
  return bottom.map((_, x) => first + (last - first) * clamp((x - from) / Math.max(1, to - from), 0, 1));
}
