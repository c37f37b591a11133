import { type MarketplaceSize, marketplaceSizes } from "#lib/contract/marketplaces.ts";
import type { NoteCode } from "#lib/contract/photo-notes.ts";
import type { Translate } from "../language/translate.ts";
import { type Entry, nameOf } from "./model.ts";

type Titled = Pick<Entry, "operation" | "style" | "options">;

/** `Luxury photo` or `Cut-out`: what kind of work it is. */
export function describeWork({ operation, style, options }: Titled, t: Translate): string {
  if (operation === "remove_bg") return options.output === "mask" ? t("Mask") : t("Cut-out");
  return t(
    "{style, select, studio {Studio} amazon {Amazon} luxury {Luxury} lifestyle {Lifestyle} other {{name}}} photo",
    {
      style: style ?? "",
      name: style ?? "",
    },
  );
}

/** What it is called, else what kind of work it is. */
export function titleOf(entry: Parameters<typeof nameOf>[0], t: Translate): string {
  return nameOf(entry) ?? describeWork(entry, t);
}

/** What a photo measures in a seller's words: a marketplace, pixels, or the resolution. Null of a cut-out. */
export function describeSize(
  { options, resolution }: Pick<Entry, "options" | "resolution">,
  t: Translate,
): string | null {
  const { size } = options;
  if (isMarketplace(size)) return t(marketplaceSizes[size].label);
  if (isObject(size) && "width" in size && "height" in size) return `${size.width} × ${size.height}`;
  return resolution;
}

/** What was asked for beyond style, prompt and size, a short phrase each. */
export function describeOptions(options: Entry["options"], t: Translate): string[] {
  const {
    background,
    layout,
    light,
    shadow,
    reflection,
    crop,
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
    (trim === true || typeof margin === "number") && t("Trimmed to the product"),
    typeof mask === "string" && t("Corrected cut-out"),
    typeof format === "string" && format.toUpperCase(),
  ].filter((phrase) => phrase !== false);
}

/** Whether a seed makes another photo than the style's standard look, in a seller's words; null of a cut-out. */
export function describeSeed(seed: number | null, t: Translate): string | null {
  if (seed === null) return null;
  return seed === 0 ? t("Standard look") : t("Variant {seed}", { seed: String(seed) });
}

/** What a photo has to say of the picture that it was made from. */
export function describeNote(code: NoteCode, t: Translate): string {
  const texts: Record<NoteCode, string> = {
    source_small: t("The product is smaller in its picture than in the photo, and may look soft."),
    person_or_hand: t("A hand seems to be in the picture. Correct the cutout where it is not meant to stay."),
  };
  return texts[code];
}

/** `4 credits`, or that nothing was charged. */
export function describeCost(
  { credits_used: credits, status }: Pick<Entry, "credits_used" | "status">,
  t: Translate,
): string {
  if (credits > 0) return t("{count, plural, one {# credit} other {# credits}}", { count: credits });
  return status === "succeeded" ? t("Nothing, reused") : t("Nothing, refunded");
}

function isMarketplace(size: unknown): size is MarketplaceSize {
  return typeof size === "string" && Object.hasOwn(marketplaceSizes, size);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
