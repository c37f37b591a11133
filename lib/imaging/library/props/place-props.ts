import type { PropName } from "#lib/contract/photos/values.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";
import { sampleField } from "#lib/imaging/pixels/sampling.ts";
import { drawsOf } from "#lib/imaging/renderer/scene/seed.ts";
import { foreshortening, levelAxes, type Point, pointAt, project, raysOf } from "../camera.ts";
import type { ViewMaps } from "../plates.ts";
import type { PositionedInScene } from "../position.ts";
import { type Framing, heightAt, partOfPlate } from "../shade.ts";
import type { Prop, PropPiece } from "./prop-files.ts";

/** A piece at its place on the scene's ground; lengths in pixels are those of the design's frame. */
export interface PlacedPiece {
  name: PropName;
  prop: Prop;
  piece: PropPiece;
  mirrored: boolean;
  /** Its middle on the ground. */
  at: Point;
  x: number;
  y: number;
  pixelsPerCm: number;
  /** Distance along the optical axis, and downward angle at which it is seen. */
  depthCm: number;
  pitchDeg: number;
  /** Whether it is nearer to the camera than the product. */
  isBefore: boolean;
}

/** Pieces of a single kind in a photo; several kinds have fewer of each. */
const pieceCounts: Record<PropName, number> = {
  "rose-petals": 8,
  "green-leaves": 5,
  "autumn-leaves": 6,
  "fir-twigs": 3,
  "pine-cones": 3,
  "cinnamon-sticks": 3,
  "coffee-beans": 8,
  "lemon-slices": 4,
  "ice-cubes": 4,
  pebbles: 5,
  "sea-shells": 4,
  "wood-shavings": 5,
  confetti: 7,
  towel: 1,
};

export interface Placing {
  framing: Framing;
  maps: ViewMaps;
  positioned: PositionedInScene;
  /** Half the depth of the product. */
  reachCm: number;
  seed: number;
}

/** Places tried for each piece. */
const tries = 90;
/** Gap between the product and a piece. */
const gapCm = 0.4;
/** Share of the product's height, from its foot, that pieces before it may cover. */
const mostCovered = 0.05;
/** Share of a piece's width that may lie outside of the frame. */
const mostOutside = 0.35;
/** Heights of surfaces relative to the product's ground on which pieces may lie: lower steps, but not other things. */
const surfaces = { lowestCm: -14, highestCm: 0.25 } as const;

/**
 * Places pieces on level, free ground beside the product and slightly before it, denser near it; never over the
 * product. The same seed gives the same places. Sorted from the farthest to the nearest.
 */
export function placeProps(
  props: readonly { name: PropName; prop: Prop }[],
  placing: Placing,
): PlacedPiece[] {
  const draw = drawsOf(placing.seed ^ 0x5f70);
  const share = 1 / Math.sqrt(props.length);
  const wanted = props.flatMap(({ name, prop }) => {
    const count = Math.max(1, Math.round(pieceCounts[name] * share));
    const first = Math.floor(((draw() + 1) / 2) * prop.pieces.length);
    return Array.from({ length: count }, (_, k) => ({
      isFirst: k === 0,
      name,
      prop,
      piece: prop.pieces[(first + k) % prop.pieces.length] as PropPiece,
    }));
  });
  const placed: PlacedPiece[] = [];
  const find = createFinder(placing);
  let side = draw() > 0 ? 1 : -1;
  // One of each kind first, and large pieces, while there is room; the sides alternate.
  const inOrder = wanted.toSorted(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || b.piece.radiusCm - a.piece.radiusCm,
  );
  for (const { isFirst: _, ...one } of inOrder) {
    const mirrored = draw() > 0;
    for (let i = 0; i < tries; i++) {
      const spot = placeBeside(placing, one.piece.radiusCm, { side, draw, spread: i / tries });
      const found = find(spot, one.piece);
      if (!found || placed.some((other) => isNear(other, { ...one, ...found }))) continue;
      placed.push({ ...one, mirrored, ...found });
      break;
    }
    side = -side;
  }
  return placed.sort((a, b) => b.depthCm - a.depthCm);
}

