import { isTypo } from "#lib/platform/typo.ts";
import { colorCodes } from "./color-codes.ts";
import { wordsOf } from "./text.ts";
import { effects } from "./words.ts";

/** Words of sellers' prompts that the studio cannot render, and the nearest ones that it can. */
export const neighbors: Record<string, readonly string[]> = {
  podium: ["marble slab", "concrete"],
  pedestal: ["marble slab", "concrete"],
  plinth: ["marble slab", "concrete"],
  platform: ["concrete", "acrylic"],
  plant: ["palm shadows", "greenhouse"],
  flower: ["petals", "meadow"],
  leaf: ["autumn leaves", "leaf shadows"],
  rose: ["petals", "blossom"],
  sky: ["clouds", "sky background"],
  lagoon: ["beach", "water"],
  tropical: ["beach", "palm shadows"],
  island: ["beach", "sunset beach"],
  ocean: ["beach", "water"],
  sea: ["beach", "water"],
  lake: ["water", "mountains"],
  river: ["pebbles", "water"],
  waterfall: ["water", "moss"],
  jungle: ["greenhouse", "moss"],
  rainforest: ["greenhouse", "moss"],
  tree: ["forest", "tree shadows"],
  palm: ["palm shadows", "beach"],
  canyon: ["desert", "terracotta tiles"],
  hill: ["meadow", "mountains"],
  farm: ["meadow", "wood wall"],
  field: ["meadow", "grass"],
  hotel: ["spa", "bedroom"],
  store: ["shelf", "brick wall"],
  school: ["library", "nursery"],
  sport: ["gym", "grass"],
  stadium: ["gym", "grass"],
  baby: ["nursery", "pastel pink"],
  kid: ["nursery", "playful"],
  castle: ["library", "stage"],
  space: ["neon", "moonlight"],
  galaxy: ["neon", "moonlight"],
  star: ["moonlight", "city"],
  fog: ["overcast", "diffused"],
  mist: ["overcast", "diffused"],
  smoke: ["moody", "vignette"],
  rain: ["wet", "overcast"],
  fire: ["firelight", "candle"],
  floor: ["oak", "tiles"],
  carpet: ["wool", "fur"],
  rug: ["wool", "jute"],
  basket: ["rattan", "jute"],
  straw: ["rattan", "jute"],
  clay: ["terracotta tiles", "clay background"],
  ceramic: ["tiles", "terrazzo"],
  iron: ["steel", "slate"],
  silver: ["steel", "silver background"],
  plastic: ["acrylic", "glossy"],
  coffee: ["coffee beans", "cafe"],
  food: ["kitchen", "bakery"],
  fruit: ["kitchen", "summer"],
};

/** Shorter words are similar to too many others. */
const shortestTypo = 4;

/** Returns at most two replacements for an ignored phrase, nearest first; corrected typos before similar meanings. */
export function suggestionsFor(phrase: string): string[] {
  const words = wordsOf(phrase).map(({ text }) => text);
  const whole = words.length > 1 ? typoOf(words.join(" ")) : [];
  const single = words.flatMap((word) => [
    ...typoOf(word),
    ...(Object.hasOwn(neighbors, word) ? (neighbors[word] ?? []) : []),
  ]);
  const found = [...whole, ...single];
  return [...new Set(found)].filter((one) => one !== phrase.toLowerCase()).slice(0, 2);
}

/** Returns the known word that differs by a typo only. */
function typoOf(word: string): string[] {
  if (word.length < shortestTypo || knownWords().has(word)) return [];
  const similar = [...knownWords()].filter((known) => known[0] === word[0]);
  for (const errors of word.length < 6 ? [1] : [1, 2]) {
    const known = similar.find((one) => isTypo(word, one, errors));
    if (known !== undefined) return [known];
  }
  return [];
}

let words: ReadonlySet<string> | null = null;

function knownWords(): ReadonlySet<string> {
  words ??= new Set(
    [...effects.keys(), ...Object.keys(colorCodes)].filter((word) => word.length >= shortestTypo),
  );
  return words;
}
