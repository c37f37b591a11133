import type { PromptKind } from "#lib/contract/photos/values.ts";
import type { Entry, Known } from "../effects.ts";
import { lights, reflections, shadows } from "./lights.ts";
import { moods, seasons, spaces } from "./moods.ts";
import { places } from "./places.ts";
import { surfaces } from "./surfaces.ts";

/** The whole vocabulary except colors, by kind. */
export const vocabulary: readonly { kind: Exclude<PromptKind, "color">; entries: readonly Entry[] }[] = [
  { kind: "surface", entries: surfaces },
  { kind: "place", entries: places },
  { kind: "light", entries: lights },
  { kind: "shadow", entries: shadows },
  { kind: "reflection", entries: reflections },
  { kind: "season", entries: seasons },
  { kind: "mood", entries: moods },
  { kind: "space", entries: spaces },
];

/** English words and phrases, with their meaning. */
export const englishPhrases: ReadonlyMap<string, Known> = new Map(
  vocabulary.flatMap(({ kind, entries }) =>
    entries.flatMap(([value, words, effect]) =>
      words.split(", ").map((phrase): [string, Known] => [phrase, { kind, value, effect }]),
    ),
  ),
);
