import { type Entry, nameOf } from "#components/photos/model.ts";
import { generationTitle, sizeText } from "#components/photos/style-texts.ts";
import { creditsText } from "#components/ui/format.ts";
import type { NoteCode, NoteKind } from "#lib/contract/photos/notes.ts";
import type { Language, Translate } from "#lib/language/translate.ts";

type Titled = Pick<Entry, "operation" | "style" | "scene" | "prompt" | "options">;

/** `Moss forest`, `Luxury photo` or `Cut-out`. */
export function describeWork(work: Titled, language: Language): string {
  const isMask = work.operation === "remove_bg" && work.options.output === "mask";
  return isMask ? language.t("Mask") : generationTitle(work, language);
}

/** The name, or the kind of work if it has no name. */
export function titleOf(entry: Entry, language: Language): string {
  return nameOf(entry) ?? describeWork(entry, language);
}

/** The size of a photo: a marketplace, pixels, or the resolution. Null for a cut-out. */
export function describeSize(
  { options, resolution }: Pick<Entry, "options" | "resolution">,
  t: Translate,
): string | null {
  return sizeText(options.size, t) ?? resolution;
}

export function describeOptions(options: Entry["options"], t: Translate): string[] {
  const {
    background,
    layout,
    light,
    shadow,
    reflection,
    crop,
    props,
    correct,
    material,
    format,
    trim,
    margin,
    mask_url: mask,
  } = options;
  return [
    isObject(background) &&
      ("color" in background
        ? t("Background {color}", { color: String(background.color) })
        : t("Own picture as background")),
    isObject(layout) && t("Placed by hand"),
    isObject(light) && t("Light set by hand"),
    typeof shadow === "number" && t("Shadow {percent} %", { percent: Math.round(shadow * 100) }),
    typeof reflection === "number" && t("Reflection {percent} %", { percent: Math.round(reflection * 100) }),
    isObject(crop) && t("Cropped"),
    Array.isArray(props) && props.length > 0 && t("With props"),
    correct === "auto" && t("Light and noise corrected"),
    material === "glass" && t("As glass"),
    (trim === true || typeof margin === "number") && t("Trimmed to the product"),
    typeof mask === "string" && t("Corrected cut-out"),
    typeof format === "string" && format.toUpperCase(),
  ].filter((phrase) => phrase !== false);
}

/** The label of a seed; null for a cut-out. */
export function describeSeed(seed: number | null, t: Translate): string | null {
  if (seed === null) return null;
  return seed === 0 ? t("Default") : t("Variant {seed}", { seed: String(seed) });
}

export function describeNotes(notes: readonly NoteKind[], t: Translate): string[] {
  return [...new Set(notes.map((note) => describeNote(note, t)))];
}

function describeNote({ code, corrected }: NoteKind, t: Translate): string {
  const small = t("The product is smaller in its picture than in the photo, and may look soft.");
  const texts: Record<NoteCode, string> = {
    unsure_parts: t(
      "A part of the product may be missing. Check the photo, and correct the cut-out if it is.",
    ),
    unsure_stance: t(
      "The picture does not show clearly whether the product stands, lies, hangs or floats. If it is wrong, choose it under “Adjust”.",
    ),
    ground_remains: t(
      "The product may still have a part of the ground on which it stood. Correct the cut-out if it does.",
    ),
    cut_by_frame: t("The product is cut off by the edge of its picture or of the photo."),
    small_source: small,
    glass_background_kept: t("The product seems to be of glass, which shows the background of its picture."),
    props_left_out: t("There is no room for some of the props."),
    size_misfit: t("The size of the product does not fit the scene, so it is shown in another size."),
    view_mismatch: t(
      "The scene is seen from above, the product obliquely: it looks as if it had fallen over.",
    ),
    color_cast: corrected
      ? t("The light of the picture had a color cast, which was removed.")
      : t("The light of the picture has a color cast."),
    too_dark: corrected
      ? t("The picture is too dark, so the product was made brighter.")
      : t("The picture is too dark."),
    tilted: corrected
      ? t("The product leans in its picture, and was made upright.")
      : t("The product leans in its picture."),
    noisy: t("The picture has noise, or blocks of a strong compression."),
    blurred: t("The picture is blurred."),
    text_unreadable: t("The picture shows the text on the product too blurred to be read."),
    scene_enlarged: t("The scene has fewer pixels than the photo, and may look soft."),
    person_or_hand: t(
      "A hand seems to be in the picture. Correct the cut-out if it does not belong in the photo.",
    ),
  };
  return texts[code];
}

/** `4 credits`, or a note that nothing was charged. */
export function describeCost(
  { credits_used: credits, status, refunded_at }: Pick<Entry, "credits_used" | "status" | "refunded_at">,
  t: Translate,
): string {
  if (credits > 0) return creditsText(credits, t);
  return status === "succeeded" && !refunded_at ? t("Nothing, reused") : t("Nothing, refunded");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
