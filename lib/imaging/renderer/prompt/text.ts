import type { PromptKind } from "#lib/contract/photos/values.ts";

/** One word of a prompt, or the mark that ends a clause. */
export interface Word {
  /** Lower case, singular, without accents; `clauseEnd` for a mark. */
  text: string;
  /** Position in the prompt as it was written. */
  from: number;
  to: number;
}

/** The meaning of some words of a prompt, with the indexes of the first and the last of them. */
export interface Part {
  kind: PromptKind;
  /** Stable name of the meaning: `marble`, `from_left`, `light_sage`; with the prefix `no_` when it is rejected. */
  value: string;
  from: number;
  to: number;
}

const maxWords = 400;
const maxLength = 8_000;
export const clauseEnd = "|";
/** Elided articles and prepositions in French and Italian: `l'hiver`, `dell'inverno`. */
const elided = /(?<!\p{L})(?:[ldjnsmtc]|qu|un|all|dall|dell|nell|sull|coll)['’](?=\p{L})/giu;

/** Splits a prompt into words, color codes and marks between clauses; only the first 400 count. */
export function wordsOf(prompt: string): Word[] {
  const words: Word[] = [];
  for (const { 0: found, index } of prompt
    .slice(0, maxLength)
    .replace(elided, (article) => " ".repeat(article.length))
    .matchAll(/#[0-9a-f]{3,8}\b|\p{L}[\p{L}\p{M}'’]*|[,.;:!?\n]/giu)) {
    if (words.length === maxWords) break;
    words.push({ text: plainForm(found), from: index, to: index + found.length });
  }
  return words;
}

/** The words from … to, as they are written. */
export function textOf(
  prompt: string,
  words: readonly Word[],
  { from, to }: Pick<Part, "from" | "to">,
): string {
  return prompt.slice(words[from]?.from, words[to]?.to);
}

/** Without phrases that differ only in capitals. */
export function distinctPhrases(phrases: readonly string[]): string[] {
  return [...new Map(phrases.map((phrase) => [phrase.toLowerCase(), phrase])).values()];
}

export function placesOf(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function plainForm(found: string): string {
  if (/^[,.;:!?\n]/.test(found)) return clauseEnd;
  const word = found
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{M}'’]/gu, "")
    .replaceAll("œ", "oe");
  return word.length > 3 && word.endsWith("s") && !/(ss|us|is|less|canvas|christmas|^sans)$/.test(word)
    ? singular(word)
    : word;
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("leaves")) return "leaf";
  return word.slice(0, -1);
}
