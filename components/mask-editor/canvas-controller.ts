import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Point } from "../ui/zoom.ts";
import type { Backdrop } from "./backdrops.ts";
import { type Brush, boxAround, pointsAlong, touch, type Work } from "./brush.ts";
import { createHistory } from "./history.ts";
import { joinBoxes } from "./pixels.ts";
import { createScreen } from "./screen.ts";
import { fitView, limitView, reveal, toMask, type View, zoomTo } from "./view.ts";

/** Painting time per frame; the rest of a stroke follows in the next frame. */
const paintMs = 9;

export interface CanvasState {
  /** CSS pixels per mask pixel. */
  scale: number;
  canUndo: boolean;
  canRedo: boolean;
  isSaved: boolean;
}

interface ControllerOptions {
  canvas: HTMLCanvasElement;
  work: Work;
  /** Follows the cursor and shows the brush's size. */
  ring: HTMLElement;
  onState: (facts: CanvasState) => void;
}

export type CanvasController = ReturnType<typeof createCanvasController>;

/** Controls the canvas: painting, undo, pan and zoom. Draws at most once per frame. */
export function createCanvasController({ canvas, work, ring, onState }: ControllerOptions) {
  const { mask } = work;
  const history = createHistory(mask);
  const screen = createScreen({ canvas, work, ring });
  const whole: Box = { left: 0, top: 0, width: mask.width, height: mask.height };

  let view: View = { scale: 1, x: 0, y: 0 };
  let isFitted = true;
  let brush: Brush = { tool: "erase", size: 60, hardness: 0.8, followsEdges: true };
  let backdrop: Backdrop = "checkerboard";
  /** Position of the brush in the mask; null while it is hidden. */
  let cursor: Point | null = null;
  let last: Point | null = null;
  /** Touches of the stroke that are not painted yet. */
  let waiting: Point[] = [];
  let isEnding = false;
  let dirty: Box | null = null;
  let isMoved = true;
  let frame = 0;

  const schedule = () => {
    frame ||= requestAnimationFrame(draw);
  };
  const report = () =>
    onState({
      scale: view.scale,
      canUndo: history.canUndo(),
      canRedo: history.canRedo(),
      isSaved: history.isSaved(),
    });
  const change = (box: Box | null) => {
    dirty = joinBoxes(dirty, box);
    schedule();
  };
  const move = (next: View) => {
    view = limitView(next, mask, screen.size);
    isMoved = true;
    schedule();
    report();
  };
  const leastScale = () => Math.min(fitView(mask, screen.size).scale, 1) / 2;

  function paint(untilMs: number): void {
    while (waiting.length > 0 && performance.now() < untilMs) {
      const at = waiting.shift();
      if (!at) break;
      history.record(boxAround(at, brush.size / 2));
      dirty = joinBoxes(dirty, touch(work, at, brush));
    }
    if (waiting.length > 0) schedule();
    else if (isEnding) {
      isEnding = false;
      history.commit();
      report();
    }
  }

  function draw(): void {
    frame = 0;
    paint(performance.now() + paintMs);
    screen.draw({ view, backdrop, changed: dirty, isMoved });
    dirty = null;
    isMoved = false;
    screen.moveRing(cursor, view, brush);
  }

  /** Finishes painting the current stroke. */
  const finish = () => {
    isEnding = waiting.length > 0 || last !== null;
    last = null;
    paint(Number.POSITIVE_INFINITY);
    schedule();
  };

  change(whole);
  return {
    work,
    get view() {
      return view;
    },
    get cursor() {
      return cursor;
    },
    get isPainting() {
      return last !== null;
    },
    setBrush(next: Brush) {
      if (last || waiting.length > 0) finish();
      brush = next;
      schedule();
    },
    setBackdrop(next: Backdrop) {
      const isOtherLayer = (next === "overlay") !== (backdrop === "overlay");
      backdrop = next;
      isMoved = true;
      change(isOtherLayer ? whole : null);
    },

    focus: () => canvas.focus({ preventScroll: true }),

    /** Adapts to a new size of the canvas, in CSS pixels. */
    resize(next: Size) {
      const middle = toMask(view, middleOf(screen.size));
      screen.resize(next);
      const { size } = screen;
      const { scale } = view;
      const { x, y } = middleOf(size);
      const unmoved = { scale, x: x - middle.x * scale, y: y - middle.y * scale };
      move(isFitted ? fitView(mask, size) : unmoved);
    },

    /** Moves the brush to a point of the canvas; null hides it. */
    point(at: Point | null) {
      cursor = at && toMask(view, at);
      schedule();
    },
    pointInMask(at: Point) {
      cursor = {
        x: Math.min(mask.width - 0.5, Math.max(0.5, at.x)),
        y: Math.min(mask.height - 0.5, Math.max(0.5, at.y)),
      };
      const shown = reveal(view, cursor, { viewport: screen.size, room: 48 });
      if (shown.x !== view.x || shown.y !== view.y) isFitted = false;
      move(shown);
    },

    /** Begins a stroke at the brush's position. */
    begin() {
      if (!cursor || last) return;
      if (waiting.length > 0) finish();
      last = cursor;
      waiting.push(cursor);
      schedule();
    },
    /** Extends the stroke to the brush's position. */
    extend() {
      if (!last || !cursor) return;
      waiting.push(...pointsAlong(last, cursor, brush.size));
      last = cursor;
      schedule();
    },
    end() {
      if (!last) return;
      last = null;
      isEnding = true;
      schedule();
    },
    /** Reverts the current stroke. */
    abort() {
      waiting = [];
      last = null;
      isEnding = false;
      change(history.abort());
    },

    undo() {
      finish();
      change(history.undo());
      report();
    },
    redo() {
      finish();
      change(history.redo());
      report();
    },
    finish,
    /** Replaces the whole mask as one undoable step. */
    replace(values: Uint8ClampedArray) {
      finish();
      history.record(whole);
      mask.values.set(values);
      history.commit();
      change(whole);
      report();
    },
    markSaved() {
      history.markSaved();
      report();
    },

    fit() {
      isFitted = true;
      move(fitView(mask, screen.size));
    },
    /**
     * Zooms by a factor or to a scale, around a point of the canvas; by default around the brush, else the center.
     */
    zoom(how: { factor: number } | { scale: number }, around?: Point) {
      isFitted = false;
      const middle = middleOf(screen.size);
      const scale = "factor" in how ? view.scale * how.factor : how.scale;
      move(zoomTo(view, { scale, at: around ?? middle, least: leastScale() }));
    },
    pan(byX: number, byY: number) {
      isFitted = false;
      move({ scale: view.scale, x: view.x + byX, y: view.y + byY });
    },
    close() {
      cancelAnimationFrame(frame);
    },
  };
}

function middleOf({ width, height }: Size): Point {
  return { x: width / 2, y: height / 2 };
}
