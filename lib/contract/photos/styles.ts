/** The styles, ratios and resolutions on offer, their prices and sizes. One table, one line to change. */
export const styles = {
  studio: {
    baseCost: 1,
    defaultPrompt:
      "Professional studio product photo, seamless light grey gradient backdrop, soft key light from the upper left, gentle contact shadow",
  },
  amazon: {
    baseCost: 1,
    defaultPrompt:
      "Marketplace main image, product on pure white background, even light, product fills the frame",
  },
  luxury: {
    baseCost: 1,
    defaultPrompt:
      "Luxury product photo, dark glossy black surface, mirror reflection, dramatic rim light, moody",
  },
  lifestyle: {
    baseCost: 1,
    defaultPrompt:
      "Lifestyle product photo, warm oak table in a bright softly blurred room, morning window light",
  },
} as const;

export type Style = keyof typeof styles;
export const styleNames = Object.keys(styles) as [Style, ...Style[]];

export const aspectRatios = ["1:1", "4:3", "3:4", "16:9", "9:16"] as const;
export type AspectRatio = (typeof aspectRatios)[number];
export const defaultAspectRatio: AspectRatio = "1:1";

export const resolutions = ["1K", "2K", "4K"] as const;
export type Resolution = (typeof resolutions)[number];
export const defaultResolution: Resolution = "1K";

/** What a resolution multiplies: the base cost, and each side of 1K. */
export const multipliers: Record<Resolution, number> = { "1K": 1, "2K": 2, "4K": 4 };

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

/** Credits that a cut-out costs, whatever its size. */
export const cutoutCost = 10;

/** Credits that one photo costs: base cost of the style × resolution multiplier. */
export function generationCost(style: Style, resolution: Resolution): number {
  return styles[style].baseCost * multipliers[resolution];
}
