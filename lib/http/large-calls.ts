import { limitFairly } from "../platform/fair-limit.ts";
import { runWithPause } from "../platform/pause.ts";
import { processSlot } from "../platform/process-slot.ts";

/** To check a thousand items takes the thread that answers everybody a tenth of a second and more. */
const limiter = processSlot("large-calls", () =>
  limitFairly({ atOnce: 1, maxWaitingPerCaller: 3, maxWaiting: 24, longestWaitMs: 20_000 }),
);

/** A call that takes longer waits for the database: others go on. */
const longestMs = 2_000;
const longestPauseMs = 500;

/**
 * Runs a call with a large body when its account's turn has come. Throws ApiError `rate_limited` or `overloaded` where
 * too much waits.
 */
export function runLargeCall<T>(userId: string, call: () => Promise<T>): Promise<T> {
  return runWithPause(call, { longestMs, longestPauseMs, place: (task) => limiter().run(userId, task) });
}
