import type { Resolution } from "#lib/generators/styles.ts";
import type { TaskName } from "./tasks.ts";

/** Moving averages of how long each kind of task takes on this machine, in milliseconds. */
export type Durations = Map<string, number>;

/** A new worker process loads its code and the network before its first task. */
export const workerStartMs = 1_000;

const firstGuessMs: Record<string, number> = {
  inspect: 200,
  transform: 300,
  load: 500,
  cutout: 3_000,
  "studio 1K": 4_000,
  "studio 2K": 6_000,
  "studio 4K": 10_000,
};
const newestWeight = 0.3;

/** Tasks of one kind take about the same time. */
export function taskKind(name: TaskName, input: { resolution?: Resolution } | null): string {
  return input?.resolution === undefined ? name : `${name} ${input.resolution}`;
}

export function expectedMs(durations: Durations, kind: string): number {
  return durations.get(kind) ?? firstGuessMs[kind] ?? 10_000;
}

export function recordDuration(durations: Durations, kind: string, elapsedMs: number): void {
  const before = durations.get(kind);
  durations.set(kind, before === undefined ? elapsedMs : before + newestWeight * (elapsedMs - before));
}
