import { setTimeout as delay } from "node:timers/promises";

/** Time as the painter sees it: tests have one of their own. */
export interface Clock {
  /** Unix time in milliseconds. */
  now: () => number;
  /** Rejects with the signal's reason when that is aborted first. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 up to 1. */
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
