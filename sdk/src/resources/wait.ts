import { TimeoutError } from "../errors.ts";
import type { CallOptions } from "../transport/calls.ts";
import { pause } from "../transport/time.ts";

export interface WaitOptions<State> extends Pick<CallOptions, "signal" | "maxRetries"> {
  /** Maximum time to wait for the end. Default: no limit. */
  timeoutMs?: number | undefined;
  /** Called with every state that is read, including the last. */
  onProgress?: ((state: State) => void) | undefined;
  /**
   * Maximum interval between reads of the state; the end is reported immediately in any case. Default: every 30
   * seconds.
   */
  intervalMs?: number | undefined;
}

/** Longest time that the service holds a response. */
const longestWaitSeconds = 30;
/** Added to the requested wait for the timeout of the request. */
const answerTimeMs = 30_000;

/** Polls with long requests, each held by the service as long as it allows. */
export async function waitUntil<State>(
  read: (waitSeconds: number, options: CallOptions) => Promise<State>,
  isEnded: (state: State) => boolean,
  { timeoutMs, onProgress, intervalMs, signal, maxRetries }: WaitOptions<State>,
): Promise<State> {
  const until = timeoutMs === undefined ? Number.POSITIVE_INFINITY : Date.now() + timeoutMs;
  const most = Math.min(longestWaitSeconds, Math.max(1, Math.round((intervalMs ?? 30_000) / 1000)));
  for (;;) {
    const askedAt = Date.now();
    const waitSeconds = Math.max(0, Math.min(most, Math.floor((until - askedAt) / 1000)));
    const options = { signal, maxRetries, timeoutMs: waitSeconds * 1000 + answerTimeMs };
    const state = await read(waitSeconds, options);
    onProgress?.(state);
    if (isEnded(state)) return state;
    if (Date.now() >= until || (waitSeconds === 0 && until - askedAt < 1000)) {
      throw new TimeoutError(`It was not done after ${(timeoutMs ?? 0) / 1000} seconds.`, {
        fix: "It goes on: wait for the same id again.",
      });
    }
    // Avoids a tight loop if the service does not hold the request.
    const leftMs = 1000 - (Date.now() - askedAt);
    if (leftMs > 0) await pause(leftMs, signal);
  }
}
