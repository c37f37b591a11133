import { type Prisma, sql } from "../db/index.ts";
import { afterUse, isTooFarAhead, secondsAhead } from "../db/rates.ts";
import { env } from "../platform/env.ts";

export interface RateLimitState {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until the full quota is available; if refused, until the next request is accepted. */
  resetSeconds: number;
}

const windowMs = 60_000;

/**
 * Counts requests for `who.user_id`, which are accepted while their time is less than one window ahead (`db/rates.ts`).
 * Returns `arrival_in_ms`, or no row, and counts none, if not all of them fit.
 */
export function rateLimitStatement(requests: number): Prisma.Sql {
  const advanceMs = requests * stepMs();
  const use = (stored: Prisma.Sql) => afterUse(stored, sql`${advanceMs / 1000}::float8`);
  // An arrival further ahead than a window was stored by a clock that ran ahead.
  const arrival = sql`CASE WHEN ${isTooFarAhead(sql`r.arrival_at`, windowMs / 1000)} THEN NULL ELSE r.arrival_at END`;
  return sql`
    INSERT INTO rate_limit AS r (user_id, arrival_at) SELECT user_id, ${use(sql`NULL`)} FROM who
      WHERE ${advanceMs}::float8 <= ${windowMs + 1}::float8
    ON CONFLICT (user_id) DO UPDATE SET arrival_at = ${use(arrival)}
      WHERE 1000 * ${secondsAhead(use(arrival))} <= ${windowMs + 1}::float8
    RETURNING 1000 * ${secondsAhead(sql`arrival_at`)} AS arrival_in_ms`;
}

/** The state for one request of a batch, after which the statement counted `later` others; null means refused. */
export function readRateLimit(arrivalInMs: number | null, later: number): RateLimitState {
  const limit = env().RATE_LIMIT_PER_MINUTE;
  if (arrivalInMs === null) {
    return { allowed: false, limit, remaining: 0, resetSeconds: Math.max(1, Math.ceil(stepMs() / 1000)) };
  }
  const aheadMs = arrivalInMs - later * stepMs();
  const remaining = Math.max(0, Math.floor((windowMs - aheadMs) / stepMs() + 1e-3));
  return { allowed: true, limit, remaining, resetSeconds: Math.max(1, Math.ceil(aheadMs / 1000)) };
}

function stepMs(): number {
  return windowMs / env().RATE_LIMIT_PER_MINUTE;
}

/** Sets the two headers of draft-ietf-httpapi-ratelimit-headers, and those that most clients know. */
export function setRateLimitHeaders(headers: Headers, state: RateLimitState): void {
  headers.set("RateLimit-Policy", `"default";q=${state.limit};w=${windowMs / 1000}`);
  headers.set("RateLimit", `"default";r=${state.remaining};t=${state.resetSeconds}`);
  headers.set("X-RateLimit-Limit", String(state.limit));
  headers.set("X-RateLimit-Remaining", String(state.remaining));
  headers.set("X-RateLimit-Reset", String(Math.ceil(Date.now() / 1000) + state.resetSeconds));
}
