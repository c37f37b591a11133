import type { IncomingMessage, ServerResponse } from "node:http";
import { limitFairly } from "../platform/fair-limit.ts";
import { runWithPause } from "../platform/pause.ts";

/** Pages are rendered on the main thread: more at once would only delay each of them. */
const pages = { atOnce: 2, atOncePerCaller: 1, maxWaitingPerCaller: 64, maxWaiting: 1_024 };
const calls = { atOnce: Number.POSITIVE_INFINITY, atOncePerCaller: 8, maxWaitingPerCaller: 128 };
/** A page that takes longer waits for something other than the thread: the next one may start. */
const longestMs = 1_000;
const longestPauseMs = 100;
/** A slot stays empty for this multiple of the render time: API calls need a dozen turns of the event loop. */
const pauseTimes = 3;

interface Visit {
  /** The client's address, or its /64 for IPv6. */
  address: string;
  isPage: boolean;
  response: ServerResponse;
}

/**
 * Limits, per client address, the pages and the calls without a key that run at once; beyond it they wait. Rejects with
 * ApiError `rate_limited` or `overloaded` if too many wait. A client that leaves stops waiting.
 */
export function limitPerAddress(): (visit: Visit, answer: () => Promise<void>) => Promise<void> {
  const ofPages = limitFairly(pages);
  const ofCalls = limitFairly(calls);
  return async ({ address, isPage, response }, answer) => {
    const gone = new AbortController();
    const closed = new Promise<void>((resolve) => {
      response.once("close", () => {
        gone.abort();
        resolve();
      });
    });
    // A disconnect ends no work, and a response that nobody reads takes memory: both still count.
    const whole = async () => void (await Promise.all([answer(), closed]));
    const place = (task: () => Promise<void>) => ofPages.run(address, task, gone.signal);
    try {
      if (isPage) await runWithPause(whole, { place, longestMs, longestPauseMs, pauseTimes });
      else await ofCalls.run(address, whole, gone.signal);
    } catch (error) {
      if (!gone.signal.aborted) throw error;
    }
  };
}

/** Whether a call names an API key: then the limits of its account apply, not those of its address. */
export function hasKey({ headers, url = "" }: IncomingMessage): boolean {
  return headers.authorization !== undefined || headers["x-api-key"] !== undefined || /[?&]key=/.test(url);
}
