import type { PhotoStage } from "#lib/imaging/generator.ts";
import { log } from "#lib/platform/log.ts";
import { idleExitMs, taskBounds, type WorkerName } from "./bounds.ts";
import { WorkerProcess } from "./process.ts";
import type { Failure, Outcome, TaskMessage, WorkerMessage } from "./protocol.ts";

/** The input of the decision whether a task can be done in time. */
export interface AdmissionRequest {
  kind: string;
  caller: string;
  inputBytes: number;
  /** Limit of this caller's waiting tasks. */
  waitingLimit: number;
  /** Unix time by which it must be done; `admissionLimitMs` from now when absent. */
  deadlineAtMs: number | undefined;
  /** Runs only when no other task waits. */
  whenIdle?: boolean;
}

export interface Job extends AdmissionRequest {
  message: TaskMessage;
  /** Equal for tasks that need the same cut-out; null for tasks that need none. */
  picture: string | null;
  startedAtMs: number;
  onStage: (stage: PhotoStage) => void;
  onBegin: () => void;
  settle: (outcome: Outcome) => void;
}

interface SlotOptions {
  /** May start the next task on this slot. */
  onEnd: (job: Job, outcome: Outcome) => void;
  /** The running task's cut-out is made. */
  onCutOut: () => void;
  /** The process has ended because nothing was to be done. */
  onIdleEnd: () => void;
  sharedFolder: string | null;
}

/** A process that got less than this share of one processor was starved. */
const starvedShare = 0.25;
/** Processor time is counted in hundredths of a second, so the share is unreliable over less time than this. */
const shortestMeasuredMs = 1_000;

/** Pictures whose cut-outs a process may still have in its memory. */
const rememberedPictures = 6;

/** One worker process and its task: the process starts with a task, and ends after a long idle time. */
export class WorkerSlot {
  readonly #name: WorkerName;
  readonly #options: SlotOptions;
  /** The pictures of the last tasks, the newest last. */
  #pictures: string[] = [];
  #isCuttingOut = false;
  #process: WorkerProcess | null = null;
  #running: Job | null = null;
  #wallTimer: NodeJS.Timeout | undefined;
  #cpuTimeAtStartMs: number | null = null;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(name: WorkerName, options: SlotOptions) {
    this.#name = name;
    this.#options = options;
  }

  /** Whether the process has the cut-out of this picture in its memory, as far as known. */
  has(picture: string | null): boolean {
    return picture !== null && this.#process !== null && this.#pictures.includes(picture);
  }

  /** Whether the running task is making the cut-out of this picture. */
  isCuttingOut(picture: string | null): boolean {
    return picture !== null && this.#isCuttingOut && this.#running?.picture === picture;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  get running(): Job | null {
    return this.#running;
  }

  run(job: Job): void {
    clearTimeout(this.#idleTimer);
    this.#running = job;
    this.#isCuttingOut = job.picture !== null;
    if (job.picture !== null) {
      const others = this.#pictures.filter((picture) => picture !== job.picture);
      this.#pictures = [...others, job.picture].slice(-rememberedPictures);
    }
    job.startedAtMs = Date.now();
    job.onBegin();
    const { wallTimeMs } = taskBounds[job.message.name];
    this.#wallTimer = setTimeout(() => this.#failLate(job, wallTimeMs), wallTimeMs);
    try {
      this.#process ??= this.#startProcess();
      this.#cpuTimeAtStartMs = this.#process.cpuTimeMs();
      this.#process.run(job.message);
    } catch (error) {
      const message = `the pixel worker could not be started: ${String(error)}`;
      this.#finish(job, { ok: false, failure: { kind: "crashed", message } });
    }
  }

  /** When other processes left little processor time to a process, its picture is not the cause. */
  #failLate(job: Job, wallTimeMs: number): void {
    const now = this.#process?.cpuTimeMs() ?? null;
    const usedMs = now === null || this.#cpuTimeAtStartMs === null ? null : now - this.#cpuTimeAtStartMs;
    const isStarved =
      usedMs !== null && wallTimeMs >= shortestMeasuredMs && usedMs < starvedShare * wallTimeMs;
    const used = usedMs === null ? "" : `, with ${usedMs} ms of processor time`;
    const message = `${job.kind} ran for ${wallTimeMs} ms${used}`;
    this.fail(job, { kind: isStarved ? "starved" : "timeout", message });
  }

  /** Kills the process if it runs this job. */
  fail(job: Job, failure: Failure): void {
    if (this.#running !== job) return;
    if (failure.kind === "timeout" || failure.kind === "starved" || failure.kind === "memory") {
      log.warn(
        { task: job.kind, caller: job.caller, reason: failure.message },
        "the pixel worker was killed",
      );
    }
    this.#endProcess();
    this.#finish(job, { ok: false, failure });
  }

  stop(): void {
    const job = this.#running;
    if (job) this.fail(job, { kind: "crashed", message: `the pixel worker was stopped during ${job.kind}` });
    else this.#endProcess();
  }

  #startProcess(): WorkerProcess {
    const process: WorkerProcess = new WorkerProcess(
      this.#name,
      {
        onMessage: (message) => this.#receive(message),
        onEnd: (how) => {
          if (this.#process === process) this.#process = null;
          const job = this.#running;
          if (job === null) return;
          // A worker ignores these signals as soon as it has started, so this one was signalled while it was starting.
          if (/^SIG(TERM|INT|HUP)$/.test(how)) {
            this.#process = this.#startProcess();
            this.#process.run(job.message);
            return;
          }
          log.error({ task: job.kind, how }, "the pixel worker ended in the middle of a task");
          const message = `the pixel worker ended (${how}) during ${job.kind}`;
          this.#finish(job, { ok: false, failure: { kind: "crashed", message } });
        },
        onMemoryExceeded: (residentBytes) => {
          const job = this.#running;
          if (job === null) return;
          this.fail(job, { kind: "memory", message: `${job.kind} took ${residentBytes} bytes` });
        },
      },
      this.#options.sharedFolder,
    );
    return process;
  }

  #receive(message: WorkerMessage): void {
    const job = this.#running;
    if (job === null || job.message.id !== message.id) return;
    if (message.type === "outcome") {
      this.#finish(job, message.outcome);
      return;
    }
    job.onStage(message.stage);
    if (message.stage === "cutout" || !this.#isCuttingOut) return;
    this.#isCuttingOut = false;
    this.#options.onCutOut();
  }

  #endProcess(): void {
    this.#process?.kill();
    this.#process = null;
  }

  #finish(job: Job, outcome: Outcome): void {
    if (this.#running !== job) return;
    clearTimeout(this.#wallTimer);
    this.#running = null;
    this.#options.onEnd(job, outcome);
    if (this.#running === null) this.#idle();
  }

  /** An idle worker must not keep this process alive, and ends after a while. */
  #idle(): void {
    if (this.#process === null) return;
    this.#process.idle();
    this.#idleTimer = setTimeout(() => {
      this.#endProcess();
      this.#options.onIdleEnd();
    }, idleExitMs);
    this.#idleTimer.unref();
  }
}
