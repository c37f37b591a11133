import { FairQueue } from "#lib/platform/fair-queue.ts";
import {
  admissionLimitMs,
  maxWaiting,
  maxWaitingBytes,
  maxWaitingBytesPerCaller,
  maxWaitingWhenIdle,
  type WorkerName,
} from "./bounds.ts";
import { type Durations, expectedMs, recordDuration } from "./pace.ts";
import type { Failure, Outcome } from "./protocol.ts";
import { emptyFolder, makeSharedFolder } from "./shared-folder.ts";
import { type AdmissionRequest, type Job, WorkerSlot } from "./worker-slot.ts";

/** Time that a new worker process takes to load its code and the network; a cautious guess. */
const workerStartMs = 1_000;

/** The worker processes of one name, and their waiting tasks. */
export class WorkerQueue {
  readonly durations: Durations = new Map();
  readonly #queue = new FairQueue<Job>();
  /** Tasks that are taken only when no other task waits. */
  readonly #spare = new FairQueue<Job>();
  readonly #slots: readonly WorkerSlot[];

  constructor(name: WorkerName, processes = 1) {
    const sharedFolder = processes > 1 ? makeSharedFolder() : null;
    const options = {
      onEnd: (job: Job, outcome: Outcome) => this.#finish(job, outcome),
      onCutOut: () => this.#startNext(),
      // Like their memory, the files of the processes do not outlive their use.
      onIdleEnd: () => {
        if (sharedFolder !== null && this.pid === null) emptyFolder(sharedFolder);
      },
      sharedFolder,
    };
    this.#slots = Array.from({ length: processes }, () => new WorkerSlot(name, options));
  }

  get pid(): number | null {
    return this.#slots.find(({ pid }) => pid !== null)?.pid ?? null;
  }

  /** Null when a task requested now would finish in time, else the seconds after which to retry. */
  retryAfterS(request: AdmissionRequest): number | null {
    const { kind, caller, inputBytes, waitingLimit, deadlineAtMs, whenIdle } = request;
    // An idle worker accepts any task: one slow task must not cause all later ones to be rejected.
    if (this.#queue.size === 0 && this.#slots.some(({ running }) => running === null)) return null;
    const limitMs = deadlineAtMs === undefined ? admissionLimitMs : deadlineAtMs - Date.now();
    let aheadMs = 0;
    for (const { running } of this.#slots) {
      if (running === null) continue;
      aheadMs += Math.max(0, expectedMs(this.durations, running.kind) - (Date.now() - running.startedAtMs));
    }
    const ahead = whenIdle ? [...this.#queue.tasks, ...this.#spare.tasks] : this.#queue.aheadOf(caller);
    for (const job of ahead) aheadMs += expectedMs(this.durations, job.kind);
    const startMs = this.#slots.some(({ pid }) => pid !== null) ? 0 : workerStartMs;
    const finishMs = startMs + aheadMs / this.#slots.length + expectedMs(this.durations, kind);
    const own = this.#queue.waitingOf(caller);
    const isFull =
      (whenIdle && (this.#spare.size >= maxWaitingWhenIdle || this.#spare.waitingOf(caller).length > 0)) ||
      (own.length > 0 &&
        (own.length >= waitingLimit ||
          this.#queue.size >= maxWaiting ||
          sumOfBytes(own) + inputBytes > maxWaitingBytesPerCaller ||
          sumOfBytes(this.#queue.tasks) + inputBytes > maxWaitingBytes));
    if (finishMs <= limitMs && !isFull) return null;
    const soonestMs = isFull ? expectedMs(this.durations, kind) : 0;
    return Math.max(1, Math.ceil(Math.max(soonestMs, finishMs - limitMs) / 1000));
  }

  add(job: Job): void {
    (job.whenIdle ? this.#spare : this.#queue).push(job);
    this.#startNext();
  }

  /** Keeps only the newest `count` of a caller's waiting jobs; the others fail as not begun. */
  withdrawOlder(caller: string, count: number): void {
    const waiting = this.#queue.waitingOf(caller);
    for (const job of waiting.slice(0, Math.max(0, waiting.length - count))) {
      this.withdraw(job, { kind: "not_begun", message: `a newer ${job.kind} took its place` });
    }
  }

  /** Withdraws a job: removes it from the queue, or kills its process when it runs. */
  withdraw(job: Job, failure: Failure): void {
    if (!this.#queue.remove(job) && !this.#spare.remove(job)) {
      for (const slot of this.#slots) slot.fail(job, failure);
      return;
    }
    // The deadline passed while the job waited: the job itself is not at fault.
    const isLate = failure.kind === "deadline";
    job.settle({ ok: false, failure: isLate ? { ...failure, kind: "not_begun" } : failure });
  }

  /** Ends the processes and fails their tasks, if any; the next task starts a new process. */
  stop(): void {
    for (const slot of this.#slots) slot.stop();
  }

  /**
   * Starts waiting tasks on free processes. A task waits while another process makes the cut-out that it needs, so
   * that none is made twice; it goes to the process that has it in its memory, else to one that has started.
   */
  #startNext(): void {
    const mayStart = ({ picture }: Job) => !this.#slots.some((slot) => slot.isCuttingOut(picture));
    for (;;) {
      const free = this.#slots.filter(({ running }) => running === null);
      if (free.length === 0) return;
      const job = this.#queue.shift(mayStart) ?? this.#spare.shift(mayStart);
      if (job === undefined) return;
      const rank = (slot: WorkerSlot) => (slot.has(job.picture) ? 2 : slot.pid !== null ? 1 : 0);
      free.reduce((best, slot) => (rank(slot) > rank(best) ? slot : best)).run(job);
    }
  }

  #finish(job: Job, outcome: Outcome): void {
    if (outcome.ok) recordDuration(this.durations, job.kind, Date.now() - job.startedAtMs);
    job.settle(outcome);
    this.#startNext();
  }
}

function sumOfBytes(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { inputBytes }) => sum + inputBytes, 0);
}
