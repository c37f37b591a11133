import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { NothingFoundError } from "#lib/matting/nothing-found.ts";
import type { Failure } from "./protocol.ts";

/** The task did not end well: it failed, its worker died, or its deadline passed. `message` is for the log. */
export class PixelWorkerError extends Error {
  readonly kind: Failure["kind"];

  constructor(failure: Failure) {
    super(failure.message);
    this.name = "PixelWorkerError";
    this.kind = failure.kind;
    // The worker's own stack says where it happened; this process's says nothing.
    if (failure.stack !== undefined) this.stack = failure.stack;
  }
}

/** The error that a failure in the worker is to its caller here. */
export function toError(failure: Failure): Error {
  if (failure.kind === "nothing_found") return new NothingFoundError(failure.message);
  if (failure.kind === "unreadable_image") return new UnreadableImageError(failure.message, failure.stack);
  return new PixelWorkerError(failure);
}
