import { hexToRgb, luminance, mixRgb, type Rgb, scaleRgb } from "#lib/imaging/pixels/color.ts";
import { wordsOf } from "./text.ts";
import { germanColors } from "./vocabulary/german.ts";

/** Colors by name: the CSS names in common use, and the words of paint charts and product pages. */
const codes: Record<string, string> = {
  alabaster: "#f1ece2",
  almond: "#e8d9c5",
  amber: "#e0962e",
  apricot: "#f3b98b",
  aqua: "#6fd0d0",
  aquamarine: "#8fdcc4",
  azure: "#cfe6f5",
  beige: "#e3d5c0",
  black: "#131315",
  blue: "#3f6fb5",
  blush: "#f0cfc8",
  bordeaux: "#5a1a28",
  bronze: "#8f6a3c",
  brown: "#7a5236",
  burgundy: "#661f2f",
  butter: "#f6e7ae",
  camel: "#c19a6b",
  caramel: "#b9773e",
  champagne: "#ecdcc0",
  charcoal: "#36383b",
  chocolate: "#4d3021",
  cinnamon: "#a65e36",
  clay: "#b9795c",
  cobalt: "#2a4fa3",
  copper: "#b87348",
  coral: "#f08a72",
  cream: "#f5ecd8",
  crimson: "#b3202f",
  cyan: "#5fc9d8",
  denim: "#4b6a8c",
  ecru: "#dfd3bb",
  eggplant: "#472a4b",
  emerald: "#1f7a5a",
  espresso: "#3a2820",
  forest: "#2f4f38",
  fuchsia: "#d4419a",
  ginger: "#b9652b",
  gold: "#cfa75a",
  golden: "#d8b063",
  graphite: "#414347",
  gray: "#b3b4b7",
  green: "#5c9160",
  greige: "#cfc6ba",
  grey: "#b3b4b7",
  honey: "#dca146",
  indigo: "#3d3f86",
  ivory: "#f6f1e4",
  jade: "#4b9a7c",
  khaki: "#b8a97f",
  lavender: "#cfc5e6",
  lemon: "#f5e36f",
  lilac: "#d3bfdf",
  lime: "#b5d34a",
  magenta: "#c23b8f",
  mahogany: "#5f2c22",
  maroon: "#5e1f2a",
  mauve: "#b79aae",
  mint: "#c3e3d3",
  mocha: "#8c6b56",
  mustard: "#cf9f31",
  navy: "#1e2d4d",
  nude: "#e5cbb8",
  ochre: "#c18a3a",
  olive: "#747849",
  onyx: "#18181b",
  orange: "#e58236",
  orchid: "#bd82bd",
  peach: "#f6c8ae",
  pearl: "#eeeae4",
  periwinkle: "#a9b3e3",
  petrol: "#1f4f5c",
  pink: "#eeb3c0",
  pistachio: "#c5d6a3",
  plum: "#61304f",
  purple: "#70509a",
  red: "#b9322f",
  rose: "#dfa3a5",
  ruby: "#9a1c37",
  rust: "#a6502f",
  saffron: "#e6a72f",
  sage: "#b4c2a7",
  salmon: "#f0a18d",
  sapphire: "#23468f",
  scarlet: "#c22b26",
  silver: "#cbcdd0",
  sky: "#bcdcf0",
  tan: "#cfb08a",
  taupe: "#a89a8c",
  teal: "#2f7f83",
  terracotta: "#c5755a",
  turquoise: "#5cc2bb",
  umber: "#6a4a34",
  vanilla: "#f4e8ce",
  violet: "#7d5fb0",
  white: "#fafafa",
  wine: "#642234",
  yellow: "#f0cf55",
};

/** Pairs of words that name a color of their own. */
const pairs: Record<string, string> = {
  "baby blue": "#c7dff0",
  "baby pink": "#f5d3da",
  "burnt orange": "#c4622d",
  "burnt sienna": "#b45f3c",
  "dusty rose": "#cfa09d",
  "egg shell": "#f0ead8",
  "forest green": "#2f4f38",
  "hot pink": "#e0559c",
  "jet black": "#0c0c0d",
  "midnight blue": "#1c2447",
  "off white": "#f4f1ea",
  "rose gold": "#dcab9d",
  "royal blue": "#2c4fb0",
  "sky blue": "#bcdcf0",
  "snow white": "#fdfdfd",
};

