import type { Box } from "#lib/contract/photos/sizes.ts";
import { clipBox } from "#lib/imaging/pixels/boxes.ts";
import type { Point } from "../ui/zoom.ts";
import { findConnected } from "./edge-snap.ts";
import { type ColorPicture, createField, type Field, type GreyPicture } from "./pixels.ts";

export type Tool = "erase" | "restore";

/** A brush; lengths are in pixels of the mask. */
export interface Brush {
  tool: Tool;
  /** Diameter. */
  size: number;
  /** Share of the radius that has full strength, 0…1. */
  hardness: number;
  /** Limits the change to the object under the brush's center; otherwise the whole disc changes. */
  followsEdges: boolean;
}

/** The picture and its masks, all of the same size. */
export interface Work {
  picture: ColorPicture;
  mask: GreyPicture;
  /** The mask that the service computed; null if there is none. */
  computed: GreyPicture | null;
}

export const sizeLimits = { least: 4, most: 400 };

/** From this mean alpha on, 0…255, the computed mask is certain about the brush's center. */
const certain = 235;
/** Distance between the touches of a stroke, as a share of the brush's radius. */
const spacing = 0.3;

/**
 * Paints one touch of the brush into the mask. Returns the box that may have changed, null outside the picture.
 *
 * Restore uses the computed mask where it is certain that the brush's center is product. Elsewhere it restores the
 * connected object found in the picture (findConnected). Erase works the same way for the background.
 */
export function touch(work: Work, at: Point, brush: Brush): Box | null {
  const { mask } = work;
  const radius = brush.size / 2;
  const box = clipBox(boxAround(at, radius), mask);
  if (box === null) return null;
  const amounts = findAmounts(work, { at, brush, box });
  const restores = brush.tool === "restore";
  for (let y = 0; y < box.height; y += 1) {
    const row = (box.top + y) * mask.width + box.left;
    for (let x = 0; x < box.width; x += 1) {
      const distance = Math.hypot(box.left + x + 0.5 - at.x, box.top + y + 0.5 - at.y);
      const strength = falloff(distance, radius, brush.hardness);
      if (strength === 0) continue;
      const change = 255 * strength * (amounts?.values[y * box.width + x] ?? 1);
      const before = mask.values[row + x] ?? 0;
      // Touching a place twice has the same effect as touching it once.
      mask.values[row + x] = restores ? Math.max(before, change) : Math.min(before, 255 - change);
    }
  }
  return box;
}

/** The touches along a stroke, without the first point, which was already painted. */
export function pointsAlong(from: Point, to: Point, size: number): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const count = Math.ceil(length / Math.max(1, (size / 2) * spacing));
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
}

/** The box that a touch may change, not clipped to the picture. */
export function boxAround({ x, y }: Point, radius: number): Box {
  const left = Math.floor(x - radius);
  const top = Math.floor(y - radius);
  return { left, top, width: Math.ceil(x + radius) - left + 1, height: Math.ceil(y + radius) - top + 1 };
}

/** Strength of the brush at a distance from its center, 0…1. Its soft rim is at least a pixel wide. */
export function falloff(distance: number, radius: number, hardness: number): number {
  const inner = Math.max(0, Math.min(radius * hardness, radius - 0.5));
  const outer = Math.max(radius, 0.5);
  if (distance <= inner) return 1;
  if (distance >= outer) return 0;
  const part = (outer - distance) / (outer - inner);
  return part * part * (3 - 2 * part);
}

interface Touch {
  at: Point;
  brush: Brush;
  box: Box;
}

/** How much each pixel of the box changes, 0…1; null if all change fully. */
function findAmounts({ picture, computed }: Work, { at, brush, box }: Touch): Field | null {
  if (!brush.followsEdges) return null;
  const radius = brush.size / 2;
  const restores = brush.tool === "restore";
  if (computed !== null) {
    const middle = meanAround(computed, at, Math.max(1, radius * 0.15));
    if (restores ? middle >= certain : middle <= 255 - certain) return readComputed(computed, box, restores);
  }
  return findConnected(picture, { box, center: at, radius });
}

function readComputed({ width, values }: GreyPicture, box: Box, restores: boolean): Field {
  const amounts = createField(box.width, box.height);
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const share = (values[(box.top + y) * width + box.left + x] ?? 0) / 255;
      amounts.values[y * box.width + x] = restores ? share : 1 - share;
    }
  }
  return amounts;
}

function meanAround(grey: GreyPicture, at: Point, radius: number): number {
  const box = clipBox(boxAround(at, radius), grey);
  if (box === null) return 0;
  let sum = 0;
  for (let y = box.top; y < box.top + box.height; y += 1) {
    for (let x = box.left; x < box.left + box.width; x += 1) sum += grey.values[y * grey.width + x] ?? 0;
  }
  return sum / (box.width * box.height);
}
