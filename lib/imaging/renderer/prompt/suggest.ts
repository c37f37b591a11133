import { colorCodes } from "./color-names.ts";
import { splitWords } from "./text.ts";
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
  const words = splitWords(phrase).map(({ text }) => text);
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
  const most = word.length < 6 ? 1 : 2;
  let best: { known: string; distance: number } | null = null;
  for (const known of knownWords()) {
    if (Math.abs(known.length - word.length) > most || known[0] !== word[0]) continue;
    const distance = editDistance(word, known);
    if (distance > 0 && distance <= most && distance < (best?.distance ?? most + 1))
      best = { known, distance };
  }
  return best ? [best.known] : [];
}

let words: ReadonlySet<string> | null = null;

function knownWords(): ReadonlySet<string> {
  words ??= new Set(
    [...effects.keys(), ...Object.keys(colorCodes)].filter((word) => word.length >= shortestTypo),
  );
  return words;
}

/** Number of letters that are missing, surplus, wrong or swapped with their neighbor (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
