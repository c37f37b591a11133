import type { Box } from "./sizes.ts";

/** Notes of a finished photo about its source picture. */
export const noteCodes = [
  "unsure_parts",
  "unsure_stance",
  "cut_by_frame",
  "small_source",
  "person_or_hand",
  "size_misfit",
] as const;
export type NoteCode = (typeof noteCodes)[number];

/** As detected when the photo was made. */
export type PhotoNote =
  | {
      code: "unsure_parts";
      /** Position in the photo, in its pixels. */
      box: Box;
    }
  | { code: "unsure_stance" }
  | { code: "cut_by_frame" }
  | {
      code: "small_source";
      /** Factor by which the product was enlarged. */
      enlarged: number;
    }
  | { code: "person_or_hand" }
  | {
      code: "size_misfit";
      /** Whether the product's real size is too large or too small for the scene. */
      is: SizeMisfit;
    };

export type SizeMisfit = "too_large" | "too_small";

/** From this factor on, an enlarged product is visibly softer than its surroundings. */
export const leastEnlarged = 1.25;

/** A note in a response of the API. */
export interface ShownNote {
  code: NoteCode;
  message: string;
  box?: Box;
}

/** Notes with an English message. */
export function showNotes(notes: readonly PhotoNote[]): ShownNote[] {
  return notes.map((note): ShownNote => {
    const shown = { code: note.code, message: noteWords(note) };
    return note.code === "unsure_parts" ? { ...shown, box: note.box } : shown;
  });
}

export function noteWords(note: PhotoNote): string {
  switch (note.code) {
    case "unsure_parts":
      return "A part of the product may be missing here because it hardly differs from the background. Check the photo, and correct the mask if a part is missing.";
    case "unsure_stance":
      return "The picture does not show clearly whether the product stands, lies, hangs or floats. Set `stance` if it is wrong.";
    case "cut_by_frame":
      return "The frame of the picture cuts off the product, so the photo shows it at its own edge. Use a picture with space around the product.";
    case "small_source":
      return `The product has fewer pixels in the picture than in the photo. It was enlarged ${note.enlarged.toFixed(1)} times and may look soft. Use a larger picture, or order a smaller size.`;
    case "person_or_hand":
      return "The picture seems to show a hand, which was kept as a part of the product. Correct the mask if it is not a part of it.";
    case "size_misfit":
      return note.is === "too_large"
        ? "The product is too large for this scene, so it is shown smaller than its `product_size_cm`. Choose a scene for larger products."
        : "The product is too small for this scene, so it is shown larger than its `product_size_cm`. Choose a scene for smaller products.";
  }
}
