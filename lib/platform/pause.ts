import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

interface Pause {
  /** Runs a task when there is a place for it; rejects where there will be none. */
  place: (task: () => Promise<void>) => Promise<void>;
  /** A task that takes longer waits for something else than the thread, and leaves its place. */
  longestMs: number;
  longestPauseMs: number;
  /** How often the time that the task took the pause lasts; once unless said otherwise. */
  pauseTimes?: number;
}

/**
 * The outcome of a task that keeps the thread busy. Its place stays empty afterwards for as long as the task took: an
 * answer that is made in many short turns of the event loop gets them then, instead of one between two such tasks.
 */
export function runWithPause<T>(
  task: () => Promise<T>,
  { place, longestMs, longestPauseMs, pauseTimes = 1 }: Pause,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const begin = async () => {
      const startedAtMs = performance.now();
      const outcome = task();
      outcome.then(resolve, reject);
      await Promise.race([outcome, delay(longestMs)]).catch(() => undefined);
      await delay(Math.min(pauseTimes * (performance.now() - startedAtMs), longestPauseMs));
    };
    place(begin).catch(reject);
  });
}

const sliceMs = 10;

/** A function to call between the parts of long work: others get a turn when the thread was kept for 10 ms. */
export function startSlices(): () => Promise<void> {
  let endsAtMs = performance.now() + sliceMs;
  // Who waits in parallel waits for the same turn: with one each, every one of them would begin a slice.
  let turn: Promise<void> | null = null;
  const waitForTurn = async () => {
    await nextTurn();
    turn = null;
    endsAtMs = performance.now() + sliceMs;
  };
  return async () => {
    if (performance.now() < endsAtMs) return;
    turn ??= waitForTurn();
    await turn;
  };
}

/** What a function makes of each element, one after the other: others get turns while a thousand are worked through. */
export async function mapInSlices<T, R>(
  list: readonly T[],
  toResult: (value: T, index: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const giveTurn = startSlices();
  for (const [index, value] of list.entries()) {
    results.push(await toResult(value, index));
    await giveTurn();
  }
  return results;
}
