import type { Locale } from "../locales.ts";

/** Categories of scenes for sellers. */
const names = {
  beauty: { en: "Beauty", de: "Beauty" },
  food: { en: "Food and drink", de: "Essen und Trinken" },
  fashion: { en: "Fashion and accessories", de: "Mode und Accessoires" },
  jewelry: { en: "Jewelry", de: "Schmuck" },
  home: { en: "Home", de: "Wohnen" },
  toys: { en: "Toys and baby", de: "Spielzeug und Baby" },
  tech: { en: "Tech", de: "Technik" },
  outdoor: { en: "Outdoor", de: "Draußen" },
  seasonal: { en: "Seasonal", de: "Jahreszeiten und Feste" },
  minimal: { en: "Minimal", de: "Minimal" },
} as const satisfies Record<string, Record<Locale, string>>;

export type SceneCategory = keyof typeof names;
export const sceneCategoryNames: Readonly<Record<SceneCategory, Record<Locale, string>>> = names;
export const sceneCategories = Object.keys(names) as [SceneCategory, ...SceneCategory[]];

/** Sizes of products by the length of the longer side, in centimeters. */
export const productSizes = {
  small: { from: 0, to: 10 },
  medium: { from: 10, to: 45 },
  large: { from: 45, to: 400 },
} as const;
export type ProductSizeName = keyof typeof productSizes;
export const productSizeNames = Object.keys(productSizes) as [ProductSizeName, ...ProductSizeName[]];

/**
 * Whether a scene for products of this range suits one with this longer side (0 if unknown), all in centimeters: on a
 * floor, a product of unknown size may look like a giant.
 */
export function suitsSide(range: { from: number }, sideCm: number): boolean {
  return range.from < productSizes.medium.from || sideCm >= range.from;
}

/** Camera heights that a scene was rendered from: `flat` is vertically from above, `front` faces a wall with a hook. */
export const scenePitches = ["low", "middle", "high", "flat", "front"] as const;
export type ScenePitch = (typeof scenePitches)[number];
