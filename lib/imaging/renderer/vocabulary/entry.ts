import type { Effect } from "../prompt-effects.ts";

/** What a part of a prompt speaks of. */
export const promptKinds = [
  "surface",
  "place",
  "color",
  "light",
  "shadow",
  "reflection",
  "season",
  "mood",
  "space",
] as const;
export type PromptKind = (typeof promptKinds)[number];

export interface Known {
  kind: PromptKind;
  /** Stable name of what the words mean, such as `from_left`. */
  value: string;
  effect: Effect;
}

/** A value, the words and phrases of up to three words that mean it, in the singular, and what they do. */
export type Entry = readonly [value: string, words: string, effect: Effect];
