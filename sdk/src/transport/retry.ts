import { ApiError, ConnectionError } from "../errors.ts";

export interface RetryState {
  /** Retries made so far, not counting those for `idempotency_in_progress`. */
  retries: number;
  maxRetries: number;
  /** Upper bound of the first delay; each later one is up to twice as long. */
  firstDelayMs: number;
  /** Whether the call is idempotent. */
  isRepeatable: boolean;
  /** Time since the first attempt. */
  elapsedMs: number;
}

const longestDelayMs = 8_000;
/** A longer Retry-After is not waited for: the caller gets the error. */
const longestRetryAfterMs = 60_000;
/** How long the service reserves a key for a request that has not completed. */
const inProgressLimitMs = 5 * 60_000;

/** Delay before the next attempt; null if the call must not be retried. */
export function delayBeforeRetry(error: unknown, state: RetryState, random = Math.random): number | null {
  if (error instanceof ApiError && error.code === "idempotency_in_progress") {
    if (state.elapsedMs > inProgressLimitMs) return null;
    return (error.retryAfterMs ?? 2_000) + random() * state.firstDelayMs;
  }
  if (state.retries >= state.maxRetries || !mayHelp(error, state.isRepeatable)) return null;
  // Full jitter: spreads the retries of clients that failed at the same time.
  const backoffMs = random() * Math.min(longestDelayMs, state.firstDelayMs * 2 ** state.retries);
  const askedMs = error instanceof ApiError ? error.retryAfterMs : null;
  if (askedMs === null) return backoffMs;
  return askedMs > longestRetryAfterMs ? null : askedMs + random() * state.firstDelayMs;
}

function mayHelp(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  // Rejected before any processing.
  if (error.status === 429) return true;
  // A stored response: the same key would only return it again.
  if (error.code === "generation_failed") return false;
  return isRepeatable && (error.status >= 500 || error.status === 408);
}
