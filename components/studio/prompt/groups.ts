import type { PromptKind } from "#lib/contract/photos/values.ts";

export interface Ignored {
  phrase: string;
  suggestions: readonly string[];
}

interface Words {
  kind: PromptKind;
  value: string;
  text: string;
}

export interface StylesReading {
  understood: readonly Words[];
  ignored: readonly Ignored[];
}

/** Groups words by kind, in order of each kind's first word. Negated words are marked with ✕. */
export function groupByKind(understood: readonly Words[]): { kind: PromptKind; texts: string[] }[] {
  const groups = new Map<PromptKind, string[]>();
  for (const { kind, value, text } of understood) {
    const shown = value.startsWith("no_") ? `✕ ${text}` : text;
    groups.set(kind, [...(groups.get(kind) ?? []), shown]);
  }
  return [...groups].map(([kind, texts]) => ({ kind, texts: [...new Set(texts)] }));
}

/** Replaces the first occurrence of a phrase. */
export function replacePhrase(prompt: string, phrase: string, instead: string): string {
  const at = prompt.indexOf(phrase);
  return at < 0 ? prompt : prompt.slice(0, at) + instead + prompt.slice(at + phrase.length);
}
