import { expect, test } from "vitest";
import { ConnectionError, toApiError } from "../errors.ts";
import { delayBeforeRetry } from "./retry.ts";

const state = { retries: 0, maxRetries: 4, firstDelayMs: 500, isRepeatable: true, elapsedMs: 0 };
const answered = (status: number, code?: string, retryAfter?: string) =>
  toApiError({
    status,
    headers: new Headers(retryAfter === undefined ? {} : { "retry-after": retryAfter }),
    error: code === undefined ? undefined : { code, message: "no" },
  });
const most = () => 1;

test.each([
  ["a lost connection", new ConnectionError("lost"), true, false],
  ["429", answered(429, "rate_limited"), true, true],
  ["503", answered(503, "overloaded"), true, false],
  ["500", answered(500, "internal_error"), true, false],
  ["502 of a proxy", answered(502), true, false],
  ["504 of a proxy", answered(504), true, false],
  ["408", answered(408), true, false],
  ["409 in progress", answered(409, "idempotency_in_progress"), true, true],
  ["409 not cancelable", answered(409, "not_cancelable"), false, false],
  ["502 failed and refunded", answered(502, "generation_failed"), false, false],
  ["400", answered(400, "invalid_params"), false, false],
  ["402", answered(402, "insufficient_credits"), false, false],
  ["404", answered(404, "not_found"), false, false],
  ["422", answered(422, "idempotency_mismatch"), false, false],
  ["an error of the program", new TypeError("no"), false, false],
])("%s is retried when that is safe and useful", (_name, error, ifRepeatable, otherwise) => {
  expect(delayBeforeRetry(error, state) !== null).toBe(ifRepeatable);
  expect(delayBeforeRetry(error, { ...state, isRepeatable: false }) !== null).toBe(otherwise);
});

test("delays double up to a maximum, are random, and end with the last retry", () => {
  const lost = new ConnectionError("lost");
  const delays = [0, 1, 2, 3, 4].map((retries) =>
    delayBeforeRetry(lost, { ...state, retries, maxRetries: 9 }, most),
  );
  expect(delays).toEqual([500, 1000, 2000, 4000, 8000]);
  expect(delayBeforeRetry(lost, { ...state, retries: 8, maxRetries: 9 }, most)).toBe(8000);
  expect(delayBeforeRetry(lost, state, () => 0)).toBe(0);
  expect(delayBeforeRetry(lost, { ...state, retries: 4 })).toBeNull();
});

test("Retry-After is a lower bound, in seconds or as a date, and a delay above a minute ends the retries", () => {
  expect(delayBeforeRetry(answered(429, "rate_limited", "7"), state, () => 0)).toBe(7000);
  const date = new Date(Date.now() + 20_000).toUTCString();
  expect(delayBeforeRetry(answered(503, "overloaded", date), state, () => 0)).toBeGreaterThan(15_000);
  expect(delayBeforeRetry(answered(429, "rate_limited", "3600"), state)).toBeNull();
});

test("work in progress is waited for beyond the maximum number of retries, up to five minutes", () => {
  const waiting = answered(409, "idempotency_in_progress", "2");
  expect(delayBeforeRetry(waiting, { ...state, retries: 4 }, () => 0)).toBe(2000);
  expect(delayBeforeRetry(waiting, { ...state, elapsedMs: 301_000 })).toBeNull();
});
