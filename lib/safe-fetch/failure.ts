import { isTemporaryStatus, type NetworkFaultName, networkFaultOf } from "../platform/network-fault.ts";
import { because, type Reason, textOf } from "../platform/reasons.ts";

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
  /** By key, where there is something particular to do about it. */
  readonly reason: Reason["reason"] | undefined;

  constructor(problem: Reason | string, { retryable = false, cause }: FailureOptions = {}) {
    super(textOf(problem), cause === undefined ? undefined : { cause });
    this.name = "FetchFailedError";
    this.retryable = retryable;
    this.reason = typeof problem === "string" ? undefined : problem.reason;
  }
}

interface FailureOptions {
  retryable?: boolean;
  cause?: unknown;
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
  const { name, message, isTemporary: retryable } = fault;
  const problem = reasonOfFault[name] ?? `the address could not be reached: ${message}`;
  return new FetchFailedError(problem, { retryable, cause });
}

/** What is about the address of a picture, and not only about its server. */
const reasonOfFault: Partial<Record<NetworkFaultName, Reason>> = {
  refused: because("picture_host_refused"),
  name_lookup_failed: because("picture_host_unresolved"),
};

/** An answer that is no picture. */
export function toStatusFailure(status: number): FetchFailedError {
  return new FetchFailedError(`the address answered with status ${status}`, {
    retryable: isTemporaryStatus(status),
  });
}
