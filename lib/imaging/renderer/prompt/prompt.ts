import { isWhite, type Style } from "#lib/contract/photos/styles.ts";
import type { Scene } from "../scene/scene.ts";
import { styleDefinitions } from "../styles/index.ts";
import { colorAt, isColorModifier, isColorPair } from "./color-names.ts";
import { applyColors, namesColorAfter, nounAfter } from "./colors.ts";
import type { Draft, Known } from "./effects.ts";
import { type Language, languagesOf, negations } from "./grammar.ts";
import { phraseKey } from "./stem.ts";
import { clauseEnd, type Part, placesOf, type Word, wordsOf } from "./text.ts";
import { effects, isRomanceNoun, productNouns, translatedEffects } from "./words.ts";

/** The effect of a part of a prompt on the scene. */
export interface Understood extends Pick<Part, "kind" | "value"> {
  /** The words as they were written. */
  text: string;
}

/** Result of reading a prompt. */
interface Reading {
  scene: Scene;
  words: readonly Word[];
  /** In the order of the prompt. */
  parts: readonly Part[];
  /** Indexes of the words that determine the scene, or that deliberately leave it unchanged. */
  used: ReadonlySet<number>;
  /** Indexes of words whose effect a later part of the prompt replaced. */
  superseded: ReadonlySet<number>;
}

/**
 * Returns the scene that a style and a prompt describe. Reads colors, surfaces, light, mood and settings; unknown
 * words change nothing, and any text is accepted. A white style stays white.
 */
export function readScene(style: Style, prompt: string | null): Scene {
  if (prompt === null || isWhite(style)) return styleDefinitions[style].scene;
  return readPrompt(style, prompt).scene;
}

/** Like `readScene`, with the effect of each part of the prompt, for any style; changes the scene `base`. */
export function readPrompt(
  style: Style,
  prompt: string,
  base: Scene = styleDefinitions[style].scene,
): Reading {
  const scene = draftOf(base);
  const found = wordsOf(prompt);
  const words = found.map(({ text }) => text);
  const used = new Set<number>();
  const parts: Part[] = [...applyPhrases(scene, words, used)];
  const colors = applyColors(scene, words, { used, parts: [...parts] });
  parts.push(...colors.parts);
  const { namesRoom: _room, namesSurface: _surface, namesBack: _back, ...described } = scene;
  const lost = parts.filter((part) => isSuperseded(part, parts, described));
  return {
    scene: described,
    words: found,
    parts: parts.filter((part) => !lost.includes(part)).sort((a, b) => a.from - b.from),
    used,
    superseded: new Set([...lost, ...colors.unseen].flatMap(({ from, to }) => placesOf(from, to))),
  };
}

/** A scene has one surface and one place, the last ones that are named; paper has no place behind it. */
function isSuperseded(part: Part, parts: readonly Part[], scene: Scene): boolean {
  const { kind, value } = part;
  if ((kind !== "surface" && kind !== "place") || value.startsWith("no_") || vague.has(value)) return false;
  const rivals = parts.filter((other) => other.kind === kind && !other.value.startsWith("no_"));
  const last = rivals.filter((other) => !vague.has(other.value)).at(-1);
  if (last && last.value !== value) return true;
  if (kind === "place") return scene.backdrop !== "set" || scene.back === "wall";
  return scene.backdrop === "sweep" && value !== "paper";
}

/** Words that do not replace a surface or place that is named. */
const vague: ReadonlySet<string> = new Set(["table", "shelf"]);

function applyPhrases(scene: Draft, words: readonly string[], used: Set<number>): Part[] {
  const parts: Part[] = [];
  const languages = languagesOf(words);
  let negatedUntil = -1;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    if (negations.has(word)) negatedUntil = at + 4;
    if (word === clauseEnd || word === "but") negatedUntil = -1;
    const found = longestPhrase(words, at, languages);
    if (!found) {
      at++;
      continue;
    }
    const { known, length } = found;
    const [from, to] = [at, at + length - 1];
    for (; at <= to; at++) used.add(at);
    // A leather bag does not ask for a leather table.
    if (known.kind === "surface" && (productNouns.has(words[at] ?? "") || isMaterialOf(words, from)))
      continue;
    const negated = from <= negatedUntil;
    known.effect(scene, negated);
    parts.push({ kind: known.kind, value: negated ? `no_${known.value}` : known.value, from, to });
  }
  return parts;
}

/** In "bolso de piel" the material is the product's. */
function isMaterialOf(words: readonly string[], at: number): boolean {
  const [noun = "", of = ""] = words.slice(Math.max(0, at - 2), at);
  return materialPrepositions.has(of) && productNouns.has(noun) && isRomanceNoun(noun);
}

const materialPrepositions = new Set(["de", "en", "di", "in"]);

/** The first words of all phrases: most words of a prompt begin none. */
const firstWords: ReadonlySet<string> = new Set(
  [...effects.keys()].map((phrase) => phrase.split(" ")[0] ?? ""),
);
const firstStems: ReadonlySet<string> = new Set(
  [...translatedEffects.keys()].map((key) => key.split(" ")[0] ?? ""),
);

function longestPhrase(words: readonly string[], at: number, languages: ReadonlySet<Language>) {
  const first = words[at] ?? "";
  if (!firstWords.has(first) && !firstStems.has(phraseKey([first]))) return null;
  for (let length = 4; length >= 1; length--) {
    if (at + length > words.length) continue;
    const parts = words.slice(at, at + length);
    const phrase = parts.join(" ");
    const known = effects.get(phrase) ?? translatedEffect(parts, languages);
    if (!known) continue;
    // "bright blue" and "warm gray" describe the color, not the light.
    if (length === 1 && isColorModifier(phrase) && namesColorAfter(words, at)) return null;
    // "snow white" is a color, and so is "forest" before a wall.
    if (length === 1 && colorAt(words, at) && nounAfter(words, at)?.kind === "back") return null;
    if (length === 1 && isColorPair(phrase, words[at + 1] ?? "")) return null;
    // "mármol negro" and "verde oscuro" are colors, too.
    if (length === 1 && colorAt(words, at) && isRomanceNoun(words[at - 1] ?? "")) return null;
    if (length === 1 && colorAt(words, at - 1)?.to === at) return null;
    return { known, length };
  }
  return null;
}

function translatedEffect(words: readonly string[], languages: ReadonlySet<Language>): Known | undefined {
  const meanings = translatedEffects.get(phraseKey(words));
  return meanings && [...meanings].find(([language]) => languages.has(language))?.[1];
}

function draftOf(scene: Scene): Draft {
  return { ...scene, light: { ...scene.light }, namesRoom: false, namesSurface: false, namesBack: false };
}
