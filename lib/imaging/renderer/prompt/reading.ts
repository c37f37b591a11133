import { customPrompt, isWhite, type Style } from "#lib/contract/photos/styles.ts";
import { colorAt, isColorModifier } from "./color-names.ts";
import { createRefusal, isFiller } from "./grammar.ts";
import { readPrompt, type Understood } from "./prompt.ts";
import { clauseEnd, distinctPhrases, placesOf, textOf, type Word } from "./text.ts";
import { isNoun, props } from "./words.ts";

/** The embedded renderer's understanding of a prompt. */
export interface PromptReading {
  understood: Understood[];
  /** Phrases as they are written: `tropical lagoon`. */
  ignored: string[];
}

/**
 * Returns the effect of each part of a prompt, and the parts that are ignored: unknown words, and surfaces, places
 * and colors that give way to others. Grammar, things that the prompt rejects ("no people") and names of products are
 * neither. A white style ignores every wish. Runs in browsers, too.
 */
export function understandPrompt(style: Style, prompt: string): PromptReading {
  const { words, parts, used, superseded } = readPrompt(style, prompt);
  const texts = words.map(({ text }) => text);
  const unknown = leftOut(texts, used);
  const known = [...superseded];
  if (isWhite(style)) {
    if (customPrompt(style, prompt) === null) return { understood: [], ignored: [] };
    const wishes = parts.filter(({ value }) => !value.startsWith("no_"));
    known.push(...wishes.flatMap(({ from, to }) => placesOf(from, to)));
    return { understood: [], ignored: phrasesOf(prompt, words, { unknown, known }) };
  }
  return {
    understood: distinct(
      parts.map(({ kind, value, from, to }) => ({ kind, value, text: textOf(prompt, words, { from, to }) })),
    ),
    ignored: phrasesOf(prompt, words, { unknown, known }),
  };
}

/** Keeps only the first words of a value that occurs twice. */
function distinct(understood: readonly Understood[]): Understood[] {
  const seen = new Set<string>();
  return understood.filter(({ kind, value }) => {
    const isNew = !seen.has(`${kind} ${value}`);
    seen.add(`${kind} ${value}`);
    return isNew;
  });
}

/** Indexes of the words that ask for something but had no effect. */
function leftOut(texts: readonly string[], used: ReadonlySet<number>): Set<number> {
  const ignored = new Set<number>();
  const isRefused = createRefusal();
  for (const [at, text] of texts.entries()) {
    if (!isRefused(text) && text !== clauseEnd && !used.has(at) && isWish(text)) ignored.add(at);
  }
  return ignored;
}

/** Joins ignored words to phrases. Unknown words include the colors before them, and nouns that belong to them. */
function phrasesOf(
  prompt: string,
  words: readonly Word[],
  { unknown, known }: { unknown: ReadonlySet<number>; known: readonly number[] },
): string[] {
  const texts = words.map(({ text }) => text);
  const ignored = new Set([...unknown, ...known].sort((a, b) => a - b));
  const found: { from: number; to: number }[] = [];
  let last = -2;
  for (const at of ignored) {
    const first = at === last + 1 || !unknown.has(at) ? at : startOf(texts, at);
    const end = unknown.has(at) ? endOf(texts, at, ignored) : at;
    const group = found.at(-1);
    if (group && first <= last + 1) group.to = Math.max(group.to, end);
    else found.push({ from: first, to: end });
    last = end;
  }
  return distinctPhrases(found.map((span) => textOf(prompt, words, span)));
}

function isWish(text: string): boolean {
  if (text.length < 2 || text.startsWith("#") || isFiller(text) || isColorModifier(text)) return false;
  return props.has(text) || !isNoun(text);
}

/** Colors before a word belong to it: `orange slices`, `deep ocean`. */
function startOf(words: readonly string[], at: number): number {
  let first = at;
  while (first > 0) {
    const before = first - 1;
    const color = colorAt(words, before);
    if (color) first = color.from;
    else if (isColorModifier(words[before] ?? "")) first = before;
    else break;
  }
  return first;
}

/** A noun after a word belongs to it, and so does its material: `brick wall`, `slices of orange`. */
function endOf(words: readonly string[], at: number, ignored: ReadonlySet<number>): number {
  const next = words[at + 1] ?? "";
  if (isNoun(next) && !isFiller(next)) return at + 1;
  if (next === "of" && (ignored.has(at + 2) || colorAt(words, at + 2))) return at + 2;
  return at;
}
