import { TimeoutError } from "../errors.ts";
import type { CallOptions } from "../transport/calls.ts";
import { pause } from "../transport/time.ts";

export interface WaitOptions<State> extends Pick<CallOptions, "signal" | "maxRetries"> {
  /** Longest to wait for the end; without it, until there is one. */
  timeoutMs?: number | undefined;
  /** Called with every state that is read, the last one too. */
  onProgress?: ((state: State) => void) | undefined;
  /** How often the state is read at least; the end is known at once in any case. Default: every 30 seconds. */
  intervalMs?: number | undefined;
}

/** Longest that the service holds one question back. */
const longestWaitSeconds = 30;
/** On top of the wait that was asked for. */
const answerTimeMs = 30_000;

/** Asks again and again, each time for as long as the service may hold the answer back. */
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
    // A service that does not hold the question back is not asked in a tight loop.
    const leftMs = 1000 - (Date.now() - askedAt);
    if (leftMs > 0) await pause(leftMs, signal);
  }
}
