import type { ProductCutOut } from "../pixels/cut-out.ts";
import { findContact } from "../renderer/product/contact.ts";
import { productFields, scaleProduct, withMargin } from "../renderer/product/product.ts";

/** Longer side, in pixels, at which a base's curve is measured, whatever the photo's size. */
const readSide = 320;

const known = new WeakMap<Uint8Array, number | null>();

/** Returns the downward pitch of the product picture's camera; null when the base has no curve to measure. */
export async function measurePitchDeg(given: ProductCutOut): Promise<number | null> {
  const last = known.get(given.rgba);
  if (last !== undefined) return last;
  const cutOut = withMargin(given);
  const scale = readSide / Math.max(cutOut.box.width, cutOut.box.height);
  const size = {
    width: Math.max(1, Math.round(cutOut.box.width * scale)),
    height: Math.max(1, Math.round(cutOut.box.height * scale)),
  };
  const { alpha } = productFields(await scaleProduct(cutOut, [1, 1, 1], size));
  const { seenPitchSin } = findContact(alpha);
  const pitchDeg = seenPitchSin === null ? null : (Math.asin(Math.min(1, seenPitchSin)) * 180) / Math.PI;
  known.set(given.rgba, pitchDeg);
  return pitchDeg;
}
