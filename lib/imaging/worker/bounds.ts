import os from "node:os";
import { type Resolution, resolutions } from "#lib/contract/photos/styles.ts";
import { env } from "#lib/platform/env.ts";
import { memoryLimitBytes } from "#lib/platform/memory.ts";
import type { TaskName } from "./protocol.ts";

/** Each worker has its own queue, so that a task of milliseconds never waits for one of seconds. */
export type WorkerName = "light" | "decode" | "heavy";

interface WorkerBounds {
  /** Limit of the worker's resident memory; measured peaks are in docs/decisions/pixel-workers.md. */
  memoryLimitBytes: number;
  niceness: number;
  /** Limit of one caller's waiting tasks, unless the task sets a lower one. */
  waitingLimit: number;
}

export const workerBounds = {
  light: { memoryLimitBytes: 750 * 1024 ** 2, niceness: 5, waitingLimit: 32 },
  decode: { memoryLimitBytes: 900 * 1024 ** 2, niceness: 10, waitingLimit: 32 },
  heavy: { memoryLimitBytes: env().PIXEL_WORKER_MEMORY_MB * 1024 ** 2, niceness: 10, waitingLimit: 32 },
} as const satisfies Record<WorkerName, WorkerBounds>;

/**
 * glibc's settings of a heavy worker: buffers of pixels reuse its memory, in huge pages. By the server's setting,
 * each one returns to the system, which clears its pages again: a third of the work of a photo.
 */
export const heavyAllocation = {
  MALLOC_MMAP_THRESHOLD_: String(3 * 1024 ** 2),
  MALLOC_TRIM_THRESHOLD_: String(32 * 1024 ** 2),
  GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
} as const;

/** Memory from which on heavy workers have these settings, which cost a process 100 MB. */
const heavyAllocationFromBytes = 2 * 1024 ** 3;

/** Variables of a worker's environment beyond those of the server. */
export function workerSettings(name: WorkerName): Readonly<Record<string, string>> {
  return name === "heavy" && memoryLimitBytes() >= heavyAllocationFromBytes ? heavyAllocation : {};
}

interface TaskBounds {
  worker: WorkerName;
  /** Time after which the task's process is killed. */
  wallTimeMs: number;
  /** Cautious guesses of its duration on two cores, until it has been timed: by resolution, if it has one. */
  guessMs: readonly number[];
  /** Whether it needs a cut-out which later tasks may need too. */
  cutsOut?: true;
}

export const taskBounds: Readonly<Record<TaskName, TaskBounds>> = {
  inspect: { worker: "light", wallTimeMs: 10_000, guessMs: [200] },
  // WebAssembly needs a second for four megapixels of HEIC, on one core.
  decode: { worker: "decode", wallTimeMs: 40_000, guessMs: [3_000] },
  border: { worker: "light", wallTimeMs: 15_000, guessMs: [400] },
  text: { worker: "heavy", wallTimeMs: 15_000, guessMs: [1_500] },
  transform: { worker: "light", wallTimeMs: 15_000, guessMs: [300] },
  cutout: { worker: "heavy", wallTimeMs: 50_000, guessMs: [3_000], cutsOut: true },
  finish: { worker: "heavy", wallTimeMs: 50_000, guessMs: [4_000], cutsOut: true },
  mask: { worker: "light", wallTimeMs: 15_000, guessMs: [300] },
  measure: { worker: "light", wallTimeMs: 15_000, guessMs: [300] },
  photo: { worker: "heavy", wallTimeMs: 50_000, guessMs: [4_000, 6_000, 10_000], cutsOut: true },
  preview: { worker: "heavy", wallTimeMs: 50_000, guessMs: [1_500], cutsOut: true },
  judge: { worker: "heavy", wallTimeMs: 50_000, guessMs: [1_500], cutsOut: true },
  marked: { worker: "heavy", wallTimeMs: 50_000, guessMs: [4_000] },
  stamp: { worker: "light", wallTimeMs: 15_000, guessMs: [300] },
  plan: { worker: "heavy", wallTimeMs: 50_000, guessMs: [3_000, 3_500, 4_000], cutsOut: true },
  compose: { worker: "heavy", wallTimeMs: 50_000, guessMs: [3_000, 5_000, 9_000], cutsOut: true },
  prepare: { worker: "light", wallTimeMs: 15_000, guessMs: [400] },
  compare: { worker: "heavy", wallTimeMs: 50_000, guessMs: [5_000, 6_000, 9_000], cutsOut: true },
  load: { worker: "heavy", wallTimeMs: 50_000, guessMs: [500] },
};

/**
 * Number of processes that make photos and cut-outs on this machine (PIXEL_WORKERS). By default one per core, in at
 * most half of the memory, that of the container included.
 */
export function pixelProcesses(): number {
  const byCores = os.availableParallelism();
  const byMemory = Math.floor(memoryLimitBytes() / 2 / workerBounds.heavy.memoryLimitBytes);
  return env().PIXEL_WORKERS ?? Math.max(1, Math.min(byCores, byMemory));
}

/**
 * Memory that the service needs for photos of each resolution with one pixel process, in mebibytes: the server with
 * its database, and the measured peak of a photo from a picture of the largest size.
 */
const neededMb: Record<Resolution, number> = { "1K": 640, "2K": 700, "4K": 1000 };

/** The largest resolution whose photos fit into this machine's memory, and the memory that another one needs. */
export function resolutionsInMemory(): { largest: Resolution; neededMb: Record<Resolution, number> } {
  const limitMb = memoryLimitBytes() / 1024 ** 2;
  const fitting = resolutions.filter((resolution) => neededMb[resolution] <= limitMb);
  return { largest: fitting.at(-1) ?? resolutions[0], neededMb };
}

/** A task that could not finish within this time is rejected, because a call ends after 60 s. */
export const admissionLimitMs = 50_000;
/**
 * Limits of waiting tasks in a queue, and of the memory of their inputs, over all callers together. They do not apply
 * to a caller without waiting tasks, so that other callers cannot lock it out.
 */
export const maxWaiting = 256;
/** Limit of waiting tasks that run only when no other task waits. */
export const maxWaitingWhenIdle = 6;
export const maxWaitingBytes = 128 * 1024 ** 2;
export const maxWaitingBytesPerCaller = 32 * 1024 ** 2;
/** Idle time after which a worker ends, to free its memory. */
export const idleExitMs = 60_000;
/** Interval at which the memory of a running worker is checked. */
export const memoryCheckMs = 100;
