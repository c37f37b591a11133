import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";

interface Pause {
  /** Runs a task when a slot is free; rejects if none will become free. */
  place: (task: () => Promise<void>) => Promise<void>;
  /** A longer task waits for something other than the thread, and frees its slot. */
  longestMs: number;
  longestPauseMs: number;
  /** Length of the pause as a multiple of the task's duration; default 1. */
  pauseTimes?: number;
}

/**
 * The outcome of a CPU-bound task. Its slot stays empty afterwards for as long as the task took, so that responses
 * made in many short turns of the event loop get these turns, instead of one between two such tasks.
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

/** Returns a function to await between the parts of long work: it yields to the event loop after 10 ms. */
export function startSlices(): () => Promise<void> {
  let endsAtMs = performance.now() + sliceMs;
  // Parallel callers share one turn: with separate turns, each of them would begin a new slice.
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

/** Maps a list sequentially, and yields to the event loop between slices of 10 ms. */
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
