/** Zoom and place of a picture on a stage: pure, for whoever draws it. Lengths are CSS pixels unless said otherwise. */

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What is looked at. The same view of two pictures shows the same part of both, whatever their sizes. */
export interface ZoomView {
  /** 1 shows all of the picture. */
  zoom: number;
  /** The point of the picture in the middle of the stage, as a share of its width and height. */
  x: number;
  y: number;
}

export interface ZoomFrame {
  stage: Size;
  /** In its own pixels. */
  image: Size;
  /** Pixels of the screen for each CSS pixel. */
  pixelRatio: number;
}

export const wholePicture: ZoomView = { zoom: 1, x: 0.5, y: 0.5 };

const maxPercent = 800;
const stops = [10, 25, 50, 75, 100, 150, 200, 300, 400, 600, maxPercent];
/** A step within rounding of where the view stands is no step. */
const nearly = 1.001;

/** CSS pixels for each pixel of the picture where all of it is shown; never enlarged beyond the screen's pixels. */
function fittedScale({ stage, image, pixelRatio }: ZoomFrame): number {
  return Math.min(stage.width / image.width, stage.height / image.height, 1 / pixelRatio);
}

/** How large the picture's pixels are shown: 100 is one of its pixels on one of the screen's. */
export function percentOf({ zoom }: ZoomView, frame: ZoomFrame): number {
  return zoom * fittedScale(frame) * frame.pixelRatio * 100;
}

/** The zoom that shows the picture's pixels so large; never smaller than the whole picture. */
export function zoomOf(percent: number, frame: ZoomFrame): number {
  return Math.max(1, percent / 100 / frame.pixelRatio / fittedScale(frame));
}

function maxZoom(frame: ZoomFrame): number {
  return zoomOf(maxPercent, frame);
}

/** Size of the picture as it is shown. */
function shownSize({ zoom }: Pick<ZoomView, "zoom">, frame: ZoomFrame): Size {
  const scale = zoom * fittedScale(frame);
  return { width: frame.image.width * scale, height: frame.image.height * scale };
}

/** Where the picture lies on the stage. */
export function placeOf(view: ZoomView, frame: ZoomFrame): Size & { left: number; top: number } {
  const { width, height } = shownSize(view, frame);
  const { stage } = frame;
  return { left: stage.width / 2 - view.x * width, top: stage.height / 2 - view.y * height, width, height };
}

/** The point of the picture under a point of the stage, as shares; outside 0…1 beside the picture. */
export function pointUnder(point: Point, view: ZoomView, frame: ZoomFrame): Point {
  const { left, top, width, height } = placeOf(view, frame);
  return { x: (point.x - left) / width, y: (point.y - top) / height };
}

/** The view with no more empty stage around the picture than there must be. */
function settled(view: ZoomView, frame: ZoomFrame): ZoomView {
  const { width, height } = shownSize(view, frame);
  const along = (share: number, shown: number, stage: number) => {
    const half = stage / 2 / shown;
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, share));
  };
  return {
    zoom: view.zoom,
    x: along(view.x, width, frame.stage.width),
    y: along(view.y, height, frame.stage.height),
  };
}

/** Another zoom. The point of the picture under `point` of the stage stays there, save where the picture would leave its edge. */
export function zoomTo(view: ZoomView, zoom: number, point: Point, frame: ZoomFrame): ZoomView {
  const next = Math.min(maxZoom(frame), Math.max(1, zoom));
  const under = pointUnder(point, view, frame);
  const { width, height } = shownSize({ zoom: next }, frame);
  const x = under.x + (frame.stage.width / 2 - point.x) / width;
  const y = under.y + (frame.stage.height / 2 - point.y) / height;
  return settled({ zoom: next, x, y }, frame);
}

/** The picture moved by so much. */
export function panBy(view: ZoomView, by: Point, frame: ZoomFrame): ZoomView {
  const { width, height } = shownSize(view, frame);
  return settled({ zoom: view.zoom, x: view.x - by.x / width, y: view.y - by.y / height }, frame);
}

/** Two fingers that moved: what was under each stays under it, as far as two points can. */
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

/** The next larger (1) or smaller (-1) of the usual sizes; the zoom as it is where there is none. */
export function nextStop(view: ZoomView, direction: 1 | -1, frame: ZoomFrame): number {
  const zooms = [1, ...stops.map((percent) => zoomOf(percent, frame))];
  if (direction > 0) return zooms.find((zoom) => zoom > view.zoom * nearly) ?? view.zoom;
  return zooms.findLast((zoom) => zoom < view.zoom / nearly) ?? 1;
}

/** Whether another step in this direction changes anything. */
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
