import { type Answer, isRefused } from "./http.ts";
import type { Account, Target } from "./target.ts";

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
  /**
   * Whether it kills processes: then only the length of the outage is checked, not the latency of the first
   * responses.
   */
  kills?: boolean;
  /** Prepares whatever must not count as load; the returned function runs the attack. */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}

/** Returns the problems whose condition is true. */
export const problemsOf = (...checks: readonly (readonly [boolean, string])[]) =>
  checks.filter(([isSo]) => isSo).map(([, problem]) => problem);

export const inSeconds = (ms: number, digits = 0) => `${(ms / 1000).toFixed(digits)} s`;
export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Array of `count` values, made from the indexes 0, 1, 2 … */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The outcome of an attack that consists of these calls. */
export function outcomeOf(answers: readonly Answer[], problems: string[], note = ""): Outcome {
  return { tried: answers.length, refused: answers.filter(isRefused).length, problems, note };
}

/** Checks the balance of an account that has spent this much. */
export async function checkBalance(target: Target, { key, credits }: Account, spent: number) {
  const left = await target.creditsOf(key);
  const expected = credits - spent;
  return problemsOf([left !== expected, `the balance is ${left} instead of ${expected}`]);
}
