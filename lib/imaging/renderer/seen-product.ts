import type { ProductPixels } from "./enlarge.ts";
import type { Part } from "./field.ts";
import { type Balance, type ProductCutOut, scaleProduct } from "./product.ts";
import { clipBox } from "./seen-box.ts";
import type { Placement } from "./stage.ts";
import type { View } from "./view.ts";

/** The pixels of a product that a view shows, and where they begin in it. */
export interface SeenProduct {
  pixels: ProductPixels;
  left: number;
  top: number;
  /** Which part of the whole product they are. */
  part: Part;
}

/** Scales the product to its place in the frame, as far as the view shows it; null where it shows nothing of it. */
export async function seeProduct(
  cutOut: ProductCutOut,
  balance: Balance,
  { placement, view }: { placement: Placement; view: View },
): Promise<SeenProduct | null> {
  const { width, height } = placement;
  const place = { ...placement, left: placement.left - view.left, top: placement.top - view.top };
  const seen = clipBox(place, view);
  if (!seen) return null;
  const part = { ...seen, left: seen.left - place.left, top: seen.top - place.top };
  const pixels = await scaleProduct(cutOut, balance, { width, height }, part);
  return { pixels, left: seen.left, top: seen.top, part: wholeIn({ width, height }, part) };
}

/** Pixels of the whole product, as seen at its place in a frame that holds all of it. */
export function seenWhole(
  pixels: ProductPixels,
  { left, top }: Pick<Placement, "left" | "top">,
): SeenProduct {
  return { pixels, left, top, part: wholeIn(pixels, { left: 0, top: 0, width: pixels.width }) };
}

function wholeIn(
  { width, height }: { width: number; height: number },
  part: { left: number; top: number; width: number },
): Part {
  return { width, height, left: part.left, top: part.top, columns: part.width };
}
