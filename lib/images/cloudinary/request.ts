import { setTimeout as sleep } from "node:timers/promises";
import { type BodyInit, fetch, type Response } from "undici";
import { whileAway } from "../../platform/calls.ts";
import { ImageHostError } from "../host.ts";

const maxAttempts = 4;
const firstPauseMs = 300;
const longestPauseMs = 5_000;
const retryStatuses = new Set([408, 420, 425, 429, 500, 502, 503, 504]);

export interface RequestPlan {
  /** Operation named in error messages: "upload". */
  purpose: string;
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  /** Built for each attempt, so that signatures are fresh. */
  body?: () => BodyInit;
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Redacted from errors. */
  secret: string | undefined;
}

/**
 * Sends a request and parses the response with `receive`; network faults, 420, 429 and 5xx are tried up to four times
 * with growing pauses (or the response's Retry-After). Other statuses are passed to `receive`. Throws ImageHostError,
 * or the signal's reason.
 */
export function requestWithRetries<Result>(
  plan: RequestPlan,
  receive: (response: Response) => Promise<Result>,
): Promise<Result> {
  return whileAway(() => requestUntilAnswered(plan, receive));
}

async function requestUntilAnswered<Result>(
  plan: RequestPlan,
  receive: (response: Response) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    plan.signal?.throwIfAborted();
    try {
      return await requestOnce(plan, receive);
    } catch (error) {
      plan.signal?.throwIfAborted();
      const failure = toHostError(error, plan);
      if (!failure.retryable || attempt >= maxAttempts) throw failure;
      const asked = error instanceof RetryLater ? error.retryAfterMs : null;
      await pause(asked ?? backoffMs(attempt), plan.signal);
    }
  }
}

async function requestOnce<Result>(
  { method, url, headers, body, timeoutMs, signal, secret, purpose }: RequestPlan,
  receive: (response: Response) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method,
    redirect: "error",
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    ...(headers && { headers }),
    ...(body && { body: body() }),
  });
  if (retryStatuses.has(response.status)) {
    const reason = await readReason(response);
    throw new RetryLater(
      describeFailure({ purpose, secret }, response.status, reason),
      response.status,
      retryAfterMs(response),
    );
  }
  return receive(response);
}

class RetryLater extends ImageHostError {
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number, retryAfterMs: number | null) {
    super(message, { retryable: true, status });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The error for a response that a retry would not change. */
export async function refusal(
  response: Response,
  plan: Pick<RequestPlan, "purpose" | "secret">,
): Promise<ImageHostError> {
  const message = describeFailure(plan, response.status, await readReason(response));
  return new ImageHostError(message, { retryable: false, status: response.status });
}

/** Cloudinary's own message: from the header, else from the body. */
async function readReason(response: Response): Promise<string> {
  const header = response.headers.get("x-cld-error");
  const text = await response.text().catch(() => "");
  if (header) return header;
  try {
    const body: unknown = JSON.parse(text);
    const error = body && typeof body === "object" && "error" in body ? body.error : null;
    const message = error && typeof error === "object" && "message" in error ? error.message : null;
    return typeof message === "string" ? message : "";
  } catch {
    return "";
  }
}

function describeFailure(
  { purpose, secret }: Pick<RequestPlan, "purpose" | "secret">,
  status: number,
  reason: string,
): string {
  const safe =
    secret === undefined ? reason.slice(0, 300) : reason.slice(0, 300).replaceAll(secret, "[redacted]");
  const tail = reason ? `: ${safe}` : "";
  return `Cloudinary answered ${status} to ${purpose}${tail}`;
}

function toHostError(error: unknown, { purpose }: RequestPlan): ImageHostError {
  if (error instanceof ImageHostError) return error;
  const timedOut = error instanceof Error && error.name === "TimeoutError";
  const what = timedOut ? "did not answer in time" : "could not be reached, or broke off its answer,";
  return new ImageHostError(`Cloudinary ${what} during ${purpose}`, { retryable: true, cause: error });
}

function retryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, longestPauseMs) : null;
}

function backoffMs(attempt: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

/** Waits, or rejects with the signal's reason. */
export async function pause(timeMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(timeMs, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
