import type { Stance } from "#lib/contract/photos/values.ts";
import type { ProductCutOut, Surroundings } from "#lib/imaging/pixels/cut-out.ts";
import type { Contact } from "./contact.ts";
import { findCut } from "./frame-cut.ts";
import { outlineOf } from "./outline.ts";
import { withStance } from "./stance.ts";

/** The stance of a product as its picture shows it. */
export interface Detected {
  stance: Stance;
  /** Set when the ground in the picture shows another stance than the outline. */
  corrected?: Stance;
  isSure: boolean;
}

// Darkness of the ground next to a product; chosen on the pictures of assets/tests/stances.
/** Least darkness below a product that rests on its ground, and largest darkness below one that is over it. */
const rests = 0.15;
const isOver = 0.08;
/** Least darkness above or beside a lying product, and the largest ratio of the darkness below to that. */
const lies = 0.12;
const mostBelow = 1.15;
/** Sine of the camera's pitch, from the curve of a base, below which a product is seen from the side. */
const fromTheSide = 0.6;

/** Detects a stance by the outline and, if the picture shows it, by the ground around the product. */
export async function detectStance(given: ProductCutOut): Promise<Detected> {
  const cut = findCut(given);
  if (cut.hangs) return { stance: "hang", isSure: true };
  if (cut.bottom) return { stance: "stand", isSure: true };
  const { contact, alpha } = await outlineOf(given);
  const outline: "stand" | "float" =
    withStance(contact, alpha, { cut }).stance === "floats" ? "float" : "stand";
  // A picture that was already cut out has only the outline.
  const { stance, isSure } = given.around
    ? byGround(contact, outline, given.around)
    : { stance: outline, isSure: outline === "stand" && !contact.tilted };
  return { stance, isSure, ...(stance !== outline && { corrected: stance }) };
}

type Judgment = Pick<Detected, "stance" | "isSure">;

function byGround(
  contact: Contact,
  outline: "stand" | "float",
  { dark, hasHorizon }: Surroundings,
): Judgment {
  const around = Math.max(dark.above, dark.beside);
  const seenFromSide = contact.seenPitchSin !== null && contact.seenPitchSin < fromTheSide;
  const mayLie = hasHorizon !== true && around >= lies && dark.below <= mostBelow * around;
  if (mayLie) {
    // A round base belongs to an upright product, and without room beside the product no horizon can be detected.
    if (hasHorizon === false && !seenFromSide) return { stance: "lie", isSure: true };
    return { stance: outline, isSure: outline === "stand" && seenFromSide };
  }
  // On the ground, but on what? Its contact is then a guess.
  if (dark.below >= rests) return { stance: "stand", isSure: outline === "stand" };
  if (outline === "float") return { stance: "float", isSure: dark.below < isOver };
  if (contact.tilted && dark.below < isOver) return { stance: "float", isSure: false };
  // Without visible shadow, a product that is not upright could also float level.
  return { stance: "stand", isSure: contact.upright || dark.below >= isOver };
}
