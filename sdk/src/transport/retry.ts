import { ApiError, ConnectionError } from "../errors.ts";

export interface RetryState {
  /** Retries made so far, those for `idempotency_in_progress` not counted. */
  retries: number;
  maxRetries: number;
  /** Upper bound of the first delay; each later one is up to twice as long. */
  firstDelayMs: number;
  /** Whether sending the call twice does what sending it once does. */
  isRepeatable: boolean;
  /** Since the first attempt. */
  elapsedMs: number;
}

const longestDelayMs = 8_000;
/** Who is told to wait longer gets the error instead. */
const longestRetryAfterMs = 60_000;
/** The service holds a key that long for a request of which nothing is heard. */
const inProgressLimitMs = 5 * 60_000;

/** How long to wait before the call is sent again; null when it is not to be. */
export function delayBeforeRetry(error: unknown, state: RetryState, random = Math.random): number | null {
  if (error instanceof ApiError && error.code === "idempotency_in_progress") {
    if (state.elapsedMs > inProgressLimitMs) return null;
    return (error.retryAfterMs ?? 2_000) + random() * state.firstDelayMs;
  }
  if (state.retries >= state.maxRetries || !mayHelp(error, state.isRepeatable)) return null;
  // Full jitter: clients that failed together come back apart.
  const backoffMs = random() * Math.min(longestDelayMs, state.firstDelayMs * 2 ** state.retries);
  const askedMs = error instanceof ApiError ? error.retryAfterMs : null;
  if (askedMs === null) return backoffMs;
  return askedMs > longestRetryAfterMs ? null : askedMs + random() * state.firstDelayMs;
}

function mayHelp(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  // Refused before anything was done.
  if (error.status === 429) return true;
  // A stored answer: the same key would only get it again.
  if (error.code === "generation_failed") return false;
  return isRepeatable && (error.status >= 500 || error.status === 408);
}
