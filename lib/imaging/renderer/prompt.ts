import type { PromptKind } from "#lib/contract/prompt-kinds.ts";
import { type Style, styles } from "#lib/contract/styles.ts";
import { hexToRgb, luminance, mixRgb, type Rgb, scaleRgb } from "./color.ts";
import { colorAt, colorValue, isColorModifier, isColorPair, isFamilyName } from "./color-names.ts";
import type { Draft } from "./prompt-effects.ts";
import { clauseEnd, negations, splitWords, type Word } from "./prompt-text.ts";
import { backNouns, effects, groundNouns, otherNouns, productNouns } from "./prompt-words.ts";
import type { Scene } from "./scene.ts";
import { styleScenes } from "./style-scenes.ts";

/** What a part of a prompt did to the scene. */
export interface Understood {
  kind: PromptKind;
  /** Stable name of what it means: `marble`, `from_left`, `light_sage`; with `no_` before it where it is refused. */
  value: string;
  /** The words as they were written. */
  text: string;
}

/** A part of a prompt while it is read: places of its first and last word. */
interface Part extends Omit<Understood, "text"> {
  from: number;
  to: number;
}

/** What was read out of a prompt. */
interface Reading {
  scene: Scene;
  words: readonly Word[];
  /** In the order of the prompt. */
  parts: readonly Part[];
  /** Places of the words that the scene was made of, or left alone because of. */
  used: ReadonlySet<number>;
  /** Places of words that a later part of the prompt took the effect of. */
  superseded: ReadonlySet<number>;
}

/**
 * The scene that a style and a prompt describe. Reads colors, surfaces, light, mood and settings; words that it
 * does not know change nothing, and any text is accepted. The marketplace style is always plain white.
 */
export function readScene(style: Style, prompt: string): Scene {
  // The style's scene is the reading of its own prompt.
  if (style === "amazon" || prompt === styles[style].defaultPrompt) return styleScenes[style];
  return readPrompt(style, prompt).scene;
}

/** As `readScene`, with what each part of the prompt did, of any style; `base`: what it is read into. */
export function readPrompt(style: Style, prompt: string, base: Scene = styleScenes[style]): Reading {
  const scene = draftOf(base);
  const found = splitWords(prompt);
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

/** A product stands on one surface in one place, the last one that is named; paper has no place behind it. */
function isSuperseded(part: Part, parts: readonly Part[], scene: Scene): boolean {
  const { kind, value } = part;
  if ((kind !== "surface" && kind !== "place") || value.startsWith("no_") || vague.has(value)) return false;
  const rivals = parts.filter((other) => other.kind === kind && !other.value.startsWith("no_"));
  const last = rivals.filter((other) => !vague.has(other.value)).at(-1);
  if (last && last.value !== value) return true;
  if (kind === "place") return scene.backdrop !== "set" || scene.back === "wall";
  return scene.backdrop === "sweep" && value !== "paper";
}

/** Words that leave a surface or a place that is named as it is. */
const vague: ReadonlySet<string> = new Set(["table", "shelf"]);

function placesOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function applyPhrases(scene: Draft, words: readonly string[], used: Set<number>): Part[] {
  const parts: Part[] = [];
  let negatedUntil = -1;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    if (negations.has(word)) negatedUntil = at + 4;
    if (word === clauseEnd || word === "but") negatedUntil = -1;
    const found = longestPhrase(words, at);
    if (!found) {
      at++;
      continue;
    }
    const { known, length } = found;
    const [from, to] = [at, at + length - 1];
    for (; at <= to; at++) used.add(at);
    // A leather bag is no leather table.
    if (known.kind === "surface" && productNouns.has(words[at] ?? "")) continue;
    const negated = from <= negatedUntil;
    known.effect(scene, negated);
    parts.push({ kind: known.kind, value: negated ? `no_${known.value}` : known.value, from, to });
  }
  return parts;
}

/** Most words begin no phrase at all. */
const firstWords: ReadonlySet<string> = new Set(
  [...effects.keys()].map((phrase) => phrase.split(" ")[0] ?? ""),
);

function longestPhrase(words: readonly string[], at: number) {
  if (!firstWords.has(words[at] ?? "")) return null;
  for (let length = 3; length >= 1; length--) {
    if (at + length > words.length) continue;
    const phrase = words.slice(at, at + length).join(" ");
    const known = effects.get(phrase);
    if (!known) continue;
    // "bright blue" and "warm gray" speak of the color, not of the light.
    if (length === 1 && isColorModifier(phrase) && namesColorAfter(words, at)) return null;
    // "snow white" is a color, and so is "forest" before a wall.
    if (length === 1 && colorAt(words, at) && nounAfter(words, at)?.kind === "back") return null;
    if (length === 1 && isColorPair(phrase, words[at + 1] ?? "")) return null;
    return { known, length };
  }
  return null;
}

function namesColorAfter(words: readonly string[], at: number): boolean {
  for (let next = at + 1; next <= at + 3 && next < words.length; next++) {
    if (colorAt(words, next)) return true;
    if (!isColorModifier(words[next] as string)) return false;
  }
  return false;
}

