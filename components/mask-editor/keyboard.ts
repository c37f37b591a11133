import type { CanvasController } from "./canvas-controller.ts";

/** The actions of keys besides moving the brush and painting. */
export interface KeyActions {
  setTool: (tool: "erase" | "restore") => void;
  swapTools: () => void;
  changeSize: (factor: number) => void;
  nextBackdrop: () => void;
  toggleEdges: () => void;
  save: () => void;
  showHelp: () => void;
  /** Shows pixels of the picture as pixels of the screen. */
  showFullSize: () => void;
}

/** One press of an arrow key moves the brush by so many CSS pixels, and with Shift by more. */
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
 * The keyboard over the canvas: arrows move the brush, Space and Enter paint, held down they draw a line. Space held
 * while a pointer drags moves the picture instead.
 */
export function createKeyboard(controller: CanvasController, actions: KeyActions) {
  let isSpaceDown = false;
  /** The space bar was used to move the picture. */
  let isSpaceSpent = false;

  const moveBrush = (key: string, { shiftKey, ctrlKey, metaKey }: KeyboardEvent) => {
    const direction = directions[key];
    if (!direction) return;
    if (ctrlKey || metaKey) return controller.pan(-direction.x * panPx, -direction.y * panPx);
    const { width, height } = controller.work.mask;
    const from = controller.cursor ?? { x: width / 2, y: height / 2 };
    const step = (shiftKey ? longStepPx : stepPx) / controller.view.scale;
    // A space bar that is held while the brush moves draws from where it was.
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
    e: () => actions.setTool("erase"),
    r: () => actions.setTool("restore"),
    x: actions.swapTools,
    "[": () => actions.changeSize(1 / sizeFactor),
    "]": () => actions.changeSize(sizeFactor),
    b: actions.nextBackdrop,
    f: actions.toggleEdges,
    "+": () => controller.zoom({ factor: zoomFactor }),
    "=": () => controller.zoom({ factor: zoomFactor }),
    "-": () => controller.zoom({ factor: 1 / zoomFactor }),
    "0": () => controller.fit(),
    "1": actions.showFullSize,
    "?": actions.showHelp,
  };

  return {
    isMoving: () => isSpaceDown,
    spend: () => {
      if (isSpaceDown) isSpaceSpent = true;
    },

    /** Keys that work wherever the focus is in the editor, but not while words are typed. */
    downAnywhere(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        const action =
          key === "z"
            ? event.shiftKey
              ? controller.redo
              : controller.undo
            : { y: controller.redo, s: actions.save }[key];
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

    /** Keys of the canvas itself. */
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

    /** The canvas lost the focus: all keys count as released. */
    release(): void {
      isSpaceDown = false;
      controller.end();
    },
  };
}
