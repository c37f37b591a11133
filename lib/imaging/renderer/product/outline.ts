import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Field } from "#lib/imaging/pixels/field.ts";
import type { Contact } from "./contact.ts";
import { findContact } from "./find-contact.ts";
import { scaleAlpha, withMargin } from "./product.ts";

/** The alpha of a product at a fixed size, and its contact with the ground. */
export interface Outline {
  alpha: Field;
  contact: Contact;
}

/** Its longer side in pixels, whatever the size of the photo. */
const side = 320;

const known = new WeakMap<Uint8Array, Promise<Outline>>();

/** Returns the outline by which stance and camera are judged. */
export function outlineOf(given: ProductCutOut): Promise<Outline> {
  const outline = known.get(given.rgba) ?? measure(given);
  known.set(given.rgba, outline);
  return outline;
}

async function measure(given: ProductCutOut): Promise<Outline> {
  const cutOut = withMargin(given);
  const size = scaleSize(cutOut.box, side / Math.max(cutOut.box.width, cutOut.box.height));
  const alpha = await scaleAlpha(cutOut, size);
  return { alpha, contact: findContact(alpha) };
}

/** The downward pitch of the camera that photographed a product; null when neither its base nor the ground shows it. */
export async function measurePitchDeg(given: ProductCutOut): Promise<number | null> {
  const { seenPitchSin } = (await outlineOf(given)).contact;
  const seen = seenPitchSin === null ? null : (Math.asin(Math.min(1, seenPitchSin)) * 180) / Math.PI;
  const least = given.around?.leastPitchDeg ?? 0;
  // Legs and grass may look like the front of a base.
  return least < leastSteepDeg ? seen : Math.max(seen ?? 0, least);
}

/** From this pitch on, a picture was taken from above. Less says nothing: the ground may end at a wall. */
const leastSteepDeg = 24;

/** Share of a standing product's height that is seen below the ground under its middle. */
export async function measureBelowGround(given: ProductCutOut): Promise<number> {
  const { alpha, contact } = await outlineOf(given);
  return Math.max(0, (contact.lowestY - contact.groundY) / alpha.height);
}
