import type { Size } from "#lib/contract/photos/sizes.ts";
import type { Point } from "../ui/zoom.ts";

/** CSS pixels per pixel of the mask, and the position of the picture's corner. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** Margin around a picture that is fitted to the viewport. */
const marginPx = 20;
/** Largest size of a mask pixel, in CSS pixels. */
const maxScale = 12;
/** At least this much of the picture stays visible. */
const leastInSightPx = 60;

export function fitView(picture: Size, viewport: Size): View {
  const scale = Math.min(
    Math.max(1, viewport.width - 2 * marginPx) / picture.width,
    Math.max(1, viewport.height - 2 * marginPx) / picture.height,
    maxScale,
  );
  return centered(picture, viewport, scale);
}

/** A view at another scale, centered in the viewport. */
function centered(picture: Size, viewport: Size, scale: number): View {
  return {
    scale,
    x: (viewport.width - picture.width * scale) / 2,
    y: (viewport.height - picture.height * scale) / 2,
  };
}

/** Changes the scale and keeps `at` (CSS pixels of the viewport) in place. */
export function zoomTo(view: View, { scale, at, least }: { scale: number; at: Point; least: number }): View {
  const next = Math.min(maxScale, Math.max(least, scale));
  const factor = next / view.scale;
  return { scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor };
}

/** Moves the view so that enough of the picture stays visible. */
export function limitView(view: View, picture: Size, viewport: Size): View {
  const clamp = (offset: number, length: number, room: number) => {
    const seen = Math.min(leastInSightPx, length);
    return Math.min(room - seen, Math.max(seen - length, offset));
  };
  return {
    scale: view.scale,
    x: clamp(view.x, picture.width * view.scale, viewport.width),
    y: clamp(view.y, picture.height * view.scale, viewport.height),
  };
}

/** Scrolls a point of the mask into the viewport, at least `room` from its borders if possible. */
export function reveal(view: View, at: Point, { viewport, room }: { viewport: Size; room: number }): View {
  const move = (offset: number, at: number, length: number) => {
    const margin = Math.min(room, length / 2);
    const shown = offset + at * view.scale;
    return offset + Math.max(0, margin - shown) - Math.max(0, shown - (length - margin));
  };
  return { scale: view.scale, x: move(view.x, at.x, viewport.width), y: move(view.y, at.y, viewport.height) };
}

/** Converts a point of the viewport to mask coordinates. */
export function toMask(view: View, at: Point): Point {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}
