import type { ServerResponse } from "node:http";
import { wasUnavailableSince } from "../db/unavailable.ts";

const retryAfterSeconds = 2;

/**
 * The framework answers every page and action that fails with 500. Where a statement failed meanwhile because the
 * database is away, this answer says 503 and when to come again, as the API does.
 */
export function tellUnavailable(response: ServerResponse): void {
  const startedAtMs = performance.now();
  const writeHead = response.writeHead;
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const isAway = status === 500 && wasUnavailableSince(startedAtMs);
    if (isAway) response.setHeader("Retry-After", String(retryAfterSeconds));
    return Reflect.apply(writeHead, response, [isAway ? 503 : status, ...rest]);
  }) as typeof writeHead;
}
