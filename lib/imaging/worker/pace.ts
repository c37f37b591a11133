import type { Resolution } from "#lib/contract/photos/styles.ts";
import type { TaskName } from "./protocol.ts";

/** Moving averages of the duration of each kind of task on this machine, in milliseconds. */
export type Durations = Map<string, number>;

/** Used until a kind of task has been timed: cautious guesses for two cores. */
const firstGuessMs: Record<string, number> = {
  inspect: 200,
  decode: 3_000,
  border: 400,
  text: 1_500,
  transform: 300,
  load: 500,
  cutout: 3_000,
  finish: 4_000,
  mask: 300,
  measure: 300,
  "photo 1K": 4_000,
  "photo 2K": 6_000,
  "photo 4K": 10_000,
  "preview 1K": 1_500,
  "judge 1K": 1_500,
  "marked 1K": 4_000,
  "plan 1K": 3_000,
  "plan 2K": 3_500,
  "plan 4K": 4_000,
  "compose 1K": 3_000,
  "compose 2K": 5_000,
  "compose 4K": 9_000,
  stamp: 300,
  prepare: 400,
  "compare 1K": 5_000,
  "compare 2K": 6_000,
  "compare 4K": 9_000,
};
const longestGuessMs = 10_000;
/** Weight of the newest duration in the moving average. */
const newestWeight = 0.3;

/** Returns the kind of a task; tasks of one kind take about the same time. */
export function taskKind(name: TaskName, input: { resolution?: Resolution } | null): string {
  return input?.resolution === undefined ? name : `${name} ${input.resolution}`;
}

/** Returns a guess for a kind of task that has not been timed. */
export function guessMs(kind: string): number {
  return firstGuessMs[kind] ?? longestGuessMs;
}

export function expectedMs(durations: Durations, kind: string): number {
  return durations.get(kind) ?? guessMs(kind);
}

export function recordDuration(durations: Durations, kind: string, elapsedMs: number): void {
  const before = durations.get(kind);
  durations.set(kind, before === undefined ? elapsedMs : before + newestWeight * (elapsedMs - before));
}
