/** What a finished photo has to say of the picture that it was made from. */
export const noteCodes = ["source_small", "person_or_hand"] as const;
export type NoteCode = (typeof noteCodes)[number];

/** As it was found when the photo was made. */
export type PhotoNote =
  | {
      code: "source_small";
      /** How many times the product was enlarged. */
      enlarged: number;
    }
  | { code: "person_or_hand" };

/** From this on, a product that was enlarged looks softer than what stands around it. */
export const leastEnlarged = 1.25;

/** A note in a person's words, in English. */
export function noteWords(note: PhotoNote): string {
  switch (note.code) {
    case "source_small":
      return `The product has fewer pixels in the picture than in the photo: it was enlarged ${note.enlarged.toFixed(1)} times and may look soft. Send a larger picture, or order a smaller size.`;
    case "person_or_hand":
      return "The picture seems to show a hand. It was kept as a part of the product: correct the mask where it is none.";
  }
}
