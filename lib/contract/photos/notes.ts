import type { PhotoNote, SizeMisfit } from "./note-schema.ts";
import type { Box } from "./sizes.ts";

export type { PhotoNote, SizeMisfit };

/** Notes on a photo: about its source picture, and about what its frame and scene do to it. */
export const noteCodes = [
  "unsure_parts",
  "ground_remains",
  "unsure_stance",
  "cut_by_frame",
  "small_source",
  "color_cast",
  "too_dark",
  "tilted",
  "noisy",
  "blurred",
  "text_unreadable",
  "scene_enlarged",
  "person_or_hand",
  "size_misfit",
  "view_mismatch",
  "props_left_out",
  "glass_background_kept",
] as const;
export type NoteCode = (typeof noteCodes)[number];

/**
 * Whether a person should look at a photo with this note. A soft scene is so in every photo of that size, and a product
 * that leans is seen at once.
 */
export const asksForLook = ({ code, corrected = false }: NoteKind): boolean =>
  !corrected && code !== "scene_enlarged" && code !== "tilted";

/**
 * From this factor on, an enlarged product or scene is visibly soft. A product's is from labelled photos
 * (`npm run bench -- warnings`): of 20 from 1.25 to 1.5 none was soft, five had other faults.
 */
export const leastEnlarged = { product: 1.5, scene: 1.25 } as const;

/** What a note is about, and whether the photo is corrected for it. */
export interface NoteKind {
  code: NoteCode;
  corrected?: boolean;
}

/** A note in a response of the API. */
export interface ShownNote extends NoteKind {
  message: string;
  box?: Box;
}

/** Notes with an English message. */
export function showNotes(notes: readonly PhotoNote[]): ShownNote[] {
  return notes.map((note): ShownNote => {
    const shown = {
      code: note.code,
      message: noteWords(note),
      ...("corrected" in note && { corrected: note.corrected }),
    };
    return "box" in note && note.box ? { ...shown, box: note.box } : shown;
  });
}

export function noteWords(note: PhotoNote): string {
  switch (note.code) {
    case "unsure_parts":
      return "A part of the product may be missing here: it hardly differs from the background, or something covers it. Check the photo, and correct the mask if a part is missing.";
    case "unsure_stance":
      return "The picture does not show clearly whether the product stands, lies, hangs or floats. Set `stance` if it is wrong.";
    case "ground_remains":
      return "The product may still have a part of the ground on which it stood here. Check the photo, and correct the mask if it does.";
    case "cut_by_frame":
      return cutWords[note.by ?? "picture"];
    case "small_source":
      return `The product has fewer pixels in the picture than in the photo. It was enlarged ${note.enlarged.toFixed(1)} times and may look soft. Use a larger picture, or order a smaller size.`;
    case "scene_enlarged":
      return `The scene has fewer pixels than the photo. It was enlarged ${note.enlarged.toFixed(1)} times and may look soft. Order a smaller size, or show more of the scene with a smaller \`layout.scale\`.`;
    case "color_cast":
      return note.corrected
        ? "The light of the picture has a color, which was corrected."
        : "The light of the picture has a color, which changes the colors of the product. Set `correct` to `auto`, or use a picture in daylight.";
    case "too_dark":
      return note.corrected
        ? "The picture is too dark. The product was made brighter, and may show noise."
        : "The picture is too dark. Set `correct` to `auto`, or use a brighter picture.";
    case "tilted":
      return note.corrected
        ? `The product leaned by ${note.deg}° in the picture. It was made upright.`
        : `The product leans by ${note.deg}° in the picture. Set \`correct\` to \`auto\`, or turn it (\`layout.rotation_deg\`).`;
    case "noisy":
      return "The picture has noise or the blocks of a strong JPEG compression, which the photo shows. Use a picture that was taken in more light and saved in better quality.";
    case "blurred":
      return "The picture is blurred or out of focus, so the product looks soft in the photo. Use a sharper picture, or order a smaller size.";
    case "text_unreadable":
      return "The picture shows the text on the product too blurred to be read here. Use a picture that is focused on it, or larger.";
    case "person_or_hand":
      return "The picture seems to show a hand, which was kept as a part of the product. Correct the mask if it is not a part of it.";
    case "props_left_out":
      return `The scene has no free ground around the product for ${note.props.join(", ")}. Move the product or make it smaller (\`layout\`), or choose other props or another scene.`;
    case "glass_background_kept":
      return "The product seems to be of glass, which shows the background of its picture here. Set `material` to `glass` to show that of the photo.";
    case "view_mismatch":
      return "The scene is seen from straight above, and the picture shows the product obliquely, so it looks as if it had fallen over. Choose a scene that is seen from the side, or use a picture from above.";
    case "size_misfit":
      return note.is === "too_large"
        ? "The product is too large for this scene, so it is shown smaller than its `product_size_cm`. Choose a scene for larger products."
        : "The product is too small for this scene, so it is shown larger than its `product_size_cm`. Choose a scene for smaller products.";
  }
}

const cutWords = {
  picture:
    "The frame of the picture cuts off the product, so the photo shows it at its own edge. Use a picture with space around the product.",
  visible:
    "The frame of the picture cuts off the product, and the photo shows the cut. Use a picture with space around the product.",
  photo: "The frame of the photo cuts off the product. Make it smaller, or move it (`layout`, `crop`).",
} as const;