/** A place at the product's side; `spread` 0 … 1 goes farther from it. */
function placeBeside(
  { positioned: { foot, pixels, cmPerPixel }, framing: { view }, reachCm }: Placing,
  radiusCm: number,
  { side, draw, spread }: { side: number; draw: () => number; spread: number },
): Point {
  const { right, toCamera } = levelAxes(view.camera);
  const beside = (pixels.width / 2) * cmPerPixel;
  const before = view.lies
    ? ((pixels.height / 2) * cmPerPixel) / foreshortening(view)
    : Math.min(reachCm, beside);
  // Seen from the side: from a little behind the product's middle to before it.
  const turn = ((view.lies ? 90 * draw() : 22 + 42 * draw()) * Math.PI) / 180;
  const far = 1 + (0.15 + 1.1 * spread) * Math.abs(draw());
  const across = side * Math.cos(turn) * (beside + radiusCm + gapCm) * far;
  const nearer = Math.sin(turn) * (before + radiusCm + gapCm) * far;
  const along = (i: 0 | 1) => foot[i] + across * right[i] + nearer * toCamera[i];
  return [along(0), along(1), view.groundCm];
}

type Found = Omit<PlacedPiece, "name" | "prop" | "piece" | "mirrored">;

/** Returns a function that lays a piece on what the plate shows at a place; null where it does not fit. */
function createFinder(placing: Placing): (spot: Point, piece: PropPiece) => Found | null {
  const { framing, maps, positioned } = placing;
  const { view, frame, crop } = framing;
  const part = partOfPlate(framing);
  const height = heightAt(framing, maps);
  const { eye } = raysOf(view.camera);
  const isFree = (point: Point) => {
    const { x, y, depthCm } = project(view.camera, point);
    if (x < 0 || x > 1 || y < 0 || y > 1) return true;
    const { front } = maps;
    const covered = front ? sampleField(front, x * front.width - 0.5, y * front.height - 0.5, 3) : 0;
    // Farther away, the depth map has larger steps.
    const level = clamp(0.004 * depthCm, 0.45, 1.5);
    return covered < 0.1 && Math.abs(height(x, y) + view.groundCm - point[2]) < level;
  };
  return (spot, piece) => {
    const { x: column, y: row } = project(view.camera, spot);
    if (column < 0 || column > 1 || row < 0 || row > 1) return null;
    const { inverseDepth } = maps;
    const near = sampleField(
      inverseDepth,
      column * inverseDepth.width - 0.5,
      row * inverseDepth.height - 0.5,
    );
    if (near === 0) return null;
    const depthCm = 1 / near;
    const at = pointAt(view.camera, column, row, depthCm);
    const raised = at[2] - view.groundCm;
    if (raised < surfaces.lowestCm || raised > surfaces.highestCm) return null;
    const level = Math.hypot(eye[0] - at[0], eye[1] - at[1]);
    const found = {
      at,
      x: column * part.width - part.left,
      y: row * part.height - part.top,
      depthCm,
      pixelsPerCm: (view.camera.focal * view.pixels * frame.width) / crop.width / depthCm,
      pitchDeg: (Math.atan2(eye[2] - at[2], level) * 180) / Math.PI,
      isBefore: depthCm < positioned.depthCm,
    };
    if (!isInSight(found, piece, placing)) return null;
    const ring = Array.from({ length: 16 }, (_, k): Point => {
      const angle = (k / 8) * 2 * Math.PI;
      const reach = (k < 8 ? 0.95 : 0.5) * piece.radiusCm;
      return [at[0] + reach * Math.cos(angle), at[1] + reach * Math.sin(angle), at[2]];
    });
    return [at, ...ring].every(isFree) ? found : null;
  };
}

/** Whether a piece is in the frame, and covers nothing of the product but its foot. */
function isInSight(
  { x, y, pixelsPerCm, pitchDeg, isBefore }: Found,
  piece: PropPiece,
  { framing: { view, frame }, positioned: { placement } }: Placing,
): boolean {
  const radius = piece.radiusCm * pixelsPerCm;
  const pitch = (pitchDeg * Math.PI) / 180;
  const top = y - radius * Math.sin(pitch) - piece.heightCm * pixelsPerCm * Math.cos(pitch);
  const outside = mostOutside * 2 * radius;
  if (x - radius < -outside || x + radius > frame.width + outside) return false;
  if (top < 0 || y > frame.height) return false;
  const margin = 0.03 * placement.width;
  const right = placement.left + placement.width;
  if (x + radius < placement.left + margin || x - radius > right - margin) return true;
  const foot = placement.top + placement.height;
  return isBefore && top > foot - (view.lies ? 0 : mostCovered * placement.height);
}

function isNear(one: PlacedPiece, other: Pick<PlacedPiece, "at" | "piece">): boolean {
  const distance = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]);
  return distance < 0.85 * (one.piece.radiusCm + other.piece.radiusCm);
}
