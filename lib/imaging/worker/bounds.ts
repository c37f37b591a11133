import os from "node:os";
import { env } from "#lib/platform/env.ts";
import type { TaskName } from "./protocol.ts";

/** Each worker has a queue of its own: what takes milliseconds never waits behind what takes seconds. */
export type WorkerName = "light" | "decode" | "heavy";

interface WorkerBounds {
  /** Resident memory of the worker; measured peaks are in docs/decisions/pixel-workers.md. */
  memoryLimitBytes: number;
  niceness: number;
  /** Tasks that one caller may have waiting, unless a task says less. */
  waitingLimit: number;
}

export const workerBounds = {
  light: { memoryLimitBytes: 750 * 1024 ** 2, niceness: 5, waitingLimit: 32 },
  decode: { memoryLimitBytes: 900 * 1024 ** 2, niceness: 10, waitingLimit: 32 },
  heavy: { memoryLimitBytes: env().PIXEL_WORKER_MEMORY_MB * 1024 ** 2, niceness: 10, waitingLimit: 32 },
} as const satisfies Record<WorkerName, WorkerBounds>;

/** The worker of each task, and how long it may run before its process is killed. */
export const taskBounds = {
  inspect: { worker: "light", wallTimeMs: 10_000 },
  // WebAssembly takes a second for four megapixels of HEIC, on one core.
  decode: { worker: "decode", wallTimeMs: 40_000 },
  border: { worker: "light", wallTimeMs: 15_000 },
  transform: { worker: "light", wallTimeMs: 15_000 },
  cutout: { worker: "heavy", wallTimeMs: 50_000 },
  finish: { worker: "heavy", wallTimeMs: 50_000 },
  mask: { worker: "light", wallTimeMs: 15_000 },
  measure: { worker: "light", wallTimeMs: 15_000 },
  photo: { worker: "heavy", wallTimeMs: 50_000 },
  preview: { worker: "heavy", wallTimeMs: 50_000 },
  marked: { worker: "heavy", wallTimeMs: 50_000 },
  stamp: { worker: "light", wallTimeMs: 15_000 },
  plan: { worker: "heavy", wallTimeMs: 50_000 },
  compose: { worker: "heavy", wallTimeMs: 50_000 },
  prepare: { worker: "light", wallTimeMs: 15_000 },
  compare: { worker: "heavy", wallTimeMs: 50_000 },
  load: { worker: "heavy", wallTimeMs: 50_000 },
} as const satisfies Record<TaskName, { worker: WorkerName; wallTimeMs: number }>;

/**
 * Processes that make photos and cut-outs on this machine (PIXEL_WORKERS). The network runs on two
 * cores; a second process for them was not shown to help. Half of the memory is left to the rest.
 */
export function pixelProcesses(): number {
  const byCores = Math.floor(os.availableParallelism() / 2);
  const byMemory = Math.floor(os.totalmem() / 2 / workerBounds.heavy.memoryLimitBytes);
  return env().PIXEL_WORKERS ?? Math.max(1, Math.min(byCores, byMemory));
}

/** A task that could not finish inside this is not taken on: a call ends after 60 s. */
export const admissionLimitMs = 50_000;
/**
 * Tasks that may wait in a queue from all callers together, and the memory that inputs may take. A caller with nothing
 * waiting is never held to the sums: others must not be able to shut it out.
 */
export const maxWaiting = 256;
/** Tasks of those who wait until nobody else does. */
export const maxWaitingWhenIdle = 6;
export const maxWaitingBytes = 128 * 1024 ** 2;
export const maxWaitingBytesPerCaller = 32 * 1024 ** 2;
/** A worker without work gives its memory back after this. */
export const idleExitMs = 60_000;
/** How often the memory of a running worker is read. */
export const memoryCheckMs = 100;
