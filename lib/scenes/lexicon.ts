import type { PromptKind } from "../contract/photos/values.ts";
import { linearToSrgb, type Rgb } from "../imaging/pixels/color.ts";
import { colorCodes } from "../imaging/renderer/prompt/color-codes.ts";
import { colorAt } from "../imaging/renderer/prompt/color-names.ts";
import { isInSurroundings } from "../imaging/renderer/prompt/grammar.ts";
import { phraseKey, stemOf } from "../imaging/renderer/prompt/stem.ts";
import { wordsOf } from "../imaging/renderer/prompt/text.ts";
import { translations, wordsByLanguage } from "../imaging/renderer/prompt/translations/index.ts";
import { germanColors } from "../imaging/renderer/prompt/vocabulary/german.ts";
import { effects, productNouns, translatedEffects } from "../imaging/renderer/prompt/words.ts";
import type { CatalogueScene } from "./catalogue.ts";

/** The meaning of a phrase, and how important it is. */
interface Sense {
  /** Language-independent concepts: `word lemon`, `reader surface slate`, `color pink`. */
  concepts: Set<string>;
  /** 1 for a thing or a place, which decides the scene; less for light, mood and color, which can be adapted. */
  weight: number;
  /** Whether it may be the product itself. */
  isSold: boolean;
}

export interface Lexicon {
  /** Senses by stemmed phrase. */
  senses: ReadonlyMap<string, Sense>;
  /** Scenes (by catalogue index) that have a concept, each with its strength, 0…1. */
  scenes: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Number of scenes. */
  size: number;
  /** Single stems that occur in a scene, by first letter, for correcting typos. */
  spellings: ReadonlyMap<string, readonly string[]>;
}

const thing = 1;
const adaptable = 0.4;
const kindWeights: Record<PromptKind, number> = {
  surface: 0.9,
  place: thing,
  season: 0.9,
  light: adaptable,
  shadow: adaptable,
  reflection: adaptable,
  mood: adaptable,
  color: adaptable,
  space: 0,
};
const weights: Record<keyof typeof translations, number> = {
  object: thing,
  material: kindWeights.surface,
  place: thing,
  season: kindWeights.season,
  light: adaptable,
  mood: adaptable,
  color: adaptable,
};
/** Parts of almost every set, which do not decide the scene, and a time of day that the reader draws as a place. */
const commonplace = new Set([
  "word backdrop",
  "word seamless",
  "word wall",
  "word window",
  "word table",
  "word paper",
  "reader place evening",
]);

/** Things that scenes contain and sellers sell: alone, they are the product of the photo. */
const sold = new Set(
  "bauble book candle cup drink hat jewelry lamp necklace notebook pearl pillow ring scarf soap towel toy vase watch whisky"
    .split(" ")
    .map((name) => `word ${name}`),
);
const soldWords = "perfume, flacon, Parfüm, Flakon, Schuhe";
const soldKeys: ReadonlySet<string> = new Set([...productNouns, ...soldWords.split(", ")].map(keyOf));

/** The prompt reader groups words by how it draws them, such as stone with slate: weaker than the same word. */
const relatedStrength = 0.6;
/** A scene with `rose petals` also has roses; more so if it is named after them. */
const partStrength = { tag: 0.7, name: 0.96 };

/** Maps the words of all languages to concepts, and concepts to scenes. */
export function createLexicon(catalogue: readonly CatalogueScene[]): Lexicon {
  const senses = new Map<string, Sense>();
  const add = (phrase: string, concept: string, weight: number) => addKey(keyOf(phrase), concept, weight);
  const addKey = (key: string, concept: string, weight: number) => {
    const sense = senses.get(key) ?? { concepts: new Set(), weight: 0, isSold: soldKeys.has(key) };
    sense.concepts.add(concept);
    sense.isSold ||= sold.has(concept);
    sense.weight = Math.max(sense.weight, commonplace.has(concept) ? adaptable : weight);
    if (key !== "") senses.set(key, sense);
  };
  for (const [list, weight] of Object.entries(weights) as [keyof typeof weights, number][])
    for (const [concept, entry] of Object.entries(translations[list]))
      for (const phrase of wordsByLanguage(entry).flatMap(({ words }) => words))
        add(phrase, `word ${concept}`, weight);
  for (const [phrase, { kind, value }] of effects)
    if (kind !== "space") add(phrase, `reader ${kind} ${value}`, kindWeights[kind]);
  for (const [key, meanings] of translatedEffects)
    for (const { kind, value } of meanings.values())
      addKey(key, `reader ${kind} ${value}`, kindWeights[kind]);
  for (const name of [...Object.keys(colorCodes), ...germanColors.map(([german]) => german)]) {
    const color = colorAt(
      wordsOf(name).map(({ text }) => text),
      wordsOf(name).length - 1,
    );
    if (color) add(name, `color ${familyOf(color.color)}`, adaptable);
  }
  const terms = catalogue.map(termsOf);
  for (const { phrase, weight } of terms.flat())
    add(phrase, `term ${keyOf(phrase)}`, senses.has(keyOf(phrase)) ? 0 : weight);
  const scenes = indexScenes(terms, senses);
  const isFound = ({ concepts }: Sense) => [...concepts].some((concept) => scenes.has(concept));
  const found = [...senses].flatMap(([key, sense]) => (key.includes(" ") || !isFound(sense) ? [] : [key]));
  return { senses, scenes, size: catalogue.length, spellings: Map.groupBy(found, (key) => key.charAt(0)) };
}

function keyOf(phrase: string): string {
  return phraseKey(wordsOf(phrase).map(({ text }) => text));
}

const nameStrength = 1;

