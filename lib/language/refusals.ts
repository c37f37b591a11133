import type { Locale } from "../contract/locales.ts";
import { refusals } from "./de/refusals.ts";
import type { Messages } from "./translate.ts";

const tables: Partial<Record<Locale, Messages>> = { de: refusals };

/**
 * What a form was refused with, as the service says it in English, in another language: a sentence of the table, with
 * what stands where the table has a name in braces. Unknown sentences stay as they are.
 */
export function translateRefusal(text: string, locale: Locale): string {
  const table = tables[locale];
  if (!table) return text;
  if (Object.hasOwn(table, text)) return table[text] ?? text;
  for (const [english, own] of Object.entries(table)) {
    const found = english.includes("{") ? patternOf(english).exec(text) : null;
    if (found) return own.replaceAll(/\{(\w+)\}/g, (_all, name: string) => found.groups?.[name] ?? "");
  }
  return text;
}

/** The sentence with a number in place of each name in braces. */
function patternOf(english: string): RegExp {
  const parts = english.split(/\{(\w+)\}/);
  const source = parts.map((part, at) => (at % 2 ? `(?<${part}>[\\d.,]{1,12})` : RegExp.escape(part)));
  return new RegExp(`^${source.join("")}$`);
}
