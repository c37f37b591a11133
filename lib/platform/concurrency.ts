import { setTimeout as delay } from "node:timers/promises";
import pLimit, { type LimitFunction } from "p-limit";
import { whileAway } from "./calls.ts";
import { ApiError } from "./errors.ts";

const retryAfterSeconds = 5;

interface Limit {
  /** Limit of concurrent tasks. */
  atOnce: number;
  /** Limit of waiting tasks; further ones are refused with `overloaded`. Unlimited when absent. */
  maxWaiting?: number;
}

/** Limits concurrent tasks, first come first served. The task of a call runs without the slot of that call. */
export function limitConcurrency({ atOnce, maxWaiting = Number.POSITIVE_INFINITY }: Limit) {
  return runWithin(pLimit(atOnce), maxWaiting);
}

/** As `limitConcurrency`, separately for each key; a key without tasks uses no memory. */
export function limitConcurrencyByKey({ atOnce, maxWaiting = Number.POSITIVE_INFINITY }: Limit) {
  const limits = new Map<string, LimitFunction>();
  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const limit = limits.get(key) ?? pLimit(atOnce);
    limits.set(key, limit);
    try {
      return await runWithin(limit, maxWaiting)(task);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    }
  };
}

/** Runs the tasks of each key one after another. */
export function serializeByKey() {
  return limitConcurrencyByKey({ atOnce: 1 });
}

function runWithin(limit: LimitFunction, maxWaiting: number) {
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= limit.concurrency + maxWaiting) {
      throw new ApiError("overloaded", "Too much is going on at once.", { retryAfterSeconds });
    }
    // A slot that was awaited within this limit, by a task that others wait for with slots of their own, never came.
    return whileAway(() => limit(task));
  };
}

/**
 * Joins calls of one key while its task runs. All of them wait without their slots: if the task needed one of its call
 * to end, while the others held theirs, an account with enough calls would wait forever.
 */
export function joinByKey<T>(): (key: string, task: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  const start = (key: string, task: () => Promise<T>) => {
    const started = task().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
  return (key, task) => whileAway(() => running.get(key) ?? start(key, task));
}

/** Reads a value again once it is older than `ms`. Concurrent calls share a read; a failed one is not kept. */
export function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  let untilMs = 0;
  return () => {
    if (known && performance.now() < untilMs) return known;
    const reading = read();
    [known, untilMs] = [reading, Number.POSITIVE_INFINITY];
    const keep = (forMs: number) => () => {
      untilMs = performance.now() + forMs;
    };
    void reading.then(keep(ms), keep(0));
    return reading;
  };
}

/** The task's outcome; rejects with the signal's reason if it is aborted first, even if the task ignores it. */
export async function untilAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([task, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** The task's outcome; throws `reason()` if it takes longer than `timeoutMs`. */
export async function withTimeout<T>(task: Promise<T>, timeoutMs: number, reason: () => Error): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(reason()), timeoutMs);
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}

/**
 * Runs a task again while it throws ApiError `overloaded`, each time after the pause that this error names. Throws that
 * error when the pause would end after the deadline.
 */
export async function whileOverloaded<T>(
  task: () => Promise<T>,
  { deadlineAtMs, signal }: { deadlineAtMs: number; signal?: AbortSignal },
): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "overloaded") throw error;
      const pauseMs = 1_000 * (error.retryAfterSeconds ?? 1);
      if (Date.now() + pauseMs >= deadlineAtMs) throw error;
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => signal?.throwIfAborted());
    }
  }
}

/**
 * Joins the calls for one name within the same turn of the event loop into one call of `run`, which gets their number
 * and returns their results in order. A call never waits for a batch that is already running.
 */
export function batchByKey<Out>(
  run: (name: string, calls: number) => Promise<Out[]>,
): (name: string) => Promise<Out> {
  const gathering = new Map<string, { calls: number; answers: Promise<Out[]> }>();
  return async (name) => {
    const group = gathering.get(name) ?? { calls: 0, answers: Promise.resolve<Out[]>([]) };
    const index = group.calls;
    group.calls += 1;
    if (index === 0) {
      gathering.set(name, group);
      group.answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
        gathering.delete(name);
        return run(name, group.calls);
      });
    }
    const answer = (await group.answers)[index];
    if (answer === undefined) throw new Error(`${group.calls} joined calls got fewer answers`);
    return answer;
  };
}
