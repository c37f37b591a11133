import { marketplaceSizes } from "#lib/contract/marketplaces/list.ts";
import type { AspectRatio, Resolution, Style } from "#lib/contract/photos/styles.ts";
import type { Translate } from "../language/translate.ts";

interface StyleTexts {
  name: string;
  text: string;
  /** Example prompts by their label. */
  suggestions: Readonly<Record<string, string>>;
}

export const styleTexts: Record<Style, StyleTexts> = {
  studio: {
    name: "Studio",
    text: "Soft light, seamless grey",
    suggestions: {
      "Warm beige": "Seamless warm beige backdrop, soft light from the left, gentle shadow",
      "Pastel pink": "Seamless pastel pink backdrop, bright even light, soft contact shadow",
      "Sage green": "Seamless sage green backdrop, soft light from the right, gentle shadow",
      "Hard light": "Light grey backdrop, hard light from the upper right, crisp shadow",
    },
  },
  amazon: {
    name: "Amazon",
    text: "Pure white, fills the frame",
    suggestions: {},
  },
  luxury: {
    name: "Luxury",
    text: "Dark gloss, mirror, rim light",
    suggestions: {
      "Black marble": "Polished black marble surface, mirror reflection, dramatic rim light",
      "Deep red": "Glossy surface, deep burgundy backdrop, dramatic light, mirror reflection",
      "Midnight blue": "Glossy surface, midnight blue backdrop, cool rim light, mirror reflection",
      "Gold glow": "Dark glossy surface, warm golden glow behind the product, rim light",
    },
  },
  lifestyle: {
    name: "Lifestyle",
    text: "Oak table, morning window",
    suggestions: {
      "Marble kitchen": "White marble counter in a bright blurred kitchen, morning window light",
      Evening: "Dark wooden table in a cosy blurred room, warm evening light",
      Garden: "Light wooden table outdoors, blurred green garden, sunlight through leaves",
      "Concrete loft": "Concrete surface in a bright blurred loft, cool daylight from a window",
    },
  },
};

export const ratioUses: Record<AspectRatio, string> = {
  "1:1": "Shop and feed",
  "4:3": "Landscape",
  "3:4": "Portrait",
  "16:9": "Banner",
  "9:16": "Story",
};

export const resolutionUses: Record<Resolution, string> = { "1K": "Web", "2K": "Zoom", "4K": "Print" };

/** The style's name; a style that is no longer offered has its stored name. */
export function styleName(style: string | null, t: Translate): string {
  return style !== null && style in styleTexts ? t(styleTexts[style as Style].name) : (style ?? "");
}

/** `Luxury photo` or `Cut-out`: the title in the history. */
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

/** The name of a marketplace's size, or `1200 × 800`; null when neither. */
export function sizeText(size: unknown, t: Translate): string | null {
  if (typeof size === "string") {
    const known = Object.entries(marketplaceSizes).find(([name]) => name === size);
    return known ? t(known[1].label) : null;
  }
  if (typeof size !== "object" || size === null || !("width" in size && "height" in size)) return null;
  return `${size.width} × ${size.height}`;
}
