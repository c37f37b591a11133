import { test } from "vitest";

/** How much of a table a test tries: a few rows in the fast tier, all in the deep one. */
export type Trials = "few" | "all";

/** All in a run of both tiers, else a few. */
export const trials: Trials = process.env.TEST_TIER === "all" ? "all" : "few";

/** The rows that are tried: all of them, or the first ones. */
export function someOf<T>(trials: Trials, rows: readonly T[], few = 1): T[] {
  return trials === "all" ? [...rows] : rows.slice(0, few);
}

/** How many random trials a property is given: all of them in a run of both tiers, else a few. */
export function runsOf(all: number, few = 20): number {
  return process.env.TEST_TIER === "all" ? all : Math.min(all, few);
}

/** The rows of a table of many alike: all of them in a run of both tiers, else those that differ in kind. */
export function rowsOf<const T>(all: readonly T[], few: readonly NoInfer<T>[]): readonly T[] {
  return process.env.TEST_TIER === "all" ? all : few;
}

/** A test that only a run of both tiers makes, in a file whose other tests are fast. */
export const deepTest = test.runIf(process.env.TEST_TIER === "all");
