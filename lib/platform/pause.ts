import { setTimeout as delay } from "node:timers/promises";

interface Pause {
  /** Runs a task when there is a place for it; rejects where there will be none. */
  place: (task: () => Promise<void>) => Promise<void>;
  /** A task that takes longer waits for something else than the thread, and leaves its place. */
  longestMs: number;
  longestPauseMs: number;
}

/**
 * The outcome of a task that keeps the thread busy. Its place stays empty afterwards for as long as the task took: an
 * answer that is made in many short turns of the event loop gets them then, instead of one between two such tasks.
 */
export function runWithPause<T>(
  task: () => Promise<T>,
  { place, longestMs, longestPauseMs }: Pause,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const begin = async () => {
      const startedAtMs = performance.now();
      const outcome = task();
      outcome.then(resolve, reject);
      await Promise.race([outcome, delay(longestMs)]).catch(() => undefined);
      await delay(Math.min(performance.now() - startedAtMs, longestPauseMs));
    };
    place(begin).catch(reject);
  });
}
