import type { Stance } from "#lib/contract/photos/stances.ts";
import type { ProductCutOut, Surroundings } from "#lib/imaging/pixels/cut-out.ts";
import { type Contact, findContact } from "./contact.ts";
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

// Darkness of the ground next to a product; chosen on the pictures of lib/testing/imaging/stances.
/** What rests on its ground darkens it below itself by this; what is over it, by less than the other. */
const rests = 0.15;
const isOver = 0.08;
/** What lies darkens its ground above or beside itself by this, and below not more than in this proportion. */
const lies = 0.12;
const mostBelow = 1.15;
/** A base whose curve shows a camera that looks down by less than this (sine) is seen from the side. */
const fromTheSide = 0.6;

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
  if (cut.hangs) return { stance: "hang", isSure: true };
  if (cut.bottom) return { stance: "stand", isSure: true };
  const contact = findContact(alpha);
  const outline: Outline = withStance(contact, alpha, { cut }).stance === "floats" ? "float" : "stand";
  // Of a picture that was cut out already there is only the outline.
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
    // A round base is that of something upright, and without room beside it no horizon can be looked for.
    if (hasHorizon === false && !seenFromSide) return { stance: "lie", isSure: true };
    return { stance: outline, isSure: outline === "stand" && seenFromSide };
  }
  if (dark.below >= rests) return { stance: "stand", isSure: true };
  if (outline === "float") return { stance: "float", isSure: dark.below < isOver };
  // What could fly level, over no shadow that is seen.
  return { stance: "stand", isSure: contact.upright || dark.below >= isOver };
}
