import { type ChildProcess, fork } from "node:child_process";
import { ApiError } from "#lib/errors.ts";
import type { PhotoStage } from "#lib/generators/generator.ts";
import type { Resolution } from "#lib/generators/styles.ts";
import { log } from "#lib/log.ts";
import { type Durations, expectedMs, recordDuration, taskKind, workerStartMs } from "./estimate.ts";
import { toError } from "./failure.ts";
import type { Failure, Outcome, TaskMessage, WorkerMessage } from "./protocol.ts";
import type { TaskInput, TaskName, TaskOutput } from "./tasks.ts";
import { workerFile } from "./worker-file.ts";

/** A task that could not finish inside this is not taken on: callers wait 60 s at most. */
const admissionLimitMs = 50_000;
/** Inputs wait in memory. */
const maxWaiting = 32;
/** A worker without work gives its memory back after this. */
const idleExitMs = 60_000;

export interface TaskOptions {
  /** Aborting it drops a waiting task and kills the worker of a running one; rejects with the reason. */
  signal?: AbortSignal;
  /** Unix time at which the task is given up. */
  deadlineAtMs?: number;
  onStage?: (stage: PhotoStage) => void;
}

interface Job {
  message: TaskMessage;
  kind: string;
  startedAtMs: number;
  onStage: (stage: PhotoStage) => void;
  settle: (outcome: Outcome) => void;
}

interface Pool {
  worker: ChildProcess | null;
  running: Job | null;
  waiting: Job[];
  durations: Durations;
  lastId: number;
  idleTimer: NodeJS.Timeout | undefined;
}

// The server's bundles may hold several copies of this module; they share one worker through this slot. Only
// plain data crosses it, so that every copy throws its own error classes.
const slot = Symbol.for("photo-generation-service.pixel-pool");
const shared = globalThis as { [slot]?: Pool };

function pool(): Pool {
  shared[slot] ??= {
    worker: null,
    running: null,
    waiting: [],
    durations: new Map(),
    lastId: 0,
    idleTimer: undefined,
  };
  return shared[slot];
}

/**
 * Runs a task in the worker process, after those asked for earlier. Throws NothingFoundError and
 * UnreadableImageError about the picture, ApiError `overloaded` like `admit`, the signal's reason when aborted,
 * and PixelWorkerError for everything else.
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  { signal, deadlineAtMs, onStage = () => undefined }: TaskOptions = {},
): Promise<TaskOutput<Name>> {
  signal?.throwIfAborted();
  const kind = taskKind(name, input as { resolution?: Resolution } | null);
  admitKind(kind);
  const state = pool();
  state.lastId += 1;
  const message = { id: state.lastId, name, input } as TaskMessage;
  let withdraw = (_failure: Failure): void => undefined;
  const onAbort = () => withdraw({ kind: "aborted", message: `${kind} was aborted` });
  const deadline =
    deadlineAtMs === undefined
      ? undefined
      : setTimeout(
          () => withdraw({ kind: "deadline", message: `${kind} was not done by its deadline` }),
          Math.max(0, deadlineAtMs - Date.now()),
        );
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const outcome = await new Promise<Outcome>((settle) => {
      const job: Job = { message, kind, startedAtMs: 0, onStage, settle };
      withdraw = (failure) => withdrawJob(job, failure);
      state.waiting.push(job);
      startNext();
    });
    if (outcome.ok) return outcome.output as TaskOutput<Name>;
    if (outcome.failure.kind === "aborted") throw signal?.reason;
    throw toError(outcome.failure);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    clearTimeout(deadline);
  }
}

/** Throws ApiError `overloaded` (with Retry-After) when a task asked for now could not be done within 50 s. */
export function admit(name: TaskName, input: { resolution?: Resolution } = {}): void {
  admitKind(taskKind(name, input));
}

/** Starts the worker and loads the network, so that the first picture need not wait for it. */
export async function warmUp(): Promise<void> {
  await runTask("load", null);
}

/** Ends the worker and fails its task, if any. */
export function stopWorker(): void {
  pool().worker?.kill("SIGKILL");
}

