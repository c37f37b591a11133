import type { Point, Size } from "../ui/zoom.ts";

/** How the picture lies on the screen: CSS pixels per pixel of the mask, and where its corner is. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

/** Room around a picture that is shown whole. */
const marginPx = 20;
/** A pixel of the mask is never larger than this, in CSS pixels. */
const maxScale = 12;
/** So much of the picture stays in sight, whichever way it is moved. */
const leastInSightPx = 60;

/** The whole picture, in the middle. */
export function fitView(picture: Size, stage: Size): View {
  const scale = Math.min(
    Math.max(1, stage.width - 2 * marginPx) / picture.width,
    Math.max(1, stage.height - 2 * marginPx) / picture.height,
    maxScale,
  );
  return centered(picture, stage, scale);
}

/** At another scale, in the middle of the stage. */
function centered(picture: Size, stage: Size, scale: number): View {
  return {
    scale,
    x: (stage.width - picture.width * scale) / 2,
    y: (stage.height - picture.height * scale) / 2,
  };
}

/** The scale changed so that what lies under `at` (CSS pixels of the stage) stays there. */
export function zoomTo(view: View, { scale, at, least }: { scale: number; at: Point; least: number }): View {
  const next = Math.min(maxScale, Math.max(least, scale));
  const factor = next / view.scale;
  return { scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor };
}

/** As it is, but with enough of the picture in sight. */
export function keepInSight(view: View, picture: Size, stage: Size): View {
  const clamp = (offset: number, length: number, room: number) => {
    const seen = Math.min(leastInSightPx, length);
    return Math.min(room - seen, Math.max(seen - length, offset));
  };
  return {
    scale: view.scale,
    x: clamp(view.x, picture.width * view.scale, stage.width),
    y: clamp(view.y, picture.height * view.scale, stage.height),
  };
}

/** Moved so that a place of the mask lies on the stage, at least `room` from its borders where that fits. */
export function reveal(view: View, at: Point, { stage, room }: { stage: Size; room: number }): View {
  const move = (offset: number, place: number, length: number) => {
    const margin = Math.min(room, length / 2);
    const shown = offset + place * view.scale;
    return offset + Math.max(0, margin - shown) - Math.max(0, shown - (length - margin));
  };
  return { scale: view.scale, x: move(view.x, at.x, stage.width), y: move(view.y, at.y, stage.height) };
}

/** The place in the mask that lies under a place of the stage. */
export function toMask(view: View, at: Point): Point {
  return { x: (at.x - view.x) / view.scale, y: (at.y - view.y) / view.scale };
}
