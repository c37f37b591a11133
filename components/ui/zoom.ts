import type { Size } from "#lib/contract/photos/sizes.ts";

/** Pure geometry of a zoomed picture in a viewport. Lengths are CSS pixels unless documented otherwise. */

export interface Point {
  x: number;
  y: number;
}

/** The visible part of a picture, in relative units: one view shows the same part of pictures of any size. */
export interface ZoomView {
  /** 1 shows the whole picture. */
  zoom: number;
  /** The point of the picture in the middle of the viewport, as shares of its width and height. */
  x: number;
  y: number;
}

export interface ZoomFrame {
  viewport: Size;
  /** In pixels of the picture. */
  image: Size;
  /** Device pixels per CSS pixel. */
  pixelRatio: number;
}

export const wholePicture: ZoomView = { zoom: 1, x: 0.5, y: 0.5 };

const maxPercent = 800;
const stops = [10, 25, 50, 75, 100, 150, 200, 300, 400, 600, maxPercent];
/** Stops within this factor of the current zoom are skipped. */
const nearly = 1.001;

/** CSS pixels per picture pixel when the whole picture is shown; at most 100 %. */
function fittedScale({ viewport, image, pixelRatio }: ZoomFrame): number {
  return Math.min(viewport.width / image.width, viewport.height / image.height, 1 / pixelRatio);
}

/** The scale in percent: at 100, one picture pixel covers one device pixel. */
export function percentOf({ zoom }: ZoomView, frame: ZoomFrame): number {
  return zoom * fittedScale(frame) * frame.pixelRatio * 100;
}

/** The zoom for a scale in percent; at least 1, the whole picture. */
export function zoomOf(percent: number, frame: ZoomFrame): number {
  return Math.max(1, percent / 100 / frame.pixelRatio / fittedScale(frame));
}

function maxZoom(frame: ZoomFrame): number {
  return zoomOf(maxPercent, frame);
}

/** Size of the displayed picture in CSS pixels. */
function shownSize({ zoom }: Pick<ZoomView, "zoom">, frame: ZoomFrame): Size {
  const scale = zoom * fittedScale(frame);
  return { width: frame.image.width * scale, height: frame.image.height * scale };
}

/** The box of the picture, relative to the viewport. */
export function boxOf(view: ZoomView, frame: ZoomFrame): Size & { left: number; top: number } {
  const { width, height } = shownSize(view, frame);
  const { viewport } = frame;
  return {
    left: viewport.width / 2 - view.x * width,
    top: viewport.height / 2 - view.y * height,
    width,
    height,
  };
}

/** The point of the picture at a point of the viewport, as shares; outside 0…1 beside the picture. */
export function pointUnder(point: Point, view: ZoomView, frame: ZoomFrame): Point {
  const { left, top, width, height } = boxOf(view, frame);
  return { x: (point.x - left) / width, y: (point.y - top) / height };
}

/** Moves the view so that the picture covers as much of the viewport as possible. */
function limitView(view: ZoomView, frame: ZoomFrame): ZoomView {
  const { width, height } = shownSize(view, frame);
  const along = (share: number, shown: number, viewport: number) => {
    const half = viewport / 2 / shown;
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, share));
  };
  return {
    zoom: view.zoom,
    x: along(view.x, width, frame.viewport.width),
    y: along(view.y, height, frame.viewport.height),
  };
}

/** Zooms around `point` of the viewport; the view stays within the picture's edges. */
export function zoomTo(view: ZoomView, zoom: number, point: Point, frame: ZoomFrame): ZoomView {
  const next = Math.min(maxZoom(frame), Math.max(1, zoom));
  const under = pointUnder(point, view, frame);
  const { width, height } = shownSize({ zoom: next }, frame);
  const x = under.x + (frame.viewport.width / 2 - point.x) / width;
  const y = under.y + (frame.viewport.height / 2 - point.y) / height;
  return limitView({ zoom: next, x, y }, frame);
}

export function panBy(view: ZoomView, by: Point, frame: ZoomFrame): ZoomView {
  const { width, height } = shownSize(view, frame);
  return limitView({ zoom: view.zoom, x: view.x - by.x / width, y: view.y - by.y / height }, frame);
}

export function pinch(
  view: ZoomView,
  { before, after }: { before: readonly [Point, Point]; after: readonly [Point, Point] },
  frame: ZoomFrame,
): ZoomView {
  const [from, to] = [middle(before), middle(after)];
  const factor = distance(after) / Math.max(1, distance(before));
  const moved = panBy(view, { x: to.x - from.x, y: to.y - from.y }, frame);
  return zoomTo(moved, moved.zoom * factor, to, frame);
}

/** The next larger (1) or smaller (-1) stop; the current zoom when there is none. */
export function nextStop(view: ZoomView, direction: 1 | -1, frame: ZoomFrame): number {
  const zooms = [1, ...stops.map((percent) => zoomOf(percent, frame))];
  if (direction > 0) return zooms.find((zoom) => zoom > view.zoom * nearly) ?? view.zoom;
  return zooms.findLast((zoom) => zoom < view.zoom / nearly) ?? 1;
}

/** Whether there is another stop in this direction. */
export function canStep(view: ZoomView, direction: 1 | -1, frame: ZoomFrame): boolean {
  const next = nextStop(view, direction, frame);
  return direction > 0 ? next > view.zoom : next < view.zoom;
}

function middle([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
