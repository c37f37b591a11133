import type { Point } from "../../ui/zoom.ts";
import { clamp, round } from "./placement.ts";

/** The direction of the key light: azimuth around the product seen from above (0 at the camera), and elevation. */
export interface LightDirection {
  azimuthDeg: number;
  elevationDeg: number;
}

export const elevationRange = { min: 5, max: 90 } as const;
const rad = Math.PI / 180;

/**
 * Knob position on a dial of radius 1 that shows the set from above, with the camera at the bottom; the center is
 * straight above.
 */
export function knobOf({ azimuthDeg, elevationDeg }: LightDirection): Point {
  const reach = (90 - elevationDeg) / (90 - elevationRange.min);
  return { x: reach * Math.sin(azimuthDeg * rad), y: reach * Math.cos(azimuthDeg * rad) };
}

/** The light direction of a knob position; outside the dial the elevation is the minimum. */
export function directionOf({ x, y }: Point, before: LightDirection): LightDirection {
  const reach = clamp(Math.hypot(x, y), 0, 1);
  // Straight above, the azimuth is undefined: keep the previous one.
  const azimuthDeg = reach < 0.02 ? before.azimuthDeg : Math.round(Math.atan2(x, y) / rad) + 0;
  return { azimuthDeg, elevationDeg: round(90 - reach * (90 - elevationRange.min), 0) };
}
