import type { Stance } from "#lib/contract/photos/values.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import type { Contact } from "./contact.ts";
import { detectStance } from "./detect-stance.ts";
import type { FrameCut } from "./frame-cut.ts";

/** The stance with which a product is put into its photo. */
export interface ResolvedStance {
  /** Requested, or shown by the picture's ground; absent: the outline decides, at the product's final size. */
  stance?: Stance;
  isSure: boolean;
}

/**
 * The requested stance, else the detected one. After a rotation by hand, only `lie` is certain to remain. Without
 * `mayFloat`, as in scenes, a product floats only on request: a detected `float` becomes `stand`, and is not sure.
 */
export async function resolveStance(
  given: ProductCutOut,
  { stance, layout }: Pick<RenderOptions, "stance" | "layout">,
  { mayFloat }: { mayFloat: boolean },
): Promise<ResolvedStance> {
  if (stance !== undefined) return { stance, isSure: true };
  const { stance: detected, corrected, isSure } = await detectStance(given);
  if (detected === "float" && !mayFloat) return { stance: "stand", isSure: false };
  const isTurned = (layout?.rotationDeg ?? 0) !== 0;
  return { ...(corrected && (!isTurned || corrected === "lie") && { stance: corrected }), isSure };
}

/** The stance in the photo. A product that its frame cuts off below counts as standing. */
export function stanceInPhoto(
  { stance }: Pick<Contact, "stance">,
  { hangs }: Pick<FrameCut, "hangs">,
  resolved: Pick<ResolvedStance, "stance">,
): Stance {
  if (stance === "lies") return "lie";
  if (stance !== "floats") return "stand";
  return resolved.stance === "hang" || hangs ? "hang" : "float";
}

/** The stance in which a scene shows a product of which only the outline is known: it floats only on request. */
export function stanceInScene(
  stance: Stance | undefined,
  { hangs }: Pick<FrameCut, "hangs">,
): Stance | undefined {
  return stance ?? (hangs ? undefined : "stand");
}
