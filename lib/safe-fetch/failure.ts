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
  /** Whether the server, or the way to it, failed for now, which does not question the address. */
  readonly isTemporary: boolean;
  /** The status of the server's response; null if none came, or for another fault. */
  readonly status: number | null;
  /** When the server asked to be asked again, in seconds; null if it did not say. */
  readonly retryAfterSeconds: number | null;
  /** Reason key, if there is a specific fix. */
  readonly reason: Reason["reason"] | undefined;

  constructor(problem: Reason | string, options: FailureOptions = {}) {
    const {
      retryable = false,
      isTemporary = false,
      status = null,
      retryAfterSeconds = null,
      cause,
    } = options;
    super(textOf(problem), cause === undefined ? undefined : { cause });
    this.name = "FetchFailedError";
    this.retryable = retryable;
    this.isTemporary = isTemporary;
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.reason = typeof problem === "string" ? undefined : problem.reason;
  }
}

interface FailureOptions {
  retryable?: boolean;
  isTemporary?: boolean;
  status?: number;
  retryAfterSeconds?: number | null;
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
  return new FetchFailedError(problem, { retryable, isTemporary: temporaryFaults.has(name), cause });
}

/** Reasons that concern the picture's URL and not only its server. */
const reasonOfFault: Partial<Record<NetworkFaultName, Reason>> = {
  refused: because("picture_host_refused"),
};

/** Faults that do not question the address. Of the others that a retry may fix, most are mistyped addresses. */
const temporaryFaults: ReadonlySet<NetworkFaultName> = new Set([
  "name_lookup_failed",
  "reset",
  "timed_out",
  "no_resources",
]);

/** A response with an error status. `retryAfter` is its header. */
export function toStatusFailure(status: number, retryAfter?: string): FetchFailedError {
  const isTemporary = isTemporaryStatus(status);
  return new FetchFailedError(`the address answered with status ${status}`, {
    retryable: isTemporary,
    isTemporary,
    status,
    retryAfterSeconds: readRetryAfter(retryAfter),
  });
}

/** Seconds of a Retry-After header (RFC 9110 §10.2.3): a number, or a date; null if it is neither. */
function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - Date.now()) / 1000));
}
