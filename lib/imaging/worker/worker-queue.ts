import type { Resolution } from "#lib/contract/styles.ts";
import type { PhotoStage } from "#lib/imaging/generator.ts";
import { log } from "#lib/platform/log.ts";
import {
  admissionLimitMs,
  idleExitMs,
  maxWaiting,
  maxWaitingBytes,
  maxWaitingBytesPerCaller,
  taskBounds,
  type WorkerName,
} from "./bounds.ts";
import { FairQueue, sumOfBytes } from "./fair-queue.ts";
import { WorkerProcess } from "./process.ts";
import type { Failure, Outcome, TaskMessage, TaskName, WorkerMessage } from "./protocol.ts";

/** Moving averages of how long each kind of task takes on this machine, in milliseconds. */
type Durations = Map<string, number>;

/** A new worker process loads its code and the network before its first task; a cautious guess. */
const workerStartMs = 1_000;
/** Until a kind of task has been timed on this machine: cautious guesses for two cores. */
const firstGuessMs: Record<string, number> = {
  inspect: 200,
  transform: 300,
  load: 500,
  cutout: 3_000,
  "photo 1K": 4_000,
  "photo 2K": 6_000,
  "photo 4K": 10_000,
};
/** Share of the newest time in the moving average. */
const newestWeight = 0.3;

/** What decides whether a task can be done in time. */
export interface AdmissionRequest {
  kind: string;
  caller: string;
  inputBytes: number;
  /** Tasks that this caller may have waiting. */
  waitingLimit: number;
  /** Unix time by which it must be done; `admissionLimitMs` from now when absent. */
  deadlineAtMs: number | undefined;
}

export interface Job extends AdmissionRequest {
  message: TaskMessage;
  startedAtMs: number;
  onStage: (stage: PhotoStage) => void;
  settle: (outcome: Outcome) => void;
}

/**
 * One worker process and the tasks that wait for it. Only plain data goes in and comes out: the server's bundles may
 * hold several copies of this module, and each throws its own error classes.
 */
export class WorkerQueue {
  readonly durations: Durations = new Map();
  readonly #name: WorkerName;
  readonly #queue = new FairQueue<Job>();
  #process: WorkerProcess | null = null;
  #running: Job | null = null;
  #wallTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(name: WorkerName) {
    this.#name = name;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** Null when a task asked for now would be done in time, else the seconds after which to ask again. */
  retryAfterS({ kind, caller, inputBytes, waitingLimit, deadlineAtMs }: AdmissionRequest): number | null {
    // An idle worker takes anything: one slow task must not have all later ones refused.
    if (this.#running === null && this.#queue.size === 0) return null;
    const limitMs = deadlineAtMs === undefined ? admissionLimitMs : deadlineAtMs - Date.now();
    let finishMs = (this.#process === null ? workerStartMs : 0) + expectedMs(this.durations, kind);
    if (this.#running !== null) {
      const spentMs = Date.now() - this.#running.startedAtMs;
      finishMs += Math.max(0, expectedMs(this.durations, this.#running.kind) - spentMs);
    }
    for (const job of this.#queue.aheadOf(caller)) finishMs += expectedMs(this.durations, job.kind);
    const own = this.#queue.waitingOf(caller);
    const isFull =
      own.length > 0 &&
      (own.length >= waitingLimit ||
        this.#queue.size >= maxWaiting ||
        sumOfBytes(own) + inputBytes > maxWaitingBytesPerCaller ||
        this.#queue.inputBytes + inputBytes > maxWaitingBytes);
    if (finishMs <= limitMs && !isFull) return null;
    const soonestMs = isFull ? expectedMs(this.durations, kind) : 0;
    return Math.max(1, Math.ceil(Math.max(soonestMs, finishMs - limitMs) / 1000));
  }

  add(job: Job): void {
    this.#queue.push(job);
    this.#startNext();
  }

  /** Gives a job up: takes it out of the queue, or kills its process when it is running. */
  withdraw(job: Job, failure: Failure): void {
    if (!this.#queue.remove(job)) {
      this.#fail(job, failure);
      return;
    }
    // The deadline passed in the queue: nothing is wrong with the job itself.
    const isLate = failure.kind === "deadline";
    job.settle({ ok: false, failure: isLate ? { ...failure, kind: "not_begun" } : failure });
  }

  /** Ends the process and fails its task, if any; the next task starts another. */
  stop(): void {
    const job = this.#running;
    if (job) this.#fail(job, { kind: "crashed", message: `the pixel worker was stopped during ${job.kind}` });
    else this.#endProcess();
  }

  #startNext(): void {
    if (this.#running !== null) return;
    clearTimeout(this.#idleTimer);
    const job = this.#queue.shift();
    if (job === undefined) {
      this.#idle();
      return;
    }
    this.#running = job;
    job.startedAtMs = Date.now();
    const { wallTimeMs } = taskBounds[job.message.name];
    this.#wallTimer = setTimeout(
      () => this.#fail(job, { kind: "timeout", message: `${job.kind} ran for ${wallTimeMs} ms` }),
      wallTimeMs,
    );
    try {
      this.#process ??= this.#startProcess();
      this.#process.run(job.message);
    } catch (error) {
      const message = `the pixel worker could not be started: ${String(error)}`;
      this.#finish(job, { ok: false, failure: { kind: "crashed", message } });
    }
  }

  /** Without tasks the worker must not keep this process alive, and ends after a while. */
  #idle(): void {
    if (this.#process === null) return;
    this.#process.idle();
    this.#idleTimer = setTimeout(() => this.#endProcess(), idleExitMs);
    this.#idleTimer.unref();
  }

  #startProcess(): WorkerProcess {
    const process: WorkerProcess = new WorkerProcess(this.#name, {
      onMessage: (message) => this.#receive(message),
      onEnd: (how) => {
        if (this.#process === process) this.#process = null;
        const job = this.#running;
        if (job === null) return;
        log.error({ task: job.kind, how }, "the pixel worker ended in the middle of a task");
        const message = `the pixel worker ended (${how}) during ${job.kind}`;
        this.#finish(job, { ok: false, failure: { kind: "crashed", message } });
      },
      onMemoryExceeded: (residentBytes) => {
        const job = this.#running;
        if (job === null) return;
        const failure = { kind: "memory", message: `${job.kind} took ${residentBytes} bytes` } as const;
        this.#fail(job, failure);
      },
    });
    return process;
  }

  #receive(message: WorkerMessage): void {
    const job = this.#running;
    if (job === null || job.message.id !== message.id) return;
    if (message.type === "stage") {
      job.onStage(message.stage);
      return;
    }
    if (message.outcome.ok) recordDuration(this.durations, job.kind, Date.now() - job.startedAtMs);
    this.#finish(job, message.outcome);
  }

  #fail(job: Job, failure: Failure): void {
    if (this.#running !== job) return;
    if (failure.kind === "timeout" || failure.kind === "memory") {
      log.warn(
        { task: job.kind, caller: job.caller, reason: failure.message },
        "the pixel worker was killed",
      );
    }
    this.#endProcess();
    this.#finish(job, { ok: false, failure });
  }

  #endProcess(): void {
    this.#process?.kill();
    this.#process = null;
  }

  #finish(job: Job, outcome: Outcome): void {
    if (this.#running !== job) return;
    clearTimeout(this.#wallTimer);
    this.#running = null;
    job.settle(outcome);
    this.#startNext();
  }
}

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
