import { ProtocolError } from "#lib/images/embedded/protocol-error.ts";
import { UnreadableImageError } from "#lib/images/picture.ts";
import type { Failure } from "./protocol.ts";

/** The picture has nothing that stands out from its background; `message` may be shown to the caller. */
export class NothingFoundError extends Error {
  constructor(
    message = "no product was found in the picture: use one where it stands out from its background",
  ) {
    super(message);
    this.name = "NothingFoundError";
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
  if (kind === "nothing_found") return new NothingFoundError(message);
  if (kind === "unreadable_image") return new UnreadableImageError(message, stack);
  if (kind === "refused") return new ProtocolError(400, message);
  // A worker that had to be killed was given a picture made to do that, or one too large for this machine.
  if (kind === "timeout") return new UnreadableImageError("the picture took too long to decode", message);
  if (kind === "memory")
    return new UnreadableImageError("the picture needs too much memory to decode", message);
  return new PixelWorkerError(failure);
}

/** The reverse, in the worker. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: "failed", message: String(error) };
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  if (error instanceof NothingFoundError) return { kind: "nothing_found", message: error.message };
  if (error instanceof ProtocolError) return { kind: "refused", message: error.message };
  if (error instanceof UnreadableImageError)
    return { kind: "unreadable_image", message: error.message, ...stack };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { kind: "failed", message: error.message, ...stack, ...code };
}
