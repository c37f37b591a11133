import type { Known } from "./effects.ts";
import type { Language } from "./grammar.ts";
import { phraseKey } from "./stem.ts";
import { wordsOf } from "./text.ts";
import { translations, wordsByLanguage } from "./translations/index.ts";
import * as german from "./vocabulary/german.ts";
import { englishPhrases } from "./vocabulary/index.ts";
import { romance } from "./vocabulary/romance.ts";

/** What a phrase means in the languages that it belongs to. */
export type Meanings = ReadonlyMap<Language, Known>;

/** Effects of words in other languages by their stems: those of their first English translation. */
export const translatedEffects: ReadonlyMap<string, Meanings> = translateEffects();

function translateEffects(): ReadonlyMap<string, Meanings> {
  const found = new Map<string, Map<Language, Known>>();
  // Colors are read by themselves.
  const { color: _, ...tables } = translations;
  const rows = Object.values(tables).flatMap((table) => Object.values(table).map(wordsByLanguage));
  const inEnglish = new Set(rows.flatMap(([english]) => english?.words ?? []));
  for (const [english, ...others] of rows) {
    const known = englishPhrases.get(english?.words[0] ?? "");
    if (known === undefined) continue;
    for (const { language, words } of others) {
      for (const word of words) {
        // `jungle` is French, too, but in an English prompt it is not understood.
        if (inEnglish.has(word)) continue;
        const key = keyOf(word);
        found.set(key, new Map(found.get(key)).set(language, known));
      }
    }
  }
  return found;
}

/** Effects by word or phrase of up to three words, in the singular and in lower case. */
export const effects: ReadonlyMap<string, Known> = new Map([
  ...[...german.germanPhrases].flatMap(([phrase, english]): [string, Known][] => {
    const known = english === null ? fromGerman(phrase) : englishPhrases.get(english);
    return known ? [[plain(phrase), known]] : [];
  }),
  ...[...englishPhrases].map(([phrase, known]): [string, Known] => [plain(phrase), known]),
]);

function fromGerman(phrase: string): Known | undefined {
  return translatedEffects.get(keyOf(phrase))?.get("de");
}

function keyOf(phrase: string): string {
  return phraseKey(plain(phrase).split(" "));
}

/** Normalizes a phrase like the words of a prompt. */
function plain(phrase: string): string {
  return wordsOf(phrase)
    .map(({ text }) => text)
    .join(" ");
}

function wordSet(list: string, more: readonly string[] = []): ReadonlySet<string> {
  return new Set([...list.split(", "), ...more.map(plain)]);
}

/** Nouns for what is behind the product; a color before one applies to it. */
export const backNouns = wordSet(
  "backdrop, background, wall, paper, seamless, sweep, gradient, studio, set, scene, tone, " +
    "environment, ambience, sky, setting",
  [...german.germanBackNouns, ...romance.back],
);

/** Nouns for the surface under the product; a color before one applies to it. */
export const groundNouns = wordSet(
  "surface, table, tabletop, floor, podium, pedestal, plinth, counter, countertop, desk, shelf, " +
    "ground, base, board, slab, tile, platform, stand, worktop, marble, wood, wooden, concrete, linen, " +
    "fabric, cloth, velvet, silk, stone, slate, sand, acrylic, plexiglass, glass, mirror, plaster, " +
    "cotton, canvas, terrazzo, travertine, granite, pebble, brick, bamboo, cork, rattan, jute, leather, wool, " +
    "blanket, fur, satin, felt, grass, snow, water, petal, confetti, steel, metal",
  [...german.germanGroundNouns, ...romance.ground],
);

/** Nouns for the product or the light, which keep their own colors; a color before one only describes it. */
export const otherNouns = wordSet(
  "product, item, bottle, jar, tube, mug, cup, shoe, sneaker, boot, bag, handbag, watch, ring, " +
    "perfume, fragrance, candle, box, package, packaging, dress, shirt, hat, beanie, lamp, chair, cream, " +
    "soap, lotion, serum, lipstick, label, logo, cap, lid, headphone, camera, phone, toy, plant, flower, " +
    "necklace, earring, bracelet, wallet, belt, jacket, sweater, coat, jean, pillow, cushion, vase, bowl, pan, " +
    "knife, sofa, speaker, laptop, tumbler, leaf, balance, hour, light, lighting, glow, shadow, rim, accent, reflection",
  [...german.germanOtherNouns, ...romance.other],
);

const notProducts = wordSet(
  "cream, plant, flower, leaf, balance, hour, light, lighting, glow, shadow, rim, accent, reflection",
  ["Licht", ...romance.light, ...romance.props],
);
/** Names of products: a material right before one is what the product is made of. */
export const productNouns: ReadonlySet<string> = new Set(
  [...otherNouns].filter((noun) => !notProducts.has(noun)),
);

/** Nouns for things that the studio cannot put into a scene. */
export const props = wordSet(
  "podium, pedestal, plinth, platform, plant, flower, leaf, sky, podio, socle",
  romance.props,
);

const romanceNouns: ReadonlySet<string> = new Set(
  [...romance.back, ...romance.ground, ...romance.other].map(plain),
);

/** Nouns of Spanish, French and Italian, where a color follows its noun. */
export function isRomanceNoun(word: string): boolean {
  return romanceNouns.has(word);
}

export function isNoun(word: string): boolean {
  return backNouns.has(word) || groundNouns.has(word) || otherNouns.has(word);
}
