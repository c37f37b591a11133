import type { PromptKind } from "#lib/contract/photos/prompt-kinds.ts";
import type { Effect } from "../prompt-effects.ts";

export interface Known {
  kind: PromptKind;
  /** Stable name of what the words mean, such as `from_left`. */
  value: string;
  effect: Effect;
}

/** A value, the words and phrases of up to three words that mean it, in the singular, and what they do. */
export type Entry = readonly [value: string, words: string, effect: Effect];
