import { setTimeout as delay } from "node:timers/promises";

/** The painter's clock, which tests replace. */
export interface Clock {
  /** Unix time in milliseconds. */
  now: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** At least 0, less than 1. */
  random: () => number;
}

export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
  },
};
