import type { Box } from "#lib/contract/photos/sizes.ts";
import type { Point } from "../ui/zoom.ts";
import { findConnected } from "./edge-snap.ts";
import { type ColorPicture, clipBox, createField, type Field, type GreyPicture } from "./pixels.ts";

export type Tool = "erase" | "restore";

/** A brush, in pixels of the mask. */
export interface Brush {
  tool: Tool;
  /** Diameter. */
  size: number;
  /** 0…1: how much of the radius has the full strength. */
  hardness: number;
  /** Changes only what belongs to the brush's middle; else the whole disc. */
  followsEdges: boolean;
}

/** What is painted on, all of one size. */
export interface Work {
  picture: ColorPicture;
  mask: GreyPicture;
  /** What the service itself finds; null where it is unknown. */
  found: GreyPicture | null;
}

export const sizeLimits = { least: 4, most: 400 };

/** From this mean on, 0…255, what was found in the middle of the brush is certain. */
const certain = 235;
/** Places of a stroke lie this share of the radius apart. */
const spacing = 0.3;

/**
 * Paints one touch of the brush into the mask; answers the part that may have changed, null outside the picture.
 *
 * Restore gives back what the service found wherever that is sure of the product under the brush's middle. Where it is
 * not, and the seller insists, the picture itself shows how far the thing under the middle reaches. Erase mirrors it.
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
      // Never back: crossing a place twice is as crossing it once.
      mask.values[row + x] = restores ? Math.max(before, change) : Math.min(before, 255 - change);
    }
  }
  return box;
}

/** Places along a stroke, the first left out: it was touched already. */
export function placesAlong(from: Point, to: Point, size: number): Point[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const count = Math.ceil(length / Math.max(1, (size / 2) * spacing));
  return Array.from({ length: count }, (_, index) => {
    const share = (index + 1) / count;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  });
}

/** The pixels that a touch may change, before they are cut off at the picture's border. */
export function boxAround({ x, y }: Point, radius: number): Box {
  const left = Math.floor(x - radius);
  const top = Math.floor(y - radius);
  return { left, top, width: Math.ceil(x + radius) - left + 1, height: Math.ceil(y + radius) - top + 1 };
}

/** Strength of a brush at a distance from its middle, 0…1; its rim is at least a pixel wide. */
export function falloff(distance: number, radius: number, hardness: number): number {
  const inner = Math.max(0, Math.min(radius * hardness, radius - 0.5));
  const outer = Math.max(radius, 0.5);
  if (distance <= inner) return 1;
  if (distance >= outer) return 0;
  const part = (outer - distance) / (outer - inner);
  return part * part * (3 - 2 * part);
}

interface Place {
  at: Point;
  brush: Brush;
  box: Box;
}

/** How far to change each pixel of the box, 0…1; null for all of them. */
function findAmounts({ picture, found }: Work, { at, brush, box }: Place): Field | null {
  if (!brush.followsEdges) return null;
  const radius = brush.size / 2;
  const restores = brush.tool === "restore";
  if (found !== null) {
    const middle = meanAround(found, at, Math.max(1, radius * 0.15));
    if (restores ? middle >= certain : middle <= 255 - certain) return readFound(found, box, restores);
  }
  return findConnected(picture, { box, center: at, radius });
}

function readFound({ width, values }: GreyPicture, box: Box, restores: boolean): Field {
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
