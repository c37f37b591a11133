import { type Answer, isRefused } from "./http.ts";
import type { Account, Target } from "./target.ts";

export interface Outcome {
  tried: number;
  /** Answered by an error, or cut off. */
  refused: number;
  /** What happened that must not, as sentences. */
  problems: string[];
  /** A figure worth a place in the table. */
  note?: string;
}

export interface Attack {
  name: string;
  /** One sentence for the list. */
  does: string;
  /** It ends processes itself: then only how long they are away counts, not how fast the first answers are. */
  kills?: boolean;
  /** Prepares what must not count as load; the returned function is the attack. */
  prepare(target: Target): Promise<() => Promise<Outcome>>;
}

/** The sentences whose condition holds. */
export const problemsOf = (...checks: readonly (readonly [boolean, string])[]) =>
  checks.filter(([isSo]) => isSo).map(([, problem]) => problem);

export const inSeconds = (ms: number, digits = 0) => `${(ms / 1000).toFixed(digits)} s`;
export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** `count` of what is made from 0, 1, 2 … */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The outcome of an attack that is these calls. */
export function outcomeOf(answers: readonly Answer[], problems: string[], note = ""): Outcome {
  return { tried: answers.length, refused: answers.filter(isRefused).length, problems, note };
}

/** Whether an account that has spent so much holds the rest. */
export async function checkBalance(target: Target, { key, credits }: Account, spent: number) {
  const left = await target.creditsOf(key);
  const expected = credits - spent;
  return problemsOf([left !== expected, `the balance is ${left} instead of ${expected}`]);
}
