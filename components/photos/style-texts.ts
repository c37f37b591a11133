import { marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import { type Style, styles } from "#lib/contract/photos/styles.ts";
import type { Translate } from "#lib/language/translate.ts";

/** The name of a style. Old work may have a style that was removed since: then the stored name. */
export function styleName(style: string | null, t: Translate): string {
  return style !== null && style in styles ? t(styles[style as Style].name) : (style ?? "");
}

/** The title in the history: `Luxury photo` or `Cut-out`. */
export function generationTitle(
  { operation, style }: { operation: string; style: string | null },
  t: Translate,
): string {
  return operation === "remove_bg" ? t("Cut-out") : t("{style} photo", { style: styleName(style, t) });
}

/** The title in the studio, where every tile is a photo. */
export function shortTitle(
  { operation, style }: { operation: string; style: string | null },
  t: Translate,
): string {
  return operation === "remove_bg" ? t("Cut-out") : styleName(style, t);
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
