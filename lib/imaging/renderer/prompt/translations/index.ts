import type { Language } from "../grammar.ts";
import { colorWords, lightWords, moodWords } from "./appearance.ts";
import { objectWords } from "./objects.ts";
import { materialWords, placeWords, seasonWords } from "./settings.ts";

/**
 * Words of prompts in five languages by what they mean: `en | de | es | fr | it`, with synonyms separated by commas.
 * Most inflections need no entry, because stems are compared.
 */
export const translations = {
  object: objectWords,
  material: materialWords,
  place: placeWords,
  season: seasonWords,
  light: lightWords,
  mood: moodWords,
  color: colorWords,
} as const satisfies Record<string, Readonly<Record<string, string>>>;

const order = ["en", "de", "es", "fr", "it"] as const satisfies readonly Language[];

/** The words of an entry by language. */
export function wordsByLanguage(entry: string): { language: Language; words: string[] }[] {
  const columns = entry.split(" | ");
  return order.map((language, at) => ({ language, words: (columns[at] ?? "").split(", ") }));
}
