import { ApiError, refusal } from "./errors.ts";
import { FairQueue } from "./fair-queue.ts";
import { because } from "./reasons.ts";

const retryAfterSeconds = 2;

export interface FairLimit {
  /** Limit of concurrent tasks. */
  atOnce: number;
  /** Limit of one caller's concurrent tasks; `atOnce` when absent. */
  atOncePerCaller?: number;
  /** Limit of one caller's waiting tasks; further ones are refused with `rate_limited`. */
  maxWaitingPerCaller: number;
  /**
   * Limit of all waiting tasks; beyond it, callers that already have a waiting task are refused with `overloaded`.
   */
  maxWaiting?: number;
  /** Tasks that wait longer are refused with `rate_limited`. */
  longestWaitMs?: number;
}

interface Waiting {
  caller: string;
  begin: () => void;
}

/** Runs tasks within a limit shared fairly by callers: waiting callers take turns. */
export interface FairLimiter {
  /**
   * The outcome of the task, run when its caller's turn comes. An aborted signal removes a waiting task from the
   * queue and throws the signal's reason. Throws ApiError `rate_limited` or `overloaded` when too many tasks wait.
   */
  run<T>(caller: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** As `run`, for a task that ends when the returned function is called. */
  take(caller: string, signal?: AbortSignal): Promise<() => void>;
  /**
   * As `take`, for a task that ran before: it is never refused, precedes its caller's other tasks, and continues over
   * the limit after `longestWaitMs`, as those that run may be waiting for it.
   */
  resume(caller: string): Promise<() => void>;
  readonly running: number;
  readonly waiting: number;
}

function tooMany(): ApiError {
  return refusal(because("own_calls_wait"), { retryAfterSeconds });
}

/** Creates the limiter of one shared resource of this process. A caller is an account, or an address without one. */
export function limitFairly(limit: FairLimit): FairLimiter {
  const {
    atOnce,
    atOncePerCaller = atOnce,
    maxWaitingPerCaller,
    maxWaiting = Number.POSITIVE_INFINITY,
    longestWaitMs,
  } = limit;
  const queue = new FairQueue<Waiting>();
  const runningOf = new Map<string, number>();
  let running = 0;

  const mayStart = (caller: string) => (runningOf.get(caller) ?? 0) < atOncePerCaller;

  function startWaiting(): void {
    while (running < atOnce) {
      const next = queue.shift(({ caller }) => mayStart(caller));
      if (!next) return;
      count(next.caller, 1);
      next.begin();
    }
  }

  function count(caller: string, by: 1 | -1): void {
    running += by;
    const own = (runningOf.get(caller) ?? 0) + by;
    if (own > 0) runningOf.set(caller, own);
    else runningOf.delete(caller);
  }

  function requirePlace(caller: string): void {
    const own = queue.waitingOf(caller).length;
    if (own >= maxWaitingPerCaller) {
      throw tooMany();
    }
    if (own > 0 && queue.size >= maxWaiting) {
      throw new ApiError("overloaded", "Too much is going on at once.", { retryAfterSeconds });
    }
  }

  const isFree = (caller: string) => running < atOnce && mayStart(caller);

  function end(caller: string): void {
    count(caller, -1);
    startWaiting();
  }

  /** Resolves when the caller's turn comes. */
  function takeTurn(caller: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { caller, begin: resolve };
    const leave = (reason: () => unknown) => {
      if (queue.remove(waiting)) reject(reason());
    };
    const onAbort = () => leave(() => signal?.reason);
    queue.push(waiting);
    startWaiting();
    signal?.addEventListener("abort", onAbort, { once: true });
    const timer = longestWaitMs && setTimeout(() => leave(tooMany), longestWaitMs);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    });
  }

  function resumeTurn(caller: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    const waiting: Waiting = { caller, begin };
    const beginOverLimit = () => {
      queue.remove(waiting);
      count(caller, 1);
      begin();
    };
    const timer = longestWaitMs && setTimeout(beginOverLimit, longestWaitMs);
    queue.push(waiting, { isFirst: true });
    return promise;
  }

  async function take(caller: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (isFree(caller)) count(caller, 1);
    else {
      requirePlace(caller);
      await takeTurn(caller, signal);
    }
    return () => end(caller);
  }

  return {
    take,
    async run(caller, task, signal) {
      const leave = await take(caller, signal);
      try {
        return await task();
      } finally {
        leave();
      }
    },
    async resume(caller) {
      if (isFree(caller)) count(caller, 1);
      else await resumeTurn(caller);
      return () => end(caller);
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.size;
    },
  };
}
