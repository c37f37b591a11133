import { ProtocolError } from "#lib/images/embedded/protocol-error.ts";
import { UnreadableImageError } from "#lib/images/picture.ts";
import { because, type ReasonKey, reasonOf, textOf } from "#lib/platform/reasons.ts";
import type { Failure } from "./protocol.ts";

/** The picture has nothing that stands out from its background; `message` may be shown to the caller. */
export class NothingFoundError extends Error {
  readonly reason: ReasonKey;

  constructor(reason = because("nothing_found")) {
    super(textOf(reason));
    this.name = "NothingFoundError";
    this.reason = reason.reason;
  }
}

/** The task did not end well: it failed, its worker died, or its deadline passed. `message` is for the log. */
export class PixelWorkerError extends Error {
  readonly kind: Failure["kind"];
  readonly code: string | undefined;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "PixelWorkerError";
    this.kind = failure.kind;
    this.code = failure.code;
    // The worker's own stack says where it happened; this process's says nothing.
    if (failure.stack !== undefined) this.stack = failure.stack;
  }
}

/** The error that a failure in the worker is to its caller here. */
export function toError(failure: Failure): Error {
  const { kind, message, stack } = failure;
  if (kind === "nothing_found") return new NothingFoundError(failure.problem);
  if (kind === "unreadable_image") return new UnreadableImageError(failure.problem ?? message, stack);
  if (kind === "refused") return new ProtocolError(400, message);
  // A worker that had to be killed was given a picture made to do that, or one too large for this machine.
  if (kind === "timeout") return new UnreadableImageError(because("decoding_too_slow"), message);
  if (kind === "memory") return new UnreadableImageError(because("decoding_too_large"), message);
  return new PixelWorkerError(failure);
}

/** The reverse, in the worker. */
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
