import type { Columns } from "./contact-runs.ts";
import { type Line, type LowerHull, lengthOf, nearEndOf, rowOf } from "./lower-hull.ts";

// Shares of the product's width unless stated otherwise; chosen on shoes in real pictures.
/** Its least length, least and steepest slope. */
const straight = { least: 0.25, slope: 0.06, steepest: 1.3 } as const;
/** How far beside its far end the outline must lie how far above it. */
const corner = { beside: 0.05, above: 0.025 } as const;
/** Least length of its round end. */
const leastRound = 0.15;
/** Tangent of the angle by which it is turned away. */
const turned = 1.7;
/** The other wall of a bowl: its least length, and its least slope as a share of that of the one. */
const otherWall = { least: 0.16, asSteep: 0.5 } as const;

/** The ends of the base, and the sine of the camera's pitch. */
export interface LongSide extends Columns {
  pitchSin: number;
}

/**
 * The one straight side of a base whose near end is round, such as a shoe seen from above: it begins at a corner, as a
 * belly does not, and what follows it toward the camera carries the product too. Null for none.
 */
export function findLongSide(
  lines: readonly Line[],
  hull: LowerHull,
  carries: (from: number, to: number) => boolean,
): LongSide | null {
  const width = hull.bottom.length;
  let best: LongSide | null = null;
  let longest = 0;
  for (const line of lines) {
    const { slope, touched } = line;
    const steep = Math.abs(slope);
    if (steep < straight.slope || steep > straight.steepest || lengthOf(line) < straight.least * width)
      continue;
    const toward = Math.sign(slope);
    const far = (toward > 0 ? touched.from : touched.to) - toward * Math.round(corner.beside * width);
    const outside = hull.bottom[far] ?? -1;
    const isCorner = outside < 0 || rowOf(line, far) - outside > corner.above * width;
    if (!isCorner || lines.some((other) => isOtherWall(other, line, width))) continue;
    const near = nearEndOf(line, hull);
    const [from, to] = toward > 0 ? [touched.from, near] : [near, touched.to];
    const isRound = Math.abs(near - (toward > 0 ? touched.to : touched.from)) >= leastRound * width;
    if (!isRound || !carries(from, to) || lengthOf(line) <= longest) continue;
    best = { from, to, pitchSin: steep / turned };
    longest = lengthOf(line);
  }
  return best;
}

const isOtherWall = (other: Line, { slope }: Line, width: number) =>
  Math.sign(other.slope) === -Math.sign(slope) &&
  Math.abs(other.slope) >= otherWall.asSteep * Math.abs(slope) &&
  lengthOf(other) >= otherWall.least * width;
