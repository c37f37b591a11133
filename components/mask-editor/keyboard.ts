import type { CanvasController } from "./canvas-controller.ts";

/** The actions of keys other than moving the brush and painting. */
export interface KeyActions {
  setTool: (tool: "erase" | "restore") => void;
  swapTools: () => void;
  changeSize: (factor: number) => void;
  nextBackdrop: () => void;
  toggleEdges: () => void;
  save: () => void;
  showHelp: () => void;
  /** Zooms so that one picture pixel covers one device pixel. */
  showFullSize: () => void;
}

/** Step of the arrow keys in CSS pixels, without and with Shift. */
const stepPx = 6;
const longStepPx = 48;
const panPx = 60;
export const zoomFactor = 1.4;
export const sizeFactor = 1.2;

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * Keyboard control of the canvas: arrow keys move the brush, Space and Enter paint, and held down they draw a line.
 * Dragging with Space held pans instead.
 */
export function createKeyboard(controller: CanvasController, actions: () => KeyActions) {
  let isSpaceDown = false;
  /** The pressed space bar was used for panning. */
  let isSpaceSpent = false;

  const moveBrush = (key: string, { shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
    const direction = directions[key];
    if (!direction) return;
    if (ctrlKey || metaKey) return controller.pan(-direction.x * panPx, -direction.y * panPx);
    const { width, height } = controller.work.mask;
    const from = controller.cursor ?? { x: width / 2, y: height / 2 };
    const step = (shiftKey ? longStepPx : stepPx) / controller.view.scale;
    // With Space held, moving the brush draws from its previous position.
    if (isSpaceDown && !isSpaceSpent && !controller.isPainting) press();
    controller.pointInMask({ x: from.x + direction.x * step, y: from.y + direction.y * step });
    controller.extend();
  };
  const press = () => {
    const { width, height } = controller.work.mask;
    if (!controller.cursor) controller.pointInMask({ x: width / 2, y: height / 2 });
    controller.begin();
  };

  const plain: Record<string, () => void> = {
    e: () => actions().setTool("erase"),
    r: () => actions().setTool("restore"),
    x: () => actions().swapTools(),
    "[": () => actions().changeSize(1 / sizeFactor),
    "]": () => actions().changeSize(sizeFactor),
    b: () => actions().nextBackdrop(),
    f: () => actions().toggleEdges(),
    "+": () => controller.zoom({ factor: zoomFactor }),
    "=": () => controller.zoom({ factor: zoomFactor }),
    "-": () => controller.zoom({ factor: 1 / zoomFactor }),
    "0": () => controller.fit(),
    "1": () => actions().showFullSize(),
    "?": () => actions().showHelp(),
  };

  return {
    isMoving: () => isSpaceDown,
    spend: () => {
      if (isSpaceDown) isSpaceSpent = true;
    },

    /** Keys that work anywhere in the editor, except in text fields. */
    downAnywhere(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        const action =
          key === "z"
            ? event.shiftKey
              ? controller.redo
              : controller.undo
            : { y: controller.redo, s: actions().save }[key];
        if (!action) return;
        event.preventDefault();
        action();
        return;
      }
      const action = plain[key];
      if (!action) return;
      event.preventDefault();
      action();
    },

    /** Keys that work only on the canvas. */
    downOnCanvas(event: KeyboardEvent): void {
      if (event.altKey) return;
      if (event.key in directions) {
        event.preventDefault();
        moveBrush(event.key, event);
      }
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        if (event.repeat) return;
        isSpaceDown = event.key === " ";
        isSpaceSpent = false;
        if (!isSpaceDown) press();
      }
    },

    upOnCanvas(event: KeyboardEvent): void {
      if (event.key === "Enter") controller.end();
      if (event.key !== " " || !isSpaceDown) return;
      event.preventDefault();
      if (!isSpaceSpent && !controller.isPainting) press();
      isSpaceDown = false;
      controller.end();
    },

    /** On blur: all keys count as released. */
    release(): void {
      isSpaceDown = false;
      controller.end();
    },
  };
}
