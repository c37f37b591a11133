/** Values of a photo's options that pages need too: what a browser loads has no schemas. */

/** Formats of results, by the names of the API. */
export const resultFormats = ["jpeg", "png", "webp", "avif"] as const;
export type ResultFormat = (typeof resultFormats)[number];

/** An owner's verdicts on a result, and how lists are narrowed by them. */
export const reviews = ["approved", "rejected"] as const;
export type Review = (typeof reviews)[number];
export const reviewFilters = [...reviews, "none"] as const;
export type ReviewFilter = (typeof reviewFilters)[number];

/** What a seed may be at most. */
export const maxSeed = 2 ** 31 - 1;

/** Looks that each style has: a seed chooses the one of its remainder. */
export const variantsPerStyle = 6;

/** What a part of a prompt speaks of. */
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
