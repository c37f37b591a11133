import { type Style, styles } from "#lib/contract/styles.ts";
import { hexToRgb, luminance, mixRgb, type Rgb, scaleRgb } from "./color.ts";
import { colorAt, isColorModifier, isFamilyName } from "./color-names.ts";
import type { Draft } from "./prompt-effects.ts";
import { clauseEnd, negations, splitWords, type Word } from "./prompt-text.ts";
import { backNouns, effects, groundNouns, otherNouns } from "./prompt-words.ts";
import type { Scene } from "./scene.ts";
import { styleScenes } from "./style-scenes.ts";

/** What was read out of a prompt. */
interface Reading {
  scene: Scene;
  /** Empty where the prompt is not looked at: the style's own, and every one of the marketplace style. */
  words: readonly Word[];
  /** Places of the words that the scene was made of, or left alone because of. */
  used: ReadonlySet<number>;
}

/**
 * The scene that a style and a prompt describe. Reads colors, surfaces, light, mood and settings; words that it
 * does not know change nothing, and any text is accepted. The marketplace style is always plain white.
 */
export function readScene(style: Style, prompt: string): Scene {
  return readPrompt(style, prompt).scene;
}

/** As `readScene`, with the words that it read. */
export function readPrompt(style: Style, prompt: string): Reading {
  // The style's scene is the reading of its own prompt.
  if (style === "amazon" || prompt === styles[style].defaultPrompt) {
    return { scene: styleScenes[style], words: [], used: new Set() };
  }
  const scene = draftOf(styleScenes[style]);
  const found = splitWords(prompt);
  const words = found.map(({ text }) => text);
  const used = new Set<number>();
  applyPhrases(scene, words, used);
  applyColors(scene, words, used);
  const { namesRoom: _room, namesSurface: _surface, namesBack: _back, ...described } = scene;
  return { scene: described, words: found, used };
}

function applyPhrases(scene: Draft, words: readonly string[], used: Set<number>): void {
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
    found.effect(scene, at <= negatedUntil);
    for (let end = at + found.length; at < end; at++) used.add(at);
  }
}

function longestPhrase(words: readonly string[], at: number) {
  for (let length = 3; length >= 1; length--) {
    if (at + length > words.length) continue;
    const phrase = words.slice(at, at + length).join(" ");
    const effect = Object.hasOwn(effects, phrase) ? effects[phrase] : undefined;
    if (!effect) continue;
    // "bright blue" and "warm gray" speak of the color, not of the light.
    if (length === 1 && isColorModifier(phrase) && namesColorAfter(words, at)) return null;
    return { effect, length, phrase };
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
function applyColors(scene: Draft, words: readonly string[], used: Set<number>): void {
  for (let at = 0; at < words.length; at++) {
    const found = colorAt(words, at);
    if (!found) continue;
    for (let part = found.from; part <= at; part++) used.add(part);
    if (isFamilyName(words, at) || isNegated(words, found.from)) continue;
    if (isColorModifier(words[at + 1] ?? "") && colorAt(words, at + 2)) continue;
    if (colorAt(words, at + 1) && colorAt(words, at + 1)?.from === at) continue;
    const noun = nounAfter(words, at);
    if (noun?.kind === "other") continue;
    if (noun) used.add(noun.at);
    if (noun?.kind === "ground") paintGround(scene, found.color);
    else paintBack(scene, found.color, noun?.kind === "back");
  }
  for (let at = 0; at < words.length; at++) {
    if (words[at] !== "dark" || namesColorAfter(words, at) || isNegated(words, at)) continue;
    const noun = nounAfter(words, at);
    if (noun && noun.kind !== "other") used.add(at).add(noun.at);
    if (noun?.kind === "back") paintBack(scene, darkened(scene.backColor), true);
    if (noun?.kind === "ground" && scene.surface !== "walnut") {
      paintGround(scene, scene.surface === "acrylic" ? hexToRgb("#0d0d0f") : hexToRgb("#2b2a2c"));
    }
  }
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

function paintBack(scene: Draft, color: Rgb, named: boolean): void {
  // Of several colors without a noun the first one is meant most.
  if (scene.namesBack && !named) return;
  scene.namesBack = true;
  scene.backColor = color;
  if (scene.backdrop !== "set" || (scene.namesRoom && !named)) return;
  scene.back = "wall";
  // A painted table in front of the wall takes the wall's color along.
  const isPainted = scene.surface === "matte" || scene.surface === "acrylic";
  if (isPainted && !scene.namesSurface) {
    scene.surfaceColor = scaleRgb(color, scene.surface === "acrylic" ? 0.45 : 1);
  }
}

function draftOf(scene: Scene): Draft {
  return { ...scene, light: { ...scene.light }, namesRoom: false, namesSurface: false, namesBack: false };
}
