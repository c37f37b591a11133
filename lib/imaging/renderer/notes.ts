import { leastEnlarged, type PhotoNote } from "#lib/contract/photos/notes.ts";
import { showsHand } from "./person.ts";
import type { ProductCutOut } from "./product.ts";

/** What is to be said of the picture of a product that was enlarged so many times. */
export function notesOn(cutOut: ProductCutOut, enlarged: number): PhotoNote[] {
  const notes: PhotoNote[] = [];
  if (enlarged >= leastEnlarged)
    notes.push({ code: "source_small", enlarged: Math.round(enlarged * 10) / 10 });
  if (showsHand(cutOut)) notes.push({ code: "person_or_hand" });
  return notes;
}
