import type { Stance } from "#lib/contract/photos/values.ts";
import type { ProductCutOut, Surroundings } from "#lib/imaging/pixels/cut-out.ts";
import { type Contact, findContact } from "./contact.ts";
import { findCut } from "./frame-cut.ts";
import { productFields, scaleProduct, withMargin } from "./product.ts";
import { withStance } from "./stance.ts";

/** The stance of a product as its picture shows it. */
export interface Detected {
  stance: Stance;
  /** Set when the ground in the picture shows another stance than the outline. */
  corrected?: Stance;
  isSure: boolean;
}

/** Longer side, in pixels, at which an outline is judged, whatever the photo's size. */
const judgedSide = 320;

// Darkness of the ground next to a product; chosen on the pictures of assets/tests/stances.
/** Least darkness below a product that rests on its ground, and largest darkness below one that is over it. */
const rests = 0.15;
const isOver = 0.08;
/** Least darkness above or beside a lying product, and the largest ratio of the darkness below to that. */
const lies = 0.12;
const mostBelow = 1.15;
/** Sine of the camera's pitch, from the curve of a base, below which a product is seen from the side. */
const fromTheSide = 0.6;

const known = new WeakMap<Uint8Array, Detected>();

/** Detects a stance by the outline and, if the picture shows it, by the ground around the product. */
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
  if (cut.hangs) return { stance: "hang", isSure: true };
  if (cut.bottom) return { stance: "stand", isSure: true };
  const contact = findContact(alpha);
  const outline: Outline = withStance(contact, alpha, { cut }).stance === "floats" ? "float" : "stand";
  // A picture that was already cut out has only the outline.
  const { stance, isSure } = given.around
    ? byGround(contact, outline, given.around)
    : { stance: outline, isSure: outline === "stand" };
  return { stance, isSure, ...(stance !== outline && { corrected: stance }) };
}

type Judgment = Pick<Detected, "stance" | "isSure">;
type Outline = "stand" | "float";

function byGround(contact: Contact, outline: Outline, { dark, hasHorizon }: Surroundings): Judgment {
  const around = Math.max(dark.above, dark.beside);
  const seenFromSide = contact.seenPitchSin !== null && contact.seenPitchSin < fromTheSide;
  const mayLie = hasHorizon !== true && around >= lies && dark.below <= mostBelow * around;
  if (mayLie) {
    // A round base belongs to an upright product, and without room beside the product no horizon can be detected.
    if (hasHorizon === false && !seenFromSide) return { stance: "lie", isSure: true };
    return { stance: outline, isSure: outline === "stand" && seenFromSide };
  }
  if (dark.below >= rests) return { stance: "stand", isSure: true };
  if (outline === "float") return { stance: "float", isSure: dark.below < isOver };
  // Without visible shadow, a product that is not upright could also float level.
  return { stance: "stand", isSure: contact.upright || dark.below >= isOver };
}