/** Color names and codes for the docs, in English. */
export const colorCodes: Readonly<Record<string, string>> = { ...codes, ...pairs };

const german: Record<string, string> = Object.fromEntries(
  germanColors.flatMap(([name, color]) => wordsOf(name).map(({ text }) => [text, color])),
);

function codeOf(word: string): string | undefined {
  return lookUp(codes, word) ?? lookUp(codes, lookUp(german, word) ?? "");
}

/** Returns a color's stable name from the words that name it: `light_sage`. */
export function colorValue(words: readonly string[]): string {
  return words.map((word) => lookUp(german, word) ?? word).join("_");
}

const modifiers: Record<string, (color: Rgb) => Rgb> = {
  light: lighten,
  pale: lighten,
  lighter: lighten,
  pastel: (color) => mixRgb(desaturate(color, 0.15), [0.9, 0.9, 0.9], 0.48),
  dark: (color) => scaleRgb(color, 0.3),
  darker: (color) => scaleRgb(color, 0.3),
  deep: (color) => scaleRgb(saturate(color, 0.2), 0.36),
  bright: (color) => saturate(color, 0.3),
  vivid: (color) => saturate(color, 0.45),
  muted: (color) => desaturate(color, 0.4),
  dusty: (color) => desaturate(color, 0.4),
  soft: (color) => mixRgb(color, [0.85, 0.85, 0.85], 0.3),
  warm: (color) => [Math.min(1, color[0] * 1.06), color[1], color[2] * 0.88],
  cool: (color) => [color[0] * 0.9, color[1], Math.min(1, color[2] * 1.06)],
};

function lighten(color: Rgb): Rgb {
  return mixRgb(color, [0.93, 0.93, 0.94], 0.68);
}

function desaturate(color: Rgb, amount: number): Rgb {
  const gray = luminance(color);
  return mixRgb(color, [gray, gray, gray], amount);
}

function saturate(color: Rgb, amount: number): Rgb {
  const gray = luminance(color);
  const channel = (value: number) => Math.min(1, Math.max(0, gray + (value - gray) * (1 + amount)));
  return [channel(color[0]), channel(color[1]), channel(color[2])];
}

/** Returns the color that ends at this word, changed by the modifiers before it; null when the word names none. */
export function colorAt(words: readonly string[], at: number): { color: Rgb; from: number } | null {
  const word = words[at] ?? "";
  if (word.startsWith("#"))
    return /^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(word) ? { color: hexToRgb(word), from: at } : null;
  const pair = at > 0 ? lookUp(pairs, `${words[at - 1]} ${word}`) : undefined;
  const code = pair ?? codeOf(word);
  if (code === undefined) return null;
  let color = hexToRgb(code);
  let from = pair === undefined ? at : at - 1;
  for (let depth = 0; depth < 3 && from > 0; depth++) {
    const change = lookUp(modifiers, words[from - 1] ?? "");
    if (!change) break;
    color = change(color);
    from--;
  }
  return { color, from };
}

/** "sage green" is sage: a plain hue after another color only names that color's family. */
const plainHues = new Set([
  "green",
  "blue",
  "pink",
  "red",
  "grey",
  "gray",
  "white",
  "black",
  "brown",
  "yellow",
  "orange",
  "purple",
]);

export function isFamilyName(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? "";
  const word = words[at] ?? "";
  if (!plainHues.has(word) || lookUp(pairs, `${before} ${word}`) !== undefined) return false;
  return codeOf(before) !== undefined && !plainHues.has(before);
}

/** Returns whether this word modifies the color named after it. */
export function isColorModifier(word: string): boolean {
  return lookUp(modifiers, word) !== undefined;
}

/** Returns whether these two words name a color of their own. */
export function isColorPair(first: string, second: string): boolean {
  return lookUp(pairs, `${first} ${second}`) !== undefined;
}

function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
