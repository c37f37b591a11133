import type { Style } from "#lib/contract/photos/styles.ts";
import type { PromptKind } from "#lib/contract/photos/values.ts";
import { colorCodes } from "../color-codes.ts";
import { vocabulary } from "./index.ts";

export interface DocumentedWord {
  kind: PromptKind;
  value: string;
  /** Words and phrases with this meaning. */
  words: readonly string[];
}

/** All values that a prompt can ask for, as the docs list them. */
export const documentedWords: readonly DocumentedWord[] = [
  ...vocabulary.flatMap(({ kind, entries }) =>
    entries.map(([value, words]) => ({ kind, value, words: words.split(", ") })),
  ),
  ...Object.keys(colorCodes)
    .sort()
    .map((name) => ({ kind: "color" as const, value: name.replaceAll(" ", "_"), words: [name] })),
];

/** Name of its example picture in public/docs/prompts. */
export function promptPictureName({ kind, value }: Pick<DocumentedWord, "kind" | "value">): string {
  return `${kind}-${value.replaceAll("_", "-")}.webp`;
}

/** Moods whose effect is clearest on plain paper. */
const onPaper: ReadonlySet<string> = new Set([
  "bright",
  "dramatic",
  "moody",
  "fresh",
  "gradient",
  "glow",
  "vignette",
  "luxurious",
]);

const settings: Record<PromptKind, { style: Style; around: (word: string) => string }> = {
  surface: { style: "studio", around: (word) => word },
  place: { style: "lifestyle", around: (word) => word },
  color: { style: "studio", around: (word) => `${word} background` },
  light: { style: "studio", around: (word) => `plaster surface, beige wall, ${word}` },
  shadow: { style: "studio", around: (word) => `plaster surface, beige wall, ${word}` },
  reflection: { style: "studio", around: (word) => `slate, beige wall, ${word}` },
  season: { style: "lifestyle", around: (word) => word },
  mood: { style: "lifestyle", around: (word) => word },
  space: { style: "studio", around: (word) => word },
};

/** Returns the photo in which the effect is clearest. */
export function exampleOf({ kind, value, words }: DocumentedWord): { style: Style; prompt: string } {
  if (kind === "mood" && onPaper.has(value)) {
    return { style: "studio", prompt: `dusty rose background, ${words[0] ?? ""}` };
  }
  const { style, around } = settings[kind];
  return { style, prompt: around(words[0] ?? "") };
}