interface Term {
  phrase: string;
  /** Weight of the sense if no list has the phrase. */
  weight: number;
  /** How strongly the scene has it. */
  strength: number;
}

function termsOf({ name, tags, seasons, light, moods, colors }: CatalogueScene): Term[] {
  const all = (phrases: readonly string[], weight: number, strength: number) =>
    phrases.map((phrase) => ({ phrase, weight, strength }));
  return [
    ...all(Object.values(name), thing, nameStrength),
    ...all(Object.values(tags).flat(), thing, 0.95),
    ...all(
      seasons.filter((season) => season !== "all"),
      kindWeights.season,
      0.9,
    ),
    ...all(light, adaptable, 0.8),
    ...all(moods, adaptable, 0.9),
    ...all(colors, adaptable, 0.9),
  ];
}

function indexScenes(terms: readonly Term[][], senses: ReadonlyMap<string, Sense>) {
  const scenes = new Map<string, Map<number, number>>();
  terms.forEach((of, place) => {
    const has = (key: string, strength: number) => {
      for (const concept of senses.get(key)?.concepts ?? []) {
        const having = scenes.get(concept) ?? new Map<number, number>();
        const isExact = concept.startsWith("term ") || concept.startsWith("word ");
        const own = strength * (isExact ? 1 : relatedStrength);
        scenes.set(concept, having.set(place, Math.max(own, having.get(place) ?? 0)));
      }
    };
    for (const { phrase, strength } of of) {
      has(keyOf(phrase), strength);
      const parts = wordsOf(phrase);
      const part = strength === nameStrength ? partStrength.name : partStrength.tag;
      if (parts.length > 1) for (const { text } of parts) has(stemOf(text), strength * part);
    }
  });
  return scenes;
}

/** Colors of the same hue, or grays, are related: blush is a kind of pink. */
function familyOf(color: Rgb): string {
  const [red, green, blue] = [linearToSrgb(color[0]), linearToSrgb(color[1]), linearToSrgb(color[2])];
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 0.08) return most > 0.85 ? "white" : most < 0.25 ? "black" : "gray";
  const sixth =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return `hue ${Math.round(sixth * 2) % 12} ${most > 0.75 ? "light" : "dark"}`;
}

/** Products that stand on the floor, as `en | de | es | fr | it`. */
const largeProducts = [
  "chair, armchair, stool | Stuhl, Sessel, Hocker | silla, sillón, taburete | chaise, fauteuil, tabouret | sedia, poltrona, sgabello",
  "sofa, couch | Sofa, Couch | sofá | canapé | divano",
  "chest of drawers, wardrobe, bookcase | Kommode, Schrank, Regal | cómoda, armario, estantería | commode, armoire, étagère | cassettiera, armadio, scaffale",
  "coffee table, side table, dining table | Couchtisch, Beistelltisch, Esstisch | mesa de centro, mesa de comedor | table basse, table à manger | tavolino, tavolo da pranzo",
  "floor lamp | Stehlampe | lámpara de pie | lampadaire | lampada da terra, piantana",
  "furniture | Möbel, Möbelstück | mueble | meuble | mobili",
  "bicycle, bike, scooter, motorbike, motorcycle | Fahrrad, Rennrad, E-Bike, Roller, Motorroller, Motorrad | bicicleta, bici, patinete, motocicleta, moto | vélo, trottinette, scooter, moto | bicicletta, monopattino, motocicletta, moto",
  "car, sports car | Auto, Sportwagen | coche, automóvil | voiture | auto, automobile",
  "deck chair, sun lounger, hammock, parasol | Liegestuhl, Sonnenliege, Hängematte, Sonnenschirm | tumbona, hamaca, sombrilla | chaise longue, transat, hamac, parasol | sdraio, lettino, amaca, ombrellone",
  "suitcase, luggage, trolley | Koffer, Gepäck, Trolley | maleta, equipaje | valise, bagages | valigia, bagaglio",
  "pram, stroller, pushchair | Kinderwagen, Buggy | cochecito | poussette, landau | passeggino",
  "lawn mower, wheelbarrow, barbecue, grill | Rasenmäher, Schubkarre, Grill | cortacésped, carretilla, barbacoa | tondeuse, brouette, barbecue | tosaerba, carriola, barbecue",
  "treadmill, exercise bike, surfboard, guitar | Laufband, Heimtrainer, Surfbrett, Gitarre | cinta de correr, tabla de surf, guitarra | tapis de course, planche de surf, guitare | tapis roulant, tavola da surf, chitarra",
];

const largeKeys = new Set(
  largeProducts.flatMap((entry) => wordsByLanguage(entry).flatMap(({ words }) => words.map(keyOf))),
);
const longestPhrase = Math.max(...[...largeKeys].map((key) => key.split(" ").length));
/** Stems of this length also end compounds: `Bürostuhl`, `Kinderfahrrad`. */
const shortestEnd = 5;

/** Whether the product of a prompt is too large for a table. */
export function namesLargeProduct(prompt: string): boolean {
  const words = wordsOf(prompt).map(({ text }) => text);
  const stems = words.map((word) => phraseKey([word]));
  return stems.some(
    (stem, at) => (endOfLargeProduct(stems, at) !== null || isCompound(stem)) && !isInSurroundings(words, at),
  );
}

/** The end of the longest name of a large product that begins at a stem. */
export function endOfLargeProduct(stems: readonly string[], at: number): number | null {
  for (let length = Math.min(longestPhrase, stems.length - at); length > 0; length--)
    if (largeKeys.has(stems.slice(at, at + length).join(" "))) return at + length - 1;
  return null;
}

function isCompound(stem: string): boolean {
  for (const key of largeKeys)
    if (key.length >= shortestEnd && !key.includes(" ") && stem.endsWith(key)) return true;
  return false;
}
