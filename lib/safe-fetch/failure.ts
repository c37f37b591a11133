import { isTemporaryStatus, type NetworkFaultName, networkFaultOf } from "../platform/network-fault.ts";
import { because, type Reason, textOf } from "../platform/reasons.ts";

/** The URL may not be fetched; `message` is safe to show. */
export class UnsafeUrlError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsafeUrlError";
  }
}

/** The fetch failed; `message` is safe to show and contains no text of the remote side. */
export class FetchFailedError extends Error {
  /** A later retry may succeed. */
  readonly retryable: boolean;
  /** Reason key, if there is a specific fix. */
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

/** `admit` refused the call once the address was known; `cause` is what it threw. */
export class NotAdmittedError extends Error {
  constructor(cause: unknown) {
    super("the call was not admitted", { cause });
    this.name = "NotAdmittedError";
  }
}

/** The same message for every address that is not public, so that it cannot be used to probe a network. */
export const unreachableMessage = "the address could not be reached; it must be a public http(s) address";

/**
 * Describes a failure of a public address. For other addresses nothing is sent, so there is no failure to describe.
 */
export function toFetchFailure(cause: unknown): FetchFailedError {
  const fault = networkFaultOf(cause);
  if (!fault) return new FetchFailedError("the address could not be read", { cause });
  const { name, message, isTemporary: retryable } = fault;
  const problem = reasonOfFault[name] ?? `the address could not be reached: ${message}`;
  return new FetchFailedError(problem, { retryable, cause });
}

/** Reasons that concern the picture's URL and not only its server. */
const reasonOfFault: Partial<Record<NetworkFaultName, Reason>> = {
  refused: because("picture_host_refused"),
  name_lookup_failed: because("picture_host_unresolved"),
};

/** A response with an error status. */
export function toStatusFailure(status: number): FetchFailedError {
  return new FetchFailedError(`the address answered with status ${status}`, {
    retryable: isTemporaryStatus(status),
  });
}
