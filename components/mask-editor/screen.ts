import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { Point } from "../ui/zoom.ts";
import { type Backdrop, drawPart } from "./backdrops.ts";
import type { Brush, Work } from "./brush.ts";
import { meanProductColor } from "./pixels.ts";
import type { View } from "./view.ts";

/** From this scale on, pixels are drawn as sharp squares. */
const squaresFrom = 3;
const checkPx = 12;

interface ScreenOptions {
  canvas: HTMLCanvasElement;
  work: Work;
  /** Follows the cursor and shows the brush's size. */
  ring: HTMLElement;
}

interface Shown {
  view: View;
  backdrop: Backdrop;
  /** The part of the mask that has changed. */
  changed: Box | null;
  /** Whether the view or the backdrop has changed. */
  isMoved: boolean;
}

/** Draws the cut-out and the brush's ring; redraws only the changed part. */
export function createScreen({ canvas, work, ring }: ScreenOptions) {
  const { mask } = work;
  const context = canvas.getContext("2d");
  const layer = new OffscreenCanvas(mask.width, mask.height);
  const layerContext = layer.getContext("2d");
  if (!context || !layerContext) throw new Error("this browser draws no pictures");
  const productColor = `rgb(${meanProductColor(work.picture, mask).join(" ")})`;
  const checks = checkPattern(context);
  /** Size of the canvas in CSS pixels. */
  let size: Size = { width: 1, height: 1 };

  function clipTo(part: Box, { scale, x, y }: View): void {
    if (!context) return;
    const left = Math.floor(x + part.left * scale) - 1;
    const top = Math.floor(y + part.top * scale) - 1;
    context.beginPath();
    context.rect(left, top, Math.ceil(part.width * scale) + 3, Math.ceil(part.height * scale) + 3);
    context.clip();
  }

  /** Redraws the whole canvas, or only a part of the mask. */
  function drawView(part: Box | null, view: View, backdrop: Backdrop): void {
    if (!context) return;
    const ratio = canvas.width / size.width;
    context.save();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (part) clipTo(part, view);
    context.clearRect(0, 0, size.width, size.height);
    const [width, height] = [mask.width * view.scale, mask.height * view.scale];
    if (backdrop !== "overlay") {
      context.fillStyle = { checkerboard: checks, black: "#000", white: "#fff", product: productColor }[
        backdrop
      ];
      context.fillRect(view.x, view.y, width, height);
    }
    context.imageSmoothingEnabled = view.scale < squaresFrom;
    context.imageSmoothingQuality = view.scale < 0.5 ? "medium" : "low";
    context.drawImage(layer, view.x, view.y, width, height);
    context.restore();
  }

  return {
    get size(): Size {
      return size;
    },
    resize({ width, height }: Size) {
      size = { width: Math.max(1, width), height: Math.max(1, height) };
      canvas.width = Math.round(size.width * devicePixelRatio);
      canvas.height = Math.round(size.height * devicePixelRatio);
    },
    draw({ view, backdrop, changed, isMoved }: Shown) {
      if (changed) layerContext.putImageData(drawPart(work, changed, backdrop), changed.left, changed.top);
      if (isMoved || changed) drawView(isMoved ? null : changed, view, backdrop);
    },
    /** Shows the ring at a point of the mask; null hides it. */
    moveRing(at: Point | null, view: View, brush: Brush) {
      ring.hidden = at === null;
      if (!at) return;
      const across = Math.max(4, brush.size * view.scale);
      ring.style.width = `${across}px`;
      ring.style.height = `${across}px`;
      const left = view.x + at.x * view.scale - across / 2;
      const top = view.y + at.y * view.scale - across / 2;
      ring.style.transform = `translate(${left}px, ${top}px)`;
    },
  };
}

function checkPattern(context: CanvasRenderingContext2D): CanvasPattern | string {
  const tile = new OffscreenCanvas(2 * checkPx, 2 * checkPx);
  const paint = tile.getContext("2d");
  if (!paint) return "#ddd";
  paint.fillStyle = "#fff";
  paint.fillRect(0, 0, 2 * checkPx, 2 * checkPx);
  paint.fillStyle = "#dcdde2";
  paint.fillRect(0, 0, checkPx, checkPx);
  paint.fillRect(checkPx, checkPx, checkPx, checkPx);
  return context.createPattern(tile, "repeat") ?? "#ddd";
}
