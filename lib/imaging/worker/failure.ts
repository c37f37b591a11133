import { ProtocolError } from "#lib/images/embedded/protocol-error.ts";
import { NothingFoundError, UnreadableImageError } from "#lib/images/picture.ts";
import { because, reasonOf } from "#lib/platform/reasons.ts";
import type { Failure } from "./protocol.ts";

/** The task failed, its worker died, or its deadline passed. `message` is for the log. */
export class PixelWorkerError extends Error {
  readonly kind: Failure["kind"];
  readonly code: string | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "PixelWorkerError";
    this.kind = failure.kind;
    this.code = failure.code;
    // The worker's stack shows where the error occurred; this process's does not.
    if (failure.stack !== undefined) this.stack = failure.stack;
  }
}

/** Converts a failure in the worker to the error that its caller gets. */
export function toError(failure: Failure): Error {
  const { kind, message, stack } = failure;
  if (kind === "nothing_found") return new NothingFoundError(failure.problem);
  if (kind === "unreadable_image") return new UnreadableImageError(failure.problem ?? message, stack);
  if (kind === "refused") return new ProtocolError(400, message);
  // A worker has to be killed when a picture is hostile, or too large for this machine.
  if (kind === "timeout") return new UnreadableImageError(because("decoding_too_slow"), message);
  if (kind === "memory") return new UnreadableImageError(because("decoding_too_large"), message);
  return new PixelWorkerError(failure);
}

/** The inverse of `toError`, in the worker. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: "failed", message: String(error) };
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  const reason = reasonOf(error);
  const problem = reason ? { problem: reason } : {};
  if (error instanceof NothingFoundError)
    return { kind: "nothing_found", message: error.message, ...problem };
  if (error instanceof ProtocolError) return { kind: "refused", message: error.message };
  if (error instanceof UnreadableImageError)
    return { kind: "unreadable_image", message: error.message, ...problem, ...stack };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { kind: "failed", message: error.message, ...stack, ...code };
}
