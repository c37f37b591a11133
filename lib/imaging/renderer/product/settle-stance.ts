import type { Stance } from "#lib/contract/photos/stances.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Contact } from "./contact.ts";
import { detectStance } from "./detect-stance.ts";
import type { FrameCut } from "./frame-cut.ts";

/** How a product is to be put into its photo. */
export interface Settled {
  /** Asked for, or shown by the picture's ground; absent: its outline decides at the size that it gets. */
  stance?: Stance;
  isSure: boolean;
}

/** The stance that is asked for, else what the picture shows. Turned by hand, only what lies is sure to lie still. */
export async function settleStance(
  given: ProductCutOut,
  { stance, layout }: Pick<RenderOptions, "stance" | "layout">,
): Promise<Settled> {
  if (stance !== undefined) return { stance, isSure: true };
  const { corrected, isSure } = await detectStance(given);
  const isTurned = (layout?.rotationDeg ?? 0) !== 0;
  return { ...(corrected && (!isTurned || corrected === "lie") && { stance: corrected }), isSure };
}

/** The stance that it got. What its frame cuts off below counts as standing. */
export function stanceOf(
  { stance }: Pick<Contact, "stance">,
  { hangs }: Pick<FrameCut, "hangs">,
  { stance: settled }: Pick<Settled, "stance">,
): Stance {
  if (stance === "lies") return "lie";
  if (stance !== "floats") return "stand";
  return settled === "hang" || hangs ? "hang" : "float";
}