/** Process id of the worker, or null while there is none. */
export function workerPid(): number | null {
  return pool().worker?.pid ?? null;
}

function admitKind(kind: string): void {
  const { running, waiting, durations, worker } = pool();
  // An idle worker takes anything: one slow task must not shut the door for good.
  if (running === null && waiting.length === 0) return;
  let finishMs = (worker === null ? workerStartMs : 0) + expectedMs(durations, kind);
  if (running !== null) {
    finishMs += Math.max(0, expectedMs(durations, running.kind) - (Date.now() - running.startedAtMs));
  }
  for (const job of waiting) finishMs += expectedMs(durations, job.kind);
  if (finishMs <= admissionLimitMs && waiting.length < maxWaiting) return;
  const retryAfterS = Math.max(1, Math.ceil((finishMs - admissionLimitMs) / 1000));
  throw new ApiError("overloaded", "Too many pictures are waiting to be made.", {
    headers: { "Retry-After": String(retryAfterS) },
  });
}

function startNext(): void {
  const state = pool();
  if (state.running !== null) return;
  const job = state.waiting.shift();
  clearTimeout(state.idleTimer);
  if (job === undefined) {
    rest();
    return;
  }
  state.running = job;
  job.startedAtMs = Date.now();
  try {
    state.worker ??= startWorker();
    state.worker.ref();
    state.worker.channel?.ref();
    state.worker.send(job.message, (error) => {
      if (error !== null)
        finish(job, { kind: "crashed", message: `the pixel worker is gone: ${error.message}` });
    });
  } catch (error) {
    finish(job, { kind: "crashed", message: `the pixel worker could not be started: ${String(error)}` });
  }
}

/** Nothing to do: the worker may not keep this process alive, and goes after a while. */
function rest(): void {
  const state = pool();
  if (state.worker === null) return;
  state.worker.unref();
  state.worker.channel?.unref();
  state.idleTimer = setTimeout(stopWorker, idleExitMs);
  state.idleTimer.unref();
}

function finish(job: Job, failure: Failure): void {
  const state = pool();
  if (state.running !== job) return;
  state.running = null;
  job.settle({ ok: false, failure });
  startNext();
}

function withdrawJob(job: Job, failure: Failure): void {
  const state = pool();
  const place = state.waiting.indexOf(job);
  if (place >= 0) {
    state.waiting.splice(place, 1);
    job.settle({ ok: false, failure });
  } else if (state.running === job) {
    // Native code cannot be interrupted, and a new worker is ready in half a second.
    dropWorker();
    finish(job, failure);
  }
}

function dropWorker(): void {
  const state = pool();
  const worker = state.worker;
  state.worker = null;
  worker?.kill("SIGKILL");
}

function startWorker(): ChildProcess {
  // `execArgv` empty: flags of the server or of a test runner (loaders, inspector ports) are not for the worker.
  const worker = fork(/* turbopackIgnore: true */ workerFile(), { serialization: "advanced", execArgv: [] });
  worker.on("message", (message: WorkerMessage) => {
    const state = pool();
    const job = state.running;
    if (state.worker !== worker || job === null || job.message.id !== message.id) return;
    if (message.type === "stage") {
      job.onStage(message.stage);
      return;
    }
    state.running = null;
    if (message.outcome.ok) recordDuration(state.durations, job.kind, Date.now() - job.startedAtMs);
    job.settle(message.outcome);
    startNext();
  });
  const onEnd = (how: string) => {
    const state = pool();
    if (state.worker !== worker) return;
    state.worker = null;
    if (state.running === null) return;
    log.error({ task: state.running.kind, how }, "the pixel worker ended in the middle of a task");
    finish(state.running, {
      kind: "crashed",
      message: `the pixel worker ended (${how}) during ${state.running.kind}`,
    });
  };
  worker.on("error", (error) => onEnd(error.message));
  worker.on("exit", (code, signal) => onEnd(signal ?? `exit code ${code}`));
  return worker;
}
