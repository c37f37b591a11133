import { marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import { type Style, styles } from "#lib/contract/photos/styles.ts";
import type { Language, Translate } from "#lib/language/translate.ts";
import { shorten } from "./names.ts";

/** The name of a style. Old work may have a style that was removed since: then the stored name. */
export function styleName(style: string | null, t: Translate): string {
  return style !== null && style in styles ? t(styles[style as Style].name) : (style ?? "");
}

/** What a photo or cut-out is named after. */
export interface TitledWork {
  operation: string;
  style: string | null;
  scene?: string | null;
  prompt?: string | null;
}

const promptLength = 60;

/** The title in the history: the scene, else the words of the prompt, else the style; or `Cut-out`. */
export function generationTitle(work: TitledWork, language: Language): string {
  const { t } = language;
  const look = lookOf(work, language);
  return (
    look ??
    (work.operation === "remove_bg" ? t("Cut-out") : t("{style} photo", { style: styleName(work.style, t) }))
  );
}

/** The title in the studio, where every tile is a photo. */
export function shortTitle(work: TitledWork, language: Language): string {
  const { t } = language;
  const look = lookOf(work, language);
  return look ?? (work.operation === "remove_bg" ? t("Cut-out") : styleName(work.style, t));
}

/** The scene, or the words of the prompt in quotes; null for the set of a style, and for a cut-out. */
function lookOf({ operation, scene, prompt }: TitledWork, { sceneName }: Language): string | null {
  if (operation === "remove_bg") return null;
  if (scene) return sceneName(scene);
  const words = prompt?.trim();
  return words ? `“${words.length > promptLength ? `${shorten(words, promptLength)}…` : words}”` : null;
}

/** The label of a marketplace size, or `1200 × 800`; null without a valid size. */
export function sizeText(size: unknown, t: Translate): string | null {
  if (typeof size === "string") {
    const known = Object.entries(marketplaceSizes).find(([name]) => name === size);
    return known ? t(known[1].label) : null;
  }
  if (typeof size !== "object" || size === null || !("width" in size && "height" in size)) return null;
  return `${size.width} × ${size.height}`;
}