// A color belongs to the noun that follows it; on its own it is what stands behind the product.
function applyColors(
  scene: Draft,
  words: readonly string[],
  { used, parts: phrases }: { used: Set<number>; parts: readonly Part[] },
): { parts: Part[]; unseen: Part[] } {
  const parts: Part[] = [];
  const unseen: Part[] = [];
  const taken = new Set(
    phrases.filter((part) => isThing(part, words)).flatMap(({ from, to }) => placesOf(from, to)),
  );
  for (let at = 0; at < words.length; at++) {
    const found = colorAt(words, at);
    if (!found || taken.has(at)) continue;
    const use = () => {
      for (const part of placesOf(found.from, at)) used.add(part);
    };
    if (isFamilyName(words, at)) {
      use();
      continue;
    }
    const value = colorValue(words.slice(found.from, at + 1));
    if (isNegated(words, found.from)) {
      use();
      parts.push({ kind: "color", value: `no_${value}`, from: found.from, to: at });
      continue;
    }
    const overtaken =
      (isColorModifier(words[at + 1] ?? "") && colorAt(words, at + 2)) ||
      (colorAt(words, at + 1) && colorAt(words, at + 1)?.from === at);
    const noun = nounAfter(words, at);
    if (overtaken || noun?.kind === "other") {
      use();
      continue;
    }
    if (noun) {
      used.add(noun.at);
      // The sky of a "blue sky" is no color of its own.
      taken.add(noun.at);
    }
    use();
    const to = isFamilyName(words, at + 1) ? at + 1 : at;
    const isGround = noun?.kind === "ground";
    if (isGround) paintGround(scene, found.color);
    const isSeen = isGround || paintBack(scene, found.color, noun?.kind === "back");
    (isSeen ? parts : unseen).push({ kind: "color", value, from: found.from, to });
  }
  for (let at = 0; at < words.length; at++) {
    if (words[at] !== "dark" || taken.has(at) || namesColorAfter(words, at) || isNegated(words, at)) continue;
    const noun = nounAfter(words, at);
    if (!noun || noun.kind === "other") continue;
    used.add(at).add(noun.at);
    if (noun.kind === "back") paintBack(scene, darkened(scene.backColor), true);
    if (noun.kind === "ground" && scene.surface !== "walnut") {
      paintGround(scene, scene.surface === "acrylic" ? hexToRgb("#0d0d0f") : hexToRgb("#2b2a2c"));
    }
    parts.push({ kind: "color", value: "dark", from: at, to: at });
  }
  return { parts, unseen };
}

/** "rose petals" are no color, and "denim" is one only of something. */
function isThing({ kind, from, to }: Part, words: readonly string[]): boolean {
  const isNamed = kind === "surface" || kind === "place";
  return to > from || (isNamed && nounAfter(words, to) === null);
}

function darkened(color: Rgb): Rgb {
  return luminance(color) > 0.1 ? scaleRgb(color, 0.09) : color;
}

function isNegated(words: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 2); before--) {
    if (words[before] === clauseEnd) return false;
    if (negations.has(words[before] as string)) return true;
  }
  return false;
}

type Noun = { kind: "back" | "ground" | "other"; at: number };

function nounAfter(words: readonly string[], at: number): Noun | null {
  for (let next = at + 1; next <= at + 3 && next < words.length; next++) {
    const word = words[next] as string;
    if (word === clauseEnd || word === "and" || word === "with" || word === "on" || word === "in")
      return null;
    if (backNouns.has(word)) return { kind: "back", at: next };
    if (groundNouns.has(word)) return { kind: "ground", at: next };
    if (otherNouns.has(word)) return { kind: "other", at: next };
    if (colorAt(words, next) && !isFamilyName(words, next)) return null;
  }
  return null;
}

function paintGround(scene: Draft, color: Rgb): void {
  if (scene.backdrop === "sweep") {
    scene.backdrop = "set";
    scene.surface = "matte";
  }
  scene.surfaceColor = color;
  // Polished plastic mostly shows the wall: it takes the color too, unless it has one of its own.
  if (scene.surface === "acrylic" && !scene.namesBack) scene.backColor = mixRgb(color, scene.backColor, 0.4);
}

/** Says whether the color is seen behind the product. */
function paintBack(scene: Draft, color: Rgb, named: boolean): boolean {
  // Of several colors without a noun the first one is meant most.
  if (scene.namesBack && !named) return false;
  scene.namesBack = true;
  scene.backColor = color;
  if (scene.backdrop !== "set") return true;
  if (scene.namesRoom && !named) return false;
  scene.back = "wall";
  // A painted table in front of the wall takes the wall's color along.
  const isPainted = scene.surface === "matte" || scene.surface === "acrylic";
  if (isPainted && !scene.namesSurface) {
    scene.surfaceColor = scaleRgb(color, scene.surface === "acrylic" ? 0.45 : 1);
  }
  return true;
}

function draftOf(scene: Scene): Draft {
  return { ...scene, light: { ...scene.light }, namesRoom: false, namesSurface: false, namesBack: false };
}
