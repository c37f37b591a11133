import { limitFairly } from "../platform/fair-limit.ts";
import { runWithPause } from "../platform/pause.ts";

/** Validating a thousand items blocks the main thread for a tenth of a second or more. */
const limiter = limitFairly({ atOnce: 1, maxWaitingPerCaller: 3, maxWaiting: 24, longestWaitMs: 20_000 });

/** A call that takes longer is waiting for the database: the next one may start. */
const longestMs = 2_000;
const longestPauseMs = 500;

/**
 * Runs a call with a large body in the turn of its account. Throws ApiError `rate_limited` or `overloaded` if the
 * queue is full.
 */
export function runLargeCall<T>(userId: string, call: () => Promise<T>): Promise<T> {
  return runWithPause(call, { longestMs, longestPauseMs, place: (task) => limiter.run(userId, task) });
}
