import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { clipBox } from "#lib/imaging/pixels/boxes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Part } from "#lib/imaging/pixels/sampling.ts";
import type { View } from "#lib/imaging/renderer/set/view.ts";
import type { ProductPixels } from "./enlarge.ts";
import { type Balance, scaleProduct } from "./product.ts";

/** The pixels of a product that a view shows, and their position in it. */
export interface SeenProduct {
  pixels: ProductPixels;
  left: number;
  top: number;
  /** Their position in the whole product. */
  part: Part;
  /** Of glass: the share of the light behind it that passes, premultiplied × 65,535. */
  passing?: Uint16Array | undefined;
}

/** Scales the product to its place in the frame, limited to the part that the view shows; null when it shows none. */
export async function seeProduct(
  cutOut: ProductCutOut,
  balance: Balance,
  { placement, view }: { placement: Box; view: View },
): Promise<SeenProduct | null> {
  const { width, height } = placement;
  const place = { ...placement, left: placement.left - view.left, top: placement.top - view.top };
  const seen = clipBox(place, view);
  if (!seen) return null;
  const part = { ...seen, left: seen.left - place.left, top: seen.top - place.top };
  const pixels = await scaleProduct(cutOut, balance, { width, height }, part);
  return { pixels, left: seen.left, top: seen.top, part: wholeIn({ width, height }, part) };
}

/** The whole product, at its place in a frame that contains all of it. */
export function seenWhole(pixels: ProductPixels, { left, top }: Pick<Box, "left" | "top">): SeenProduct {
  return { pixels, left, top, part: wholeIn(pixels, { left: 0, top: 0, width: pixels.width }) };
}

function wholeIn({ width, height }: Size, part: { left: number; top: number; width: number }): Part {
  return { width, height, left: part.left, top: part.top, columns: part.width };
}

/** Boxes of parts of the product, in the view. */
export function seenParts(
  parts: readonly Box[] = [],
  placed: Pick<ProductCutOut, "box">,
  where: { placement: Box; view: View },
): Box[] {
  return parts.flatMap((box) => seenBox({ box }, placed, where) ?? []);
}

/**
 * Converts the product's visible box to whole pixels of the view, given the place of the larger box with margins;
 * null when all of it is outside.
 */
export function seenBox(
  { box: visible }: Pick<ProductCutOut, "box">,
  { box: placed }: Pick<ProductCutOut, "box">,
  { placement, view }: { placement: Box; view: View },
): Box | null {
  const [scaleX, scaleY] = [placement.width / placed.width, placement.height / placed.height];
  const left = Math.round(placement.left - view.left + (visible.left - placed.left) * scaleX);
  const top = Math.round(placement.top - view.top + (visible.top - placed.top) * scaleY);
  const right = left + Math.max(1, Math.round(visible.width * scaleX));
  const bottom = top + Math.max(1, Math.round(visible.height * scaleY));
  return clipBox({ left, top, width: right - left, height: bottom - top }, view);
}
