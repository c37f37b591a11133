import type { Locale } from "../locales.ts";

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

/** Whether a product is corrected for the light and the camera of its picture. */
export const corrections = ["auto", "off"] as const;
export type Correction = (typeof corrections)[number];

/** Small things that lie on a scene's ground around the product. */
const props = {
  "rose-petals": { en: "Rose petals", de: "Rosenblätter" },
  "green-leaves": { en: "Green leaves", de: "Grüne Blätter" },
  "autumn-leaves": { en: "Autumn leaves", de: "Herbstlaub" },
  "fir-twigs": { en: "Fir twigs", de: "Tannenzweige" },
  "pine-cones": { en: "Pine cones", de: "Tannenzapfen" },
  "cinnamon-sticks": { en: "Cinnamon sticks", de: "Zimtstangen" },
  "coffee-beans": { en: "Coffee beans", de: "Kaffeebohnen" },
  "lemon-slices": { en: "Lemon slices", de: "Zitronenscheiben" },
  "ice-cubes": { en: "Ice cubes", de: "Eiswürfel" },
  pebbles: { en: "Pebbles", de: "Kieselsteine" },
  "sea-shells": { en: "Sea shells", de: "Muscheln" },
  "wood-shavings": { en: "Wood shavings", de: "Holzspäne" },
  confetti: { en: "Confetti", de: "Konfetti" },
  towel: { en: "Towel", de: "Handtuch" },
} as const satisfies Record<string, Record<Locale, string>>;

export type PropName = keyof typeof props;
export const propNames = Object.keys(props) as [PropName, ...PropName[]];
export const propTitles: Readonly<Record<PropName, Record<Locale, string>>> = props;

/** Most kinds of props in a photo: more look like a still life of their own. */
export const maxProps = 3;

/** What a product is made of, where its picture must be read differently for it. */
export const materials = ["glass"] as const;
