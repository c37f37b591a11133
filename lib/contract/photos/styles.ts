// Styles, aspect ratios and resolutions on offer, with prices and sizes.

/** A style on offer. Its scene is in `lib/imaging/renderer/styles`. */
interface StyleEntry {
  name: string;
  /** Short description on pages. */
  summary: string;
  /** Color of its bars and dots; each has a contrast of 3:1 to the card in its theme. */
  color: string;
  /** Price in 1K, in credits, where the operator sets none. */
  baseCost: number;
  /** `white`: pure white regardless of the prompt; `scene`: a set that a prompt can change. */
  set: "scene" | "white";
  /** Used if a request has no prompt. */
  defaultPrompt: string;
  /** Suggested prompts for other uses of the style, by label. */
  suggestions: Readonly<Record<string, string>>;
}

const table = {
  studio: {
    name: "Studio",
    summary: "Soft light, seamless grey",
    color: "light-dark(oklch(0.52 0.2 268), oklch(0.66 0.16 268))",
    baseCost: 1,
    set: "scene",
    defaultPrompt:
      "Professional studio product photo, seamless light grey gradient backdrop, soft key light from the upper left, gentle contact shadow",
    suggestions: {
      "Warm beige": "Seamless warm beige backdrop, soft light from the left, gentle shadow",
      "Pastel pink": "Seamless pastel pink backdrop, bright even light, soft contact shadow",
      "Sage green": "Seamless sage green backdrop, soft light from the right, gentle shadow",
      "Hard light": "Light grey backdrop, hard light from the upper right, crisp shadow",
    },
  },
  amazon: {
    name: "Amazon",
    summary: "Pure white, fills the frame",
    color: "light-dark(oklch(0.66 0.15 60), oklch(0.8 0.14 75))",
    baseCost: 1,
    set: "white",
    defaultPrompt:
      "Marketplace main image, product on pure white background, even light, product fills the frame",
    suggestions: {},
  },
  luxury: {
    name: "Luxury",
    summary: "Dark gloss, mirror, rim light",
    color: "light-dark(oklch(0.5 0.16 345), oklch(0.68 0.16 345))",
    baseCost: 1,
    set: "scene",
    defaultPrompt:
      "Luxury product photo, dark glossy black surface, mirror reflection, dramatic rim light, moody",
    suggestions: {
      "Black marble": "Polished black marble surface, mirror reflection, dramatic rim light",
      "Deep red": "Glossy surface, deep burgundy backdrop, dramatic light, mirror reflection",
      "Midnight blue": "Glossy surface, midnight blue backdrop, cool rim light, mirror reflection",
      "Gold glow": "Dark glossy surface, warm golden glow behind the product, rim light",
    },
  },
  lifestyle: {
    name: "Lifestyle",
    summary: "Oak table, morning window",
    color: "light-dark(oklch(0.58 0.12 160), oklch(0.76 0.13 160))",
    baseCost: 1,
    set: "scene",
    defaultPrompt:
      "Lifestyle product photo, warm oak table in a bright softly blurred room, morning window light",
    suggestions: {
      "Marble kitchen": "White marble counter in a bright blurred kitchen, morning window light",
      Evening: "Dark wooden table in a cosy blurred room, warm evening light",
      Garden: "Light wooden table outdoors, blurred green garden, sunlight through leaves",
      "Concrete loft": "Concrete surface in a bright blurred loft, cool daylight from a window",
    },
  },
} satisfies Record<string, StyleEntry>;

export type Style = keyof typeof table;
export const styles: Readonly<Record<Style, StyleEntry>> = table;
export const styleNames = Object.keys(styles) as [Style, ...Style[]];

/** Style of a photo in a rendered scene if the request names none. */
export const defaultSceneStyle: Style = "lifestyle";

/** Whether a style is pure white, regardless of the prompt. */
export function isWhite(style: Style): boolean {
  return styles[style].set === "white";
}

/** The caller's prompt; null if there is none, or if it equals the style's default prompt. */
export function customPrompt(style: Style, prompt: string | null | undefined): string | null {
  const words = prompt?.trim() || null;
  return words === styles[style].defaultPrompt ? null : words;
}

export const aspectRatios = ["1:1", "4:3", "3:4", "16:9", "9:16"] as const;
export type AspectRatio = (typeof aspectRatios)[number];
export const defaultAspectRatio: AspectRatio = "1:1";

/** Factor of a resolution, for the base cost and for each side of 1K. Ordered by size. */
export const multipliers = { "1K": 1, "2K": 2, "4K": 4 } as const;
export type Resolution = keyof typeof multipliers;
export const resolutions = Object.keys(multipliers) as [Resolution, ...Resolution[]];
export const defaultResolution: Resolution = "1K";
export const largestResolution = resolutions.reduce((a, b) => (multipliers[b] > multipliers[a] ? b : a));

/** Typical use of each aspect ratio. */
export const ratioUses: Record<AspectRatio, string> = {
  "1:1": "Shop and feed",
  "4:3": "Landscape",
  "3:4": "Portrait",
  "16:9": "Banner",
  "9:16": "Story",
};
export const resolutionUses: Record<Resolution, string> = { "1K": "Web", "2K": "Zoom", "4K": "Print" };

const baseSizes: Record<AspectRatio, { width: number; height: number }> = {
  "1:1": { width: 1024, height: 1024 },
  "4:3": { width: 1200, height: 896 },
  "3:4": { width: 896, height: 1200 },
  "16:9": { width: 1376, height: 768 },
  "9:16": { width: 768, height: 1376 },
};

/** Exact pixel size of a result: 2K doubles and 4K quadruples each side of 1K. */
export function outputSize(
  aspectRatio: AspectRatio,
  resolution: Resolution,
): { width: number; height: number } {
  const { width, height } = baseSizes[aspectRatio];
  const scale = multipliers[resolution];
  return { width: width * scale, height: height * scale };
}

/** Price of a cut-out in credits, for any size. */
export const cutoutCost = 10;

/** Price of a photo in 1K, in credits, by style. What applies in a deployment: `plans/offer.ts`. */
export type BaseCosts = Readonly<Record<Style, number>>;
export const defaultBaseCosts = Object.fromEntries(
  styleNames.map((style) => [style, styles[style].baseCost]),
) as BaseCosts;

/** Price of a photo in credits: base cost of the style × resolution multiplier. */
export function generationCost(style: Style, resolution: Resolution, baseCosts: BaseCosts): number {
  return baseCosts[style] * multipliers[resolution];
}
