import { type Resolution, resolutions } from "#lib/contract/photos/styles.ts";
import { taskBounds } from "./bounds.ts";
import type { TaskName } from "./protocol.ts";

/** Moving averages of the duration of each kind of task on this machine, in milliseconds. */
export type Durations = Map<string, number>;

/** Of a kind of task without a guess. */
const longestGuessMs = 10_000;
/** Weight of the newest duration in the moving average. */
const newestWeight = 0.3;

/** Returns the kind of a task; tasks of one kind take about the same time. */
export function taskKind(name: TaskName, input: { resolution?: Resolution } | null): string {
  return input?.resolution === undefined ? name : `${name} ${input.resolution}`;
}

/** Returns a guess for a kind of task that has not been timed. */
export function guessMs(kind: string): number {
  const [name = "", resolution = resolutions[0]] = kind.split(" ");
  const guesses = Object.hasOwn(taskBounds, name) ? taskBounds[name as TaskName].guessMs : [];
  return guesses[resolutions.indexOf(resolution as Resolution)] ?? longestGuessMs;
}

export function expectedMs(durations: Durations, kind: string): number {
  return durations.get(kind) ?? guessMs(kind);
}

export function recordDuration(durations: Durations, kind: string, elapsedMs: number): void {
  const before = durations.get(kind);
  durations.set(kind, before === undefined ? elapsedMs : before + newestWeight * (elapsedMs - before));
}
