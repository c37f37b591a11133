import type { Stance } from "#lib/contract/photos/stances.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { findContact } from "./contact.ts";
import { findCut } from "./frame-cut.ts";
import { productFields, scaleProduct, withMargin } from "./product.ts";
import { withStance } from "./stance.ts";

/** What a picture shows of its product's stance. */
export interface Detected {
  stance: Stance;
  /** Set where the ground in the picture shows another stance than the outline. */
  corrected?: Stance;
  isSure: boolean;
}

/** Longer side (pixels) at which an outline is judged: the same whatever the photo's size. */
const judgedSide = 320;

const known = new WeakMap<Uint8Array, Detected>();

/** Detects a stance: by the outline, and by the ground around it where the picture shows that. */
export async function detectStance(given: ProductCutOut): Promise<Detected> {
  const last = known.get(given.rgba);
  if (last) return last;
  const detected = await detect(given);
  known.set(given.rgba, detected);
  return detected;
}

async function detect(given: ProductCutOut): Promise<Detected> {
  const cutOut = withMargin(given);
  const scale = judgedSide / Math.max(cutOut.box.width, cutOut.box.height);
  const size = {
    width: Math.max(1, Math.round(cutOut.box.width * scale)),
    height: Math.max(1, Math.round(cutOut.box.height * scale)),
  };
  const { alpha } = productFields(await scaleProduct(cutOut, [1, 1, 1], size));
  const cut = findCut(given);
  const contact = withStance(findContact(alpha), alpha, { cut });
  const stance = contact.stance === "floats" ? (cut.hangs ? "hang" : "float") : "stand";
  return { stance, isSure: true };
}
