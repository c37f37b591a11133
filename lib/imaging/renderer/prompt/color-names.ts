import { hexToRgb, luminance, mixRgb, type Rgb, scaleRgb } from "#lib/imaging/pixels/color.ts";
import { codes, pairs } from "./color-codes.ts";
import { wordsOf } from "./text.ts";
import { translations, wordsByLanguage } from "./translations/index.ts";
import { germanColors } from "./vocabulary/german.ts";
import { colorModifiersAfter } from "./vocabulary/romance.ts";
import { isRomanceNoun } from "./words.ts";

/** Gold in French is a word of English grammar, and cream is a product in most languages. */
const notColors = new Set(["or", "crema", "creme", "golden"]);
/** In English a mood; after a noun the color. */
const colorAfterNoun = new Set(["noir"]);

/** English color names by their translation, of one word or of two: `verde salvia`. */
const translated: Record<string, string> = Object.fromEntries([
  ...Object.values(translations.color).flatMap(translateColor),
  ...germanColors.map(([name, color]) => [plain(name), color]),
]);

const germanNames = new Set(germanColors.map(([name]) => plain(name)));

function translateColor(entry: string): [string, string][] {
  const [english, ...others] = wordsByLanguage(entry);
  const color = english?.words.find((word) => lookUp(codes, word) !== undefined);
  if (color === undefined) return [];
  return others
    .flatMap(({ words }) => words.map(plain))
    .filter((word) => !notColors.has(word) && lookUp(codes, word) === undefined)
    .map((word) => [word, color]);
}

function plain(phrase: string): string {
  return wordsOf(phrase)
    .map(({ text }) => text)
    .join(" ");
}

function englishOf(words: string): string {
  return lookUp(translated, words) ?? words;
}

function codeOf(word: string): string | undefined {
  return lookUp(codes, englishOf(word));
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

/** A color in a prompt, with the indexes of its words and its stable name: `light_sage`. */
export interface NamedColor {
  color: Rgb;
  from: number;
  to: number;
  value: string;
}

/** Returns the color of this word, changed by the modifiers around it; null when the word names none. */
export function colorAt(words: readonly string[], at: number): NamedColor | null {
  const word = words[at] ?? "";
  if (word.startsWith("#"))
    return /^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(word)
      ? { color: hexToRgb(word), from: at, to: at, value: word }
      : null;
  const before = words[at - 1] ?? "";
  const two = `${before} ${word}`;
  const pair = lookUp(pairs, two) ?? lookUp(codes, lookUp(translated, two) ?? "");
  const code = pair ?? codeOf(word);
  if (code === undefined || (colorAfterNoun.has(word) && !isRomanceNoun(before))) return null;
  let color = hexToRgb(code);
  let from = pair === undefined ? at : at - 1;
  const names = pair === undefined ? [englishOf(word)] : [englishOf(two).replace(" ", "_")];
  const change = (by: string) => {
    color = modifiers[by]?.(color) ?? color;
    names.unshift(by);
  };
  const after = lookUp(colorModifiersAfter, words[at + 1] ?? "");
  if (after !== undefined) change(after);
  for (let depth = 0; depth < 3 && from > 0 && isColorModifier(words[from - 1] ?? ""); depth++) {
    from--;
    change(words[from] ?? "");
  }
  return { color, from, to: after === undefined ? at : at + 1, value: names.join("_") };
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
  return codeOf(before) !== undefined && !plainHues.has(englishOf(before));
}

/** Returns whether this word modifies the color named after it. */
export function isColorModifier(word: string): boolean {
  return lookUp(modifiers, word) !== undefined;
}

/** Whether a color's name comes from Spanish, French or Italian only, where it follows its noun. */
export function isRomanceColor(word: string): boolean {
  return lookUp(translated, word) !== undefined && !germanNames.has(word);
}

/** Returns whether these two words name a color of their own. */
export function isColorPair(first: string, second: string): boolean {
  return lookUp(pairs, `${first} ${second}`) !== undefined;
}

function lookUp<T>(table: Record<string, T>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
