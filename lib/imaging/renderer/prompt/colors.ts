import { hexToRgb, luminance, mixRgb, type Rgb, scaleRgb } from "#lib/imaging/pixels/color.ts";
import { colorAt, isColorModifier, isFamilyName, isRomanceColor } from "./color-names.ts";
import type { Draft } from "./effects.ts";
import { isFiller, negations } from "./grammar.ts";
import { clauseEnd, type Part, placesOf } from "./text.ts";
import { backNouns, groundNouns, isRomanceNoun, otherNouns } from "./words.ts";

/**
 * Applies the colors of a prompt to the scene; `unseen` are those without effect. A color belongs to the noun that
 * follows it; without a noun it is the color behind the product.
 */
export function applyColors(
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
      for (const part of placesOf(found.from, found.to)) used.add(part);
    };
    if (isFamilyName(words, at)) {
      use();
      continue;
    }
    const { value } = found;
    if (isNegated(words, found.from)) {
      use();
      parts.push({ kind: "color", value: `no_${value}`, from: found.from, to: found.to });
      continue;
    }
    const overtaken =
      (isColorModifier(words[at + 1] ?? "") && colorAt(words, at + 2)) ||
      (colorAt(words, at + 1) && colorAt(words, at + 1)?.from === at);
    const noun = nounBefore(words, found.from) ?? nounAfter(words, at);
    if (overtaken || noun?.kind === "other") {
      use();
      continue;
    }
    if (noun) {
      used.add(noun.at);
      // The sky of a "blue sky" is not another color.
      taken.add(noun.at);
    }
    use();
    const to = isFamilyName(words, at + 1) ? at + 1 : found.to;
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

/** "rose petals" is not a color, and "denim" is one only before a noun. */
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

/** Returns whether a color is named right after a word, with or without modifiers. */
export function namesColorAfter(words: readonly string[], at: number): boolean {
  for (let next = at + 1; next <= at + 3 && next < words.length; next++) {
    if (colorAt(words, next)) return true;
    if (!isColorModifier(words[next] as string)) return false;
  }
  return false;
}

type Noun = { kind: "back" | "ground" | "other"; at: number };

/** Returns the noun before a color, where Spanish, French and Italian have it: `mesa de madera blanca`. */
function nounBefore(words: readonly string[], from: number): Noun | null {
  const follows = isRomanceColor(words[from] ?? "");
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    const word = words[at] as string;
    const kind = kindOf(word);
    if (kind && (follows || isRomanceNoun(word))) return { kind, at };
    if (word === clauseEnd || !isFiller(word)) return null;
  }
  return null;
}

function kindOf(word: string): Noun["kind"] | null {
  if (backNouns.has(word)) return "back";
  if (groundNouns.has(word)) return "ground";
  return otherNouns.has(word) ? "other" : null;
}

/** Returns the noun that an adjective belongs to. */
export function nounAfter(words: readonly string[], at: number): Noun | null {
  for (let next = at + 1; next <= at + 3 && next < words.length; next++) {
    const word = words[next] as string;
    if (word === clauseEnd || word === "and" || word === "with" || word === "on" || word === "in")
      return null;
    const kind = kindOf(word);
    if (kind) return { kind, at: next };
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
  // Polished plastic mostly reflects the wall, so the wall gets the color too, unless it has one of its own.
  if (scene.surface === "acrylic" && !scene.namesBack) scene.backColor = mixRgb(color, scene.backColor, 0.4);
}

/** Returns whether the color is visible behind the product. */
function paintBack(scene: Draft, color: Rgb, named: boolean): boolean {
  // Of several colors without a noun, the first one wins.
  if (scene.namesBack && !named) return false;
  scene.namesBack = true;
  scene.backColor = color;
  if (scene.backdrop !== "set") return true;
  if (scene.namesRoom && !named) return false;
  scene.back = "wall";
  // A painted table in front of the wall gets the wall's color too.
  const isPainted = scene.surface === "matte" || scene.surface === "acrylic";
  if (isPainted && !scene.namesSurface) {
    scene.surfaceColor = scaleRgb(color, scene.surface === "acrylic" ? 0.45 : 1);
  }
  return true;
}
