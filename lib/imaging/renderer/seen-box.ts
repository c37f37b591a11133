import type { BoundingBox } from "#lib/contract/photos/sizes.ts";
import type { ProductCutOut } from "./product.ts";
import type { Placement } from "./stage.ts";
import type { View } from "./view.ts";

/**
 * Where the product's visible box comes to lie when the larger box that was placed does, in whole pixels of the frame;
 * null where all of it is outside.
 */
export function seenBox(
  { box: visible }: Pick<ProductCutOut, "box">,
  { box: placed }: Pick<ProductCutOut, "box">,
  { placement, view }: { placement: Placement; view: View },
): BoundingBox | null {
  const [scaleX, scaleY] = [placement.width / placed.width, placement.height / placed.height];
  const left = Math.round(placement.left - view.left + (visible.left - placed.left) * scaleX);
  const top = Math.round(placement.top - view.top + (visible.top - placed.top) * scaleY);
  const right = left + Math.max(1, Math.round(visible.width * scaleX));
  const bottom = top + Math.max(1, Math.round(visible.height * scaleY));
  return clipBox({ left, top, width: right - left, height: bottom - top }, view);
}

/** What of a box lies inside of a frame; null where that is nothing. */
export function clipBox(box: BoundingBox, frame: { width: number; height: number }): BoundingBox | null {
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.min(frame.width, box.left + box.width) - left;
  const height = Math.min(frame.height, box.top + box.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}
