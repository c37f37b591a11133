import { isColorModifier } from "../imaging/renderer/prompt/color-names.ts";
import { createRefusal, isFiller, negations } from "../imaging/renderer/prompt/grammar.ts";
import { stemOf, withoutDigraphs } from "../imaging/renderer/prompt/stem.ts";
import { clauseEnd, textOf, type Word, wordsOf } from "../imaging/renderer/prompt/text.ts";
import { compoundHeads } from "../imaging/renderer/prompt/vocabulary/german.ts";
import {
  backNouns,
  groundNouns,
  isNoun,
  otherNouns,
  productNouns,
} from "../imaging/renderer/prompt/words.ts";
import { lazy } from "../platform/lazy.ts";
import { isTypo } from "../platform/typo.ts";
import { type CatalogueScene, sceneCatalogue } from "./catalogue.ts";
import { createLexicon, endOfLargeProduct, type Lexicon } from "./lexicon.ts";

export interface SceneMatch {
  /** Best first; only scenes that match part of the prompt. */
  scenes: { id: string; score: number }[];
  /** Its phrases that match a scene, and its words that match none, in the order of the prompt. */
  parts: PartMatch[];
}

export interface PartMatch {
  /** As written. */
  text: string;
  /** Ids of the matching scenes, and of those that have the very thing. */
  scenes: readonly string[];
  exact: readonly string[];
  /** Whether it decides the scene: things, materials, places, seasons and unknown words; not light, mood and color. */
  isThing: boolean;
  /** Whether it may be the product itself: a vase. */
  isSold: boolean;
}

const longestPhrase = 5;
/** Weight of a word that matches no scene, relative to a decisive word; of a known or a sold thing to its own. */
const unknownWeight = 0.5;
const missingWeight = 0.7;
const soldWeight = 0.6;
/** From this weight on a word decides the scene, and from this strength on a scene has the very thing. */
const thingWeight = 0.5;
const exactStrength = 0.85;
/** How much less a word counts that matches most scenes, compared to one that matches a single scene. */
const commonDiscount = 0.4;
const refusedFactor = 0.4;
const [typoQuality, compoundQuality] = [0.75, 0.9];
const typedLength = 6;
const shortestSpelling = 5;
const longTypedLength = 8;
/** Longer words, and further unknown words, are not guessed. */
const longestTyped = 32;
const mostGuesses = 100;
const mostRecent = 200;

const nouns = [...backNouns, ...groundNouns, ...otherNouns];
const heads = new Set([...wordsOf(compoundHeads).map(({ text }) => text), ...nouns].map(stemOf));

/** The scenes that fit a prompt. Cached, because a page of the history matches the prompts of all its photos. */
export function matchScenes(prompt: string): SceneMatch {
  const { match, recent } = ownMatcher();
  const found = recent.get(prompt) ?? match(prompt);
  recent.delete(prompt);
  recent.set(prompt, found);
  const [oldest] = recent.size > mostRecent ? recent.keys() : [];
  if (oldest !== undefined) recent.delete(oldest);
  return found;
}

const ownMatcher = lazy(() => ({
  match: createMatcher(sceneCatalogue()),
  /** In the order of last use. */
  recent: new Map<string, SceneMatch>(),
}));

/** The match of a phrase: the strength in each scene (by index); a known phrase may match none. */
interface Found {
  weight: number;
  isThing: boolean;
  isSold: boolean;
  scenes: ReadonlyMap<number, number>;
}

/**
 * Matches prompts in English, German, Spanish, French and Italian, with inflections, compounds and typos. Any text is
 * accepted; of a long text only the first words count.
 */
export function createMatcher(catalogue: readonly CatalogueScene[]): (prompt: string) => SceneMatch {
  const lexicon = createLexicon(catalogue);
  return (prompt) => {
    const words = wordsOf(prompt);
    const { found, refused, understood, ignored } = readWords(words, lexicon);
    const total = [...found, ...ignored].reduce((sum, { weight }) => sum + weight, 0);
    const scores = catalogue.map(({ id }, place) => {
      const has = found.reduce((sum, { weight, scenes }) => sum + weight * (scenes.get(place) ?? 0), 0);
      const unwanted = refused.some(({ scenes }) => (scenes.get(place) ?? 0) > 0.5);
      const score = (has / Math.max(1, total)) * (unwanted ? refusedFactor : 1);
      return { id, score: Math.round(score * 1000) / 1000 };
    });
    const idOf = (place: number) => catalogue[place]?.id ?? [];
    return {
      scenes: scores.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score),
      parts: [...understood, ...ignored]
        .sort((a, b) => a.from - b.from)
        .map((at) => ({
          text: textOf(prompt, words, at),
          isThing: at.isThing,
          isSold: at.isSold,
          scenes: [...at.scenes.keys()].flatMap(idOf),
          exact: [...at.scenes].flatMap(([place, strength]) => (strength < exactStrength ? [] : idOf(place))),
        })),
    };
  };
}

type FoundAt = Found & { from: number; to: number };
const nothing: Found = { weight: unknownWeight, isThing: true, isSold: false, scenes: new Map() };

