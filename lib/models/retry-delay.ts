/** Longer waits than this are told by nobody who wants to be believed. */
const maxDelayMs = 24 * 60 * 60 * 1000;

/**
 * How long a provider wants to be left alone, in milliseconds: `Retry-After-Ms`, `Retry-After` (seconds or a date), or
 * Google's `RetryInfo` in the body. Undefined where it does not say.
 */
export function readRetryDelay(
  headers: Record<string, string>,
  body: string,
  nowMs = Date.now(),
): number | undefined {
  const candidates = [
    Number.parseFloat(headers["retry-after-ms"] ?? ""),
    readSecondsOrDate(headers["retry-after"] ?? "", nowMs),
    1000 * Number.parseFloat(/"retryDelay"\s*:\s*"(\d+(?:\.\d+)?)s"/.exec(body.slice(0, 10_000))?.[1] ?? ""),
  ];
  const delay = candidates.find((ms) => Number.isFinite(ms) && ms >= 0);
  return delay === undefined ? undefined : Math.min(delay, maxDelayMs);
}

function readSecondsOrDate(text: string, nowMs: number): number {
  if (/^\d+(\.\d+)?$/.test(text.trim())) return 1000 * Number.parseFloat(text);
  return Math.max(Date.parse(text) - nowMs, 0);
}
