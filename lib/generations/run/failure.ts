import { isUnavailable } from "../../db/unavailable.ts";
import { ImageHostError } from "../../images/host.ts";
import { NothingFoundError, UnreadableImageError } from "../../images/picture.ts";
import { GenerationError } from "../../imaging/generator.ts";
import { PixelWorkerError } from "../../imaging/worker/failure.ts";
import { ModelRefusedError } from "../../models/failure.ts";
import { ApiError } from "../../platform/errors.ts";
import { networkFaultOf } from "../../platform/network-fault.ts";
import { type Reason, reasonOf } from "../../platform/reasons.ts";
import { FetchFailedError } from "../../safe-fetch/failure.ts";

/** Retries, a second or two apart. */
export const usualRetries = 2;
/** Retries while another server is unavailable, if no caller waits: for about half a minute, with growing pauses. */
const outageRetries = 5;

/** Maximum number of retries after this fault. */
export function retriesAfter(error: unknown, { isAwaited }: { isAwaited: boolean }): number {
  if (!isAwaited && isOutage(error)) return outageRetries;
  return isPassing(error) ? usualRetries : 0;
}

/** Whether a retry may succeed. */
function isPassing(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  if (error instanceof ApiError) {
    return (
      /^(overloaded|rate_limited)$/.test(error.code) ||
      (error.code === "invalid_params" && isPassing(error.cause))
    );
  }
  if (!(error instanceof Error)) return false;
  if ("retryable" in error) return error.retryable === true;
  if (error instanceof GenerationError) return error.cause instanceof PixelWorkerError;
  return error instanceof PixelWorkerError || networkFaultOf(error)?.isTemporary === true;
}

/**
 * Whether a required server is unavailable: that of a source picture, the image host, or all image models. Excludes
 * slow servers: each retry would occupy a worker for long.
 */
function isOutage(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ("isOutage" in current) return current.isOutage === true;
    const isAway = current instanceof FetchFailedError || current instanceof ImageHostError;
    if (isAway && "retryable" in current && current.retryable === true) {
      return networkFaultOf(current)?.name !== "timed_out";
    }
  }
  return false;
}

export interface PublicFailure {
  code: string;
  message: string;
  /** The owner's fix, if it differs from that of the code. */
  fix?: string | undefined;
  reason?: Reason | null;
  /** The order caused the failure: the operator has nothing to fix. */
  isOwners: boolean;
}

/** The failure as shown to its owner: only faults of the order itself; other causes are only logged. */
export function describeFailure(error: unknown): PublicFailure {
  if (error instanceof ApiError && error.code === "invalid_params") {
    return { code: error.code, message: error.message, reason: reasonOf(error), isOwners: true };
  }
  const code = "generation_failed";
  if (error instanceof ApiError) {
    const { message, fix } = error;
    const isOfPicture = error.cause instanceof FetchFailedError;
    const isOwners = error.code === "rate_limited" || isOfPicture || isRefusal(error.cause);
    return { code, message, fix, reason: reasonOf(error), isOwners };
  }
  const problem = problemOfPicture(error);
  if (!problem) return { code, message: "The image could not be made.", reason: null, isOwners: false };
  return { code, message: problem.message, reason: reasonOf(problem), isOwners: true };
}

/** What is wrong with the source picture, also where the image host has found it; null for other errors. */
function problemOfPicture(error: unknown): NothingFoundError | UnreadableImageError | null {
  const found = error instanceof ImageHostError ? error.cause : error;
  return found instanceof NothingFoundError || found instanceof UnreadableImageError ? found : null;
}

/** Whether a hosted model refused the content. */
export function isRefusal(error: unknown): error is ModelRefusedError {
  return error instanceof ModelRefusedError;
}

/** The message for the operator, including causes. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error.cause)}`;
}