function readWords(words: readonly Word[], lexicon: Lexicon) {
  const guess = createGuess(lexicon);
  const found = new Map<string, Found>();
  const refused: Found[] = [];
  const understood: FoundAt[] = [];
  const ignored: FoundAt[] = [];
  const keys = words.map(({ text }) => stemOf(text));
  const refuses = createRefusal();
  for (let at = 0; at < words.length; at++) {
    const word = words[at]?.text ?? "";
    const isRefused = refuses(word);
    if (negations.has(word) || word === clauseEnd) continue;
    const phrase = longestFound(keys, at, lexicon);
    // A phrase may begin with grammar: `plan de travail`.
    if (isFiller(word) && (phrase?.length ?? 1) === 1) continue;
    const { length, found: match } = phrase ?? { length: 1, found: guess(word) ?? nothing };
    const to = at + length - 1;
    const isFound = match.scenes.size > 0;
    const product = endOfLargeProduct(keys, at);
    // A longer name says more than a part of it that a scene has: a sports car is not sports.
    if (product !== null && (product > to || !isFound)) {
      at = product;
      continue;
    }
    if (isFound && isRefused) refused.push(match);
    else if (isFound && !isOfProduct(match, words[to + 1]?.text)) {
      found.set(keys.slice(at, to + 1).join(" "), match);
      understood.push({ from: at, to, ...match });
    } else if (!isFound && !isRefused && (length > 1 || isWish(word)))
      ignored.push({ from: at, to, ...match });
    at = to;
  }
  return { found: [...found.values()], refused, understood, ignored };
}

/** In "red bottle" the color describes the product, not the scene. */
function isOfProduct({ weight }: Found, next: string | undefined): boolean {
  return weight < 0.5 && next !== undefined && productNouns.has(next);
}

function isWish(word: string): boolean {
  return word.length > 1 && !isNoun(word) && !isColorModifier(word) && !word.startsWith("#");
}

/** The longest known phrase from this word on, with scenes that match it or a part of it. */
function longestFound(keys: readonly string[], at: number, lexicon: Lexicon) {
  for (let length = Math.min(longestPhrase, keys.length - at); length > 0; length--) {
    const parts = keys.slice(at, at + length);
    const whole = lookUp(parts.join(" "), lexicon);
    if (!whole) continue;
    const others = length === 1 ? [] : parts.map((part) => lookUp(part, lexicon));
    return { length, found: combine(whole, others, 1 / length) };
  }
  return null;
}

function lookUp(key: string, { senses, scenes, size }: Lexicon, quality = 1): Found | null {
  const sense = senses.get(key);
  if (!sense) return null;
  const having = new Map<number, number>();
  for (const concept of sense.concepts)
    for (const [place, strength] of scenes.get(concept) ?? [])
      having.set(place, Math.max(having.get(place) ?? 0, strength * quality));
  const discount = (commonDiscount * (having.size - 1)) / Math.max(1, size - 1);
  const share = (having.size === 0 ? missingWeight : 1 - discount) * (sense.isSold ? soldWeight : 1);
  return {
    weight: sense.weight * share,
    isThing: sense.weight >= thingWeight,
    isSold: sense.isSold,
    scenes: having,
  };
}

/** As `lookUp`, for words that match a scene. */
function seek(key: string, lexicon: Lexicon, quality?: number): Found | null {
  const found = lookUp(key, lexicon, quality);
  return found && found.scenes.size > 0 ? found : null;
}

function combine(whole: Found, others: readonly (Found | null)[], quality: number): Found {
  const scenes = new Map(whole.scenes);
  for (const other of others)
    for (const [place, strength] of other?.scenes ?? [])
      scenes.set(place, Math.max(scenes.get(place) ?? 0, strength * quality));
  return { ...whole, scenes };
}

/** Guesses unknown words: without umlauts (`kueche`), as German compounds, or with typos. */
function createGuess(lexicon: Lexicon): (word: string) => Found | null {
  const known = new Map<string, Found | null>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined || known.size >= mostGuesses) return before ?? null;
    const found = word.length > longestTyped ? null : guess(word, lexicon);
    known.set(word, found);
    return found;
  };
}

function guess(word: string, lexicon: Lexicon): Found | null {
  const plain = withoutDigraphs(word);
  const respelt = plain === word ? null : seek(stemOf(plain), lexicon);
  return respelt ?? splitCompound(word, lexicon) ?? correct(word, lexicon);
}

function splitCompound(word: string, lexicon: Lexicon): Found | null {
  for (let cut = word.length - 3; cut >= 4; cut--) {
    const first = seek(stemOf(word.slice(0, cut)), lexicon, compoundQuality);
    if (!first) continue;
    const key = stemOf(word.slice(cut));
    const second = seek(key, lexicon, compoundQuality);
    if (second || heads.has(key)) return combine(first, [second], compoundQuality);
  }
  return null;
}

function correct(word: string, lexicon: Lexicon): Found | null {
  const key = stemOf(word);
  const candidates = lexicon.spellings.get(key.charAt(0)) ?? [];
  if (word.length < typedLength) return null;
  const most = word.length >= longTypedLength ? 2 : 1;
  for (let errors = 1; errors <= most; errors++) {
    const meant = candidates.filter(
      (spelling) => spelling.length >= shortestSpelling && isTypo(key, spelling, errors),
    );
    const [first, ...others] = meant.flatMap((spelling) => seek(spelling, lexicon, typoQuality) ?? []);
    if (first) return combine(first, others, 1);
  }
  return null;
}
