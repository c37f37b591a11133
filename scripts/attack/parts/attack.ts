import { type Answer, isRefused } from "./http.ts";
import type { Target } from "./target.ts";

export interface Outcome {
  tried: number;
  /** Calls that received an error, or were cut off. */
  refused: number;
  /** Violations that were found, as sentences. */
  problems: string[];
  /** An additional figure for the table. */
  note?: string;
}

export interface Attack {
  name: string;
  /** Description in the list, one sentence. */
  does: string;
  /** Whether it kills processes: then only the length of the outage is checked, not latencies and refusals. */
  kills?: boolean;
  /** Prepares whatever must not count as load; the returned function runs the attack. */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}

/** Returns the problems whose condition is true. */
export const problemsOf = (...checks: readonly (readonly [boolean, string])[]) =>
  checks.filter(([isSo]) => isSo).map(([, problem]) => problem);

/** Array of `count` values, made from the indexes 0, 1, 2 … */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The outcome of an attack that consists of these calls. */
export function outcomeOf(answers: readonly Answer[], problems: string[], note = ""): Outcome {
  return { tried: answers.length, refused: answers.filter(isRefused).length, problems, note };
}
