import { leastEnlarged, type PhotoNote, type SizeMisfit } from "#lib/contract/photos/notes.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { showsHand } from "./person.ts";

/** Properties of a photo and its source that may need a note. */
export interface MadeOfPicture {
  /** Factor by which the product was enlarged. */
  enlarged: number;
  /** Whether the picture clearly shows how the product stands, lies, hangs or floats. */
  isStanceSure?: boolean;
  /** Whether the picture's frame cuts the product off. */
  isCutByFrame?: boolean;
  /** Boxes in which parts of the product may be missing, in pixels of the photo. */
  unsureParts?: readonly Box[];
  /** Why the product does not have its given size in the scene. */
  misfit?: SizeMisfit | undefined;
}

/** Returns the notes on the picture from which a photo was made. */
export function notesOn(
  cutOut: ProductCutOut,
  { enlarged, isStanceSure = true, isCutByFrame = false, unsureParts = [], misfit }: MadeOfPicture,
): PhotoNote[] {
  const notes: PhotoNote[] = unsureParts.map((box) => ({ code: "unsure_parts", box }));
  if (!isStanceSure) notes.push({ code: "unsure_stance" });
  if (isCutByFrame || cutOut.mayBeCutByFrame) notes.push({ code: "cut_by_frame" });
  if (enlarged >= leastEnlarged)
    notes.push({ code: "small_source", enlarged: Math.round(enlarged * 10) / 10 });
  if (misfit) notes.push({ code: "size_misfit", is: misfit });
  if (showsHand(cutOut)) notes.push({ code: "person_or_hand" });
  return notes;
}
