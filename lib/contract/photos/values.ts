/** Values of photo options without schemas, so that pages can load them in the browser. */

/** Formats of results, by their API names. */
export const resultFormats = ["jpeg", "png", "webp", "avif"] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** An owner's verdicts on a result, and the filters of lists by verdict. */
export const reviews = ["approved", "rejected"] as const;
export type Review = (typeof reviews)[number];
export const reviewFilters = [...reviews, "none"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

/** Maximum seed. */
export const maxSeed = 2 ** 31 - 1;

/** Variants per style: the seed modulo this number selects one. */
export const variantsPerStyle = 6;

/** What a part of a prompt describes. */
export const promptKinds = [
  "surface",
  "place",
  "color",
  "light",
  "shadow",
  "reflection",
  "season",
  "mood",
  "space",
] as const;
export type PromptKind = (typeof promptKinds)[number];

/**
 * How a product is placed in its photo. `stand`: it rests on its lowest points, seen from the side. `lie`: it lies on
 * its back, seen from above. `hang`: it hangs far above the ground. `float`: it is slightly above the ground.
 */
export const stances = ["stand", "lie", "hang", "float"] as const;
export type Stance = (typeof stances)[number];

/** Whether a product's own pixels are corrected for the light and the camera of its picture. */
export const corrections = ["auto", "off"] as const;
export type Correction = (typeof corrections)[number];
