import { preventFling } from "../ui/touch.ts";
import type { Point } from "../ui/zoom.ts";
import type { CanvasController } from "./canvas-controller.ts";

const wheelFactor = 1.0018;

interface PointerOptions {
  controller: CanvasController;
  canvas: HTMLCanvasElement;
  /** Whether the space bar is down: dragging then pans. */
  isMoving: () => boolean;
  /** Called after a pan, so that releasing the space bar does not paint. */
  onMoved: () => void;
}

/**
 * Handles mouse, pen and touch: one pointer paints, two pan and zoom, the wheel zooms. Returns a function that
 * removes the listeners.
 */
export function listenToPointers({ controller, canvas, isMoving, onMoved }: PointerOptions): () => void {
  const down = new Map<number, Point>();
  let mode: "paint" | "move" | null = null;

  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  const spanOf = () => {
    const [one, other = one] = [...down.values()];
    if (!one || !other) return null;
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
    return { middle, length: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) };
  };

  const press = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && event.button > 1) return;
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, pointOf(event));
    if (down.size > 1) {
      // The first finger's stroke was the start of this gesture, so it is reverted.
      if (mode === "paint") controller.abort();
      mode = "move";
      controller.point(null);
      return;
    }
    mode = event.button === 1 || isMoving() ? "move" : "paint";
    if (mode === "move") return;
    controller.point(pointOf(event));
    controller.begin();
  };

  const drag = (event: PointerEvent) => {
    const at = pointOf(event);
    if (!down.has(event.pointerId)) {
      if (event.pointerType !== "touch") controller.point(at);
      return;
    }
    const before = spanOf();
    down.set(event.pointerId, at);
    if (mode === "paint") {
      const steps = event.getCoalescedEvents?.() ?? [];
      for (const step of steps.length > 0 ? steps : [event]) {
        controller.point(pointOf(step));
        controller.extend();
      }
    }
    const after = spanOf();
    if (mode !== "move" || !before || !after) return;
    onMoved();
    controller.pan(after.middle.x - before.middle.x, after.middle.y - before.middle.y);
    if (down.size > 1) controller.zoom({ factor: after.length / before.length }, after.middle);
  };

  const release = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (mode === "paint") {
      if (event.type === "pointercancel") controller.abort();
      else controller.end();
      if (event.pointerType === "touch") controller.point(null);
    }
    // After a two-finger gesture, the remaining finger does not paint.
    if (down.size === 0) mode = null;
  };

  // Prevents the browser's auto-scroll by the middle button.
  const preventScroll = (event: MouseEvent) => {
    if (event.button === 1) event.preventDefault();
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && down.size === 0) controller.point(null);
  };
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    controller.zoom({ factor: wheelFactor ** (-event.deltaY * lines) }, pointOf(event));
  };

  const closing = new AbortController();
  const { signal } = closing;
  canvas.addEventListener("pointerdown", press, { signal });
  canvas.addEventListener("mousedown", preventScroll, { signal });
  canvas.addEventListener("pointermove", drag, { signal });
  canvas.addEventListener("pointerup", release, { signal });
  canvas.addEventListener("pointercancel", release, { signal });
  canvas.addEventListener("pointerleave", leave, { signal });
  canvas.addEventListener("wheel", turn, { signal, passive: false });
  signal.addEventListener("abort", preventFling(canvas));
  return () => closing.abort();
}
