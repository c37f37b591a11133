import type { Style } from "#lib/contract/styles.ts";
import { colorAt, isColorModifier } from "./color-names.ts";
import { readPrompt } from "./prompt.ts";
import { clauseEnd, negations, splitWords } from "./prompt-text.ts";
import { backNouns, fillers, groundNouns, otherNouns, props } from "./prompt-words.ts";

const quiet: ReadonlySet<string> = new Set(splitWords(fillers).map(({ text }) => text));
const articles: ReadonlySet<string> = new Set(["a", "an", "the", "any", "or", "and"]);

/**
 * What a prompt asks for and the embedded renderer leaves out, as it is written there: `tropical lagoon`. Grammar, what
 * is refused anyway ("no people") and names of products are not counted. Nothing for the marketplace style, which reads
 * no prompt. Runs in browsers, too.
 */
export function ignoredWords(style: Style, prompt: string): string[] {
  const { words, used } = readPrompt(style, prompt);
  const texts = words.map(({ text }) => text);
  const ignored = new Set<number>();
  let refused = false;
  for (const [at, text] of texts.entries()) {
    if (negations.has(text)) refused = true;
    else if (text === clauseEnd || (quiet.has(text) && !articles.has(text))) refused = false;
    else if (!refused && !used.has(at) && isWish(text)) ignored.add(at);
  }
  const found: { from: number; to: number }[] = [];
  let last = -2;
  for (const at of ignored) {
    const [first, end] = [at === last + 1 ? at : startOf(texts, at), endOf(texts, at, ignored)];
    const group = found.at(-1);
    if (group && first <= last + 1) group.to = end;
    else found.push({ from: first, to: end });
    last = end;
  }
  const phrases = found.map(({ from, to }) => prompt.slice(words[from]?.from, words[to]?.to));
  return [...new Map(phrases.map((phrase) => [phrase.toLowerCase(), phrase])).values()];
}

function isWish(text: string): boolean {
  if (text.length < 2 || text.startsWith("#") || quiet.has(text) || isColorModifier(text)) return false;
  return props.has(text) || !isNoun(text);
}

function isNoun(text: string): boolean {
  return backNouns.has(text) || groundNouns.has(text) || otherNouns.has(text);
}

/** The colors before a word belong to it: `orange slices`, `deep ocean`. */
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

/** And so does a noun after it, and what it is made of: `brick wall`, `slices of orange`. */
function endOf(words: readonly string[], at: number, ignored: ReadonlySet<number>): number {
  const next = words[at + 1] ?? "";
  if (isNoun(next) && !quiet.has(next)) return at + 1;
  if (next === "of" && (ignored.has(at + 2) || colorAt(words, at + 2))) return at + 2;
  return at;
}
