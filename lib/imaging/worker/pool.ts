import { createHash } from "node:crypto";
import type { Resolution } from "#lib/contract/photos/styles.ts";
import type { PictureInput } from "#lib/images/picture.ts";
import type { PixelOptions } from "#lib/images/services.ts";
import type { PhotoStage } from "#lib/imaging/generator.ts";
import { whileAway } from "#lib/platform/calls.ts";
import { untilAborted } from "#lib/platform/concurrency.ts";
import { ApiError } from "#lib/platform/errors.ts";
import { pixelProcesses, taskBounds, type WorkerName, workerBounds } from "./bounds.ts";
import { toError } from "./failure.ts";
import { expectedMs, taskKind } from "./pace.ts";
import type { Outcome, TaskInput, TaskMessage, TaskName, TaskOutput } from "./protocol.ts";
import { WorkerQueue } from "./worker-queue.ts";
import type { Job } from "./worker-slot.ts";

/** Seconds after which a caller is asked to retry when its task was not begun in time. */
const retryAfterNotBegunS = 5;

export interface TaskOptions extends PixelOptions {
  /** At the limit of waiting tasks, the caller's oldest are dropped for the new one: only the newest are wanted. */
  isLatest?: boolean;
  onStage?: ((stage: PhotoStage) => void) | undefined;
}

/** Caller of the service's own tasks in the queue. */
const serviceCaller = "service";

interface Pool {
  queues: Record<WorkerName, WorkerQueue>;
  lastId: number;
}

let made: Pool | null = null;

/** The workers of this process, which start with their first tasks. Not lazy: they serve the next test file too. */
export function pool(): Pool {
  made ??= {
    queues: {
      light: new WorkerQueue("light"),
      decode: new WorkerQueue("decode"),
      heavy: new WorkerQueue("heavy", pixelProcesses()),
    },
    lastId: 0,
  };
  return made;
}

/**
 * Runs a task in its worker process, when it is the caller's turn. Throws NothingFoundError and UnreadableImageError
 * for the picture, ProtocolError for a transformation, ApiError `overloaded` when the task is rejected or does not
 * begin in time, the signal's reason when aborted, and PixelWorkerError for everything else.
 */
export async function runTask<Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  options: TaskOptions = {},
): Promise<TaskOutput<Name>> {
  const { signal, deadlineAtMs, onStage = () => undefined, onBegin = () => undefined } = options;
  signal?.throwIfAborted();
  const request = admissionRequest(name, input, options);
  if (options.isLatest)
    pool().queues[taskBounds[name].worker].withdrawOlder(request.caller, request.waitingLimit - 1);
  const queue = admittingQueue(name, request);
  const state = pool();
  state.lastId += 1;
  const message = { id: state.lastId, name, input } as TaskMessage;
  const { promise: ended, resolve: settle } = Promise.withResolvers<Outcome>();
  const picture = pictureOf(name, input);
  const job: Job = { ...request, message, picture, startedAtMs: 0, onStage, onBegin, settle };
  const giveUp = (kind: "deadline" | "aborted", how: string) =>
    queue.withdraw(job, { kind, message: `${request.kind} ${how}` });
  const deadline =
    deadlineAtMs === undefined
      ? undefined
      : setTimeout(() => giveUp("deadline", "was not done by its deadline"), deadlineAtMs - Date.now());
  queue.add(job);
  try {
    const outcome = await whileAway(() => (signal === undefined ? ended : untilAborted(ended, signal)));
    if (outcome.ok) return outcome.output as TaskOutput<Name>;
    const { kind } = outcome.failure;
    if (kind === "not_begun" || kind === "starved") throw overloaded(retryAfterNotBegunS);
    throw toError(outcome.failure);
  } finally {
    clearTimeout(deadline);
    // After an abort the task still waits or runs; after an outcome, withdrawing has no effect.
    giveUp("aborted", "was aborted");
  }
}

/** Milliseconds per kind of task of the heavy workers on this machine, for the kinds that have been timed. */
export function pixelPace(): Record<string, number> {
  return Object.fromEntries([...pool().queues.heavy.durations].map(([kind, ms]) => [kind, Math.round(ms)]));
}

/** Expected duration of a kind of task of the heavy workers on this machine; a guess until one has been timed. */
export function expectedTaskMs(kind: string): number {
  return expectedMs(pool().queues.heavy.durations, kind);
}

/** Starts the heavy worker and loads the network, so that the first picture does not wait for it. */
export async function warmUp(): Promise<void> {
  await runTask("load", null);
}

/** Ends the workers and fails their tasks, if any. */
export function stopWorkers(): void {
  for (const queue of Object.values(pool().queues)) queue.stop();
}

/** Process id of a worker, or null while it does not run. */
export function workerPid(name: WorkerName): number | null {
  return pool().queues[name].pid;
}

function admissionRequest(name: TaskName, input: unknown, options: TaskOptions) {
  return {
    kind: taskKind(name, input as { resolution?: Resolution } | null),
    caller: options.caller ?? serviceCaller,
    inputBytes: sizeOfInput(input),
    waitingLimit: options.waitingLimit ?? workerBounds[taskBounds[name].worker].waitingLimit,
    deadlineAtMs: options.deadlineAtMs,
    whenIdle: options.whenIdle ?? false,
  };
}

interface CutOutNeed {
  image: PictureInput;
  mask?: PictureInput;
  width?: number;
  height?: number;
  maxSide?: number;
}

/** Equal for tasks that need the same cut-out; null for tasks that need none. */
function pictureOf(name: TaskName, input: unknown): string | null {
  if (!taskBounds[name].cutsOut) return null;
  const { image, mask, width = 0, height = 0, maxSide = 0 } = input as CutOutNeed;
  const pictures = [image, mask].map((picture) =>
    picture instanceof Uint8Array ? createHash("sha1").update(picture).digest("base64") : picture,
  );
  return JSON.stringify([name === "preview" || name === "judge", Math.max(width, height, maxSide), pictures]);
}

/** Memory that an input takes while it waits: pictures that are given as bytes. */
function sizeOfInput(input: unknown): number {
  if (input === null || typeof input !== "object") return 0;
  return Object.values(input).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : 0),
    0,
  );
}

function admittingQueue(name: TaskName, request: ReturnType<typeof admissionRequest>): WorkerQueue {
  const queue = pool().queues[taskBounds[name].worker];
  const retryAfterSeconds = queue.retryAfterS(request);
  if (retryAfterSeconds === null) return queue;
  throw overloaded(retryAfterSeconds);
}

function overloaded(retryAfterSeconds: number): ApiError {
  return new ApiError("overloaded", "Too many pictures are waiting to be made.", { retryAfterSeconds });
}
