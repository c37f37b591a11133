import { leastEnlarged, type PhotoNote } from "#lib/contract/photos/notes.ts";
import type { Box } from "#lib/contract/photos/sizes.ts";
import type { ProductCutOut } from "#lib/imaging/pixels/cut-out.ts";
import { showsHand } from "./person.ts";

/** What a photo became of its picture, as far as there may be something to say of it. */
export interface MadeOfPicture {
  /** How many times the product was enlarged. */
  enlarged: number;
  /** The picture shows clearly how the product stands, lies, hangs or floats. */
  isStanceSure?: boolean;
  /** The picture's frame cuts the product off. */
  isCutByFrame?: boolean;
  /** Where parts of the product may be missing, in pixels of the photo. */
  unsureParts?: readonly Box[];
}

/** What is to be said of the picture that a photo was made from. */
export function notesOn(
  cutOut: ProductCutOut,
  { enlarged, isStanceSure = true, isCutByFrame = false, unsureParts = [] }: MadeOfPicture,
): PhotoNote[] {
  const notes: PhotoNote[] = unsureParts.map((box) => ({ code: "unsure_parts", box }));
  if (!isStanceSure) notes.push({ code: "unsure_stance" });
  if (isCutByFrame) notes.push({ code: "cut_by_frame" });
  if (enlarged >= leastEnlarged)
    notes.push({ code: "source_small", enlarged: Math.round(enlarged * 10) / 10 });
  if (showsHand(cutOut)) notes.push({ code: "person_or_hand" });
  return notes;
}
