import { isUnavailable } from "../db/unavailable.ts";
import { ApiError } from "../platform/errors.ts";

/** Faults that another attempt may not meet. By name: errors of the image host and the workers come through ports. */
export function isPassing(error: unknown): boolean {
  if (isUnavailable(error)) return true;
  if (error instanceof ApiError) return error.code === "overloaded";
  if (!(error instanceof Error)) return false;
  if ("retryable" in error && error.retryable === true) return true;
  const cause = error.name === "GenerationError" ? error.cause : error;
  return cause instanceof Error && cause.name === "PixelWorkerError";
}

export interface ToldFailure {
  code: string;
  message: string;
  /** What its owner can do about it, where that is not what the code says. */
  fix?: string | undefined;
  /** It lies in what was ordered: nothing for the operator to mend. */
  isOwners: boolean;
}

/** What its owner is told of work that failed: only what the order itself lacks; the rest is in the log. */
export function describeFailure(error: unknown): ToldFailure {
  if (error instanceof ApiError && error.code === "invalid_params") {
    return { code: error.code, message: error.message, isOwners: true };
  }
  const code = "generation_failed";
  if (error instanceof ApiError) {
    return { code, message: error.message, fix: error.fix, isOwners: isRefusal(error.cause) };
  }
  const hasNoProduct = error instanceof Error && error.name === "NothingFoundError";
  const message = hasNoProduct ? error.message : "The image could not be made.";
  return { code, message, isOwners: hasNoProduct };
}

/** Whether a hosted model refused the content. By name: the server's bundles may hold several copies of the class. */
export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === "ModelRefusedError";
}

/** What the operator is told, causes included. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${wordsOf(error.cause)}`;
}
