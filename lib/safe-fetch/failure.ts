import { isTemporaryStatus, networkFaultOf } from "../platform/network-fault.ts";

/** The URL itself may not be fetched; `message` is safe to show. */
export class UnsafeUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsafeUrlError";
  }
}

/** The fetch did not give a usable answer; `message` is safe to show and holds nothing the other side said. */
export class FetchFailedError extends Error {
  /** The same fetch may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, { retryable = false, cause }: { retryable?: boolean; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FetchFailedError";
    this.retryable = retryable;
  }
}

/** Whoever wanted the call did not admit it once the address was known: `cause` is what it threw. */
export class NotAdmittedError extends Error {
  constructor(cause: unknown) {
    super("the call was not admitted", { cause });
    this.name = "NotAdmittedError";
  }
}

/** One text for every address that is not public, whatever listens there: nobody can probe a network with it. */
export const unreachableMessage = "the address could not be reached; it must be a public http(s) address";

/**
 * What happened on the way to an address that is public. Never for another: nothing is sent to those, so that no error
 * knows what they would have answered.
 */
export function toFetchFailure(cause: unknown): FetchFailedError {
  const fault = networkFaultOf(cause);
  if (!fault) return new FetchFailedError("the address could not be read", { cause });
  const { message, isTemporary: retryable } = fault;
  return new FetchFailedError(`the address could not be reached: ${message}`, { retryable, cause });
}

/** An answer that is no picture. */
export function toStatusFailure(status: number): FetchFailedError {
  return new FetchFailedError(`the address answered with status ${status}`, {
    retryable: isTemporaryStatus(status),
  });
}
