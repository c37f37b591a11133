import { previewSide, type Size } from "#lib/contract/photos/sizes.ts";
import type { Stance } from "#lib/contract/photos/values.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import type { Contact } from "./contact.ts";
import type { ProductPixels } from "./enlarge.ts";
import { findContact } from "./find-contact.ts";
import type { FrameCut } from "./frame-cut.ts";
import { type Balance, productFields, scaleProduct } from "./product.ts";
import { withStance } from "./stance.ts";

/** A product at one size, and its contact with the ground. */
export interface ScaledProduct {
  pixels: ProductPixels;
  fields: { color: Field; alpha: Field };
  contact: Contact;
}

/** The last small result of each cut-out: while a preview's product is moved, it stays the same. */
const lastSmall = new WeakMap<Uint8Array, { key: string; scaled: ScaledProduct }>();

/** Scales the product, and derives its contact from the scaled outline. Callers must not change the result. */
export async function scaleWithContact(
  cutOut: ProductCutOut,
  {
    balance,
    size: { width, height },
    cut,
    stance: wanted,
  }: { balance: Balance; size: Size; cut: FrameCut; stance?: Stance | undefined },
): Promise<ScaledProduct> {
  const key = JSON.stringify([cutOut.box, width, height, balance, cut, wanted]);
  const known = lastSmall.get(cutOut.rgba);
  if (known?.key === key) return known.scaled;
  const pixels = await scaleProduct(cutOut, balance, { width, height });
  const fields = productFields(pixels);
  const contact = withStance(findContact(fields.alpha), fields.alpha, { cut, wanted });
  const scaled = { pixels, fields, contact };
  if (Math.max(width, height) <= previewSide) lastSmall.set(cutOut.rgba, { key, scaled });
  return scaled;
}
