import pLimit, { type LimitFunction } from "p-limit";
import { ApiError } from "./errors.ts";

const retryAfterSeconds = 5;

interface Limit {
  /** How many run at a time. */
  atOnce: number;
  /** How many may wait; whoever comes then is refused with `overloaded`. Without it all wait. */
  maxWaiting?: number;
}

/** Runs at most so many tasks at a time, first come first served. */
export function limitConcurrency({ atOnce, maxWaiting = Number.POSITIVE_INFINITY }: Limit) {
  return runWithin(pLimit(atOnce), maxWaiting);
}

/** The same for each key on its own; a key without tasks takes no memory. */
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

/** One task after another for each key. */
export function serializeByKey() {
  return limitConcurrencyByKey({ atOnce: 1 });
}

function runWithin(limit: LimitFunction, maxWaiting: number) {
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (limit.activeCount + limit.pendingCount >= limit.concurrency + maxWaiting) {
      throw new ApiError("overloaded", "Too much is going on at once.", { retryAfterSeconds });
    }
    return limit(task);
  };
}

/** The task's outcome, unless the signal is aborted first: then its reason, even if the task does not listen. */
export async function untilAborted<T>(task: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  return Promise.race([task, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** The task's outcome, unless it takes longer than `timeoutMs`: then what `reason` makes is thrown. */
export async function withTimeout<T>(task: Promise<T>, timeoutMs: number, reason: () => Error): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(reason()), timeoutMs);
  return Promise.race([task, late]).finally(() => clearTimeout(timer));
}

/**
 * Joins the calls for one name that come in the same turn of the event loop into one call of `run`, which gets
 * their number and answers them in the order they came. A call never waits for one that is already under way.
 */
export function batchByKey<Out>(
  run: (name: string, calls: number) => Promise<Out[]>,
): (name: string) => Promise<Out> {
  const gathering = new Map<string, { calls: number; answers: Promise<Out[]> }>();
  return async (name) => {
    const group = gathering.get(name) ?? { calls: 0, answers: Promise.resolve<Out[]>([]) };
    const place = group.calls;
    group.calls += 1;
    if (place === 0) {
      gathering.set(name, group);
      group.answers = new Promise((resolve) => setImmediate(resolve)).then(() => {
        gathering.delete(name);
        return run(name, group.calls);
      });
    }
    const answer = (await group.answers)[place];
    if (answer === undefined) throw new Error(`${group.calls} joined calls got fewer answers`);
    return answer;
  };
}
