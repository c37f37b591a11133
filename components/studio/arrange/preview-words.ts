import type { PhotoMode } from "#lib/contract/photos/modes.ts";
import type { Translate } from "#lib/language/translate.ts";
import { isPaintable } from "../../photos/modes.ts";
import type { Settings } from "../../photos/settings.ts";
import { sizeText } from "../../photos/style-texts.ts";
import { outputsOf } from "../order/outputs.ts";

/** The marketplace, size or aspect ratio of the first photo of an order, which the preview shows. */
export function describeShape(settings: Settings, t: Translate): string {
  const [first] = outputsOf(settings);
  if (!first) return "";
  return sizeText(first.size, t) ?? first.aspectRatio;
}

/** How the photo will differ from the preview, which is always made in studio mode; null if it will not. */
export function describeDifference(
  { styles, options }: Settings,
  mode: PhotoMode,
  t: Translate,
): string | null {
  const [style] = styles;
  // Models paint neither plain white nor a custom background.
  if (mode === "studio" || !style || !isPaintable(style) || options.background) return null;
  return mode === "scene"
    ? t("The studio's set as a guide: the model paints another scene, and keeps the place and size you set.")
    : t("The studio's set as a guide: the model repaints the picture, and chooses place and size itself.");
}
