import { networkFaultOf } from "../../platform/network-fault.ts";

/**
 * A store of files did not do what was asked. Nothing was lost by it: what was not written is still where it came from.
 * Holds no secret.
 */
export class StorageError extends Error {
  /** The same call may succeed later: by itself, or once the operator has done what the message says. */
  readonly retryable: boolean;
  /** It says that the store is away, not that it refuses. */
  readonly isAway: boolean;

  constructor(message: string, options: { isAway: boolean; retryable?: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "StorageError";
    this.isAway = options.isAway;
    this.retryable = options.retryable ?? true;
  }
}

/** What an operator does about the answers of a store. */
const fixes: Readonly<Record<string, string>> = {
  NoSuchBucket: "make the bucket, or correct its name in the setting",
  AccessDenied: "let the key read, write, list and delete below the prefix",
  InvalidAccessKeyId: "correct the key in the setting",
  SignatureDoesNotMatch: "correct the secret in the setting, percent-encoded",
  AuthorizationHeaderMalformed: "set ?region= to the region of the bucket",
  PermanentRedirect: "set ?region= and the endpoint to those of the bucket",
  RequestTimeTooSkewed: "set the clock of this machine",
  QuotaExceeded: "make room in the bucket",
  XAmzStorageFull: "make room in the bucket",
};

interface Answer {
  name?: string;
  Code?: string;
  message?: string;
  $metadata?: { httpStatusCode?: number };
}

export function isNotFound(error: unknown): boolean {
  const { name, $metadata } = error as Answer;
  return (
    name === "NotFound" ||
    name === "NoSuchKey" ||
    ($metadata?.httpStatusCode === 404 && name !== "NoSuchBucket")
  );
}

/** The condition of a write was not met: something is there already. */
export function isPrecondition(error: unknown): boolean {
  const { name, $metadata } = error as Answer;
  return (
    name === "PreconditionFailed" ||
    name === "ConditionalRequestConflict" ||
    $metadata?.httpStatusCode === 412
  );
}

/** What the client of the store throws, in our words. Its own errors hold requests, with headers that nobody should log. */
export function toStorageError(error: unknown, place: string, doing: string): StorageError {
  if (error instanceof StorageError) return error;
  const { name = "Error", message = "", $metadata } = error as Answer;
  const fix = fixes[name];
  const { code } = error as { code?: unknown };
  // The client calls every broken connection a timeout; the code says what it was.
  const named = typeof code === "string" ? { code } : { name };
  const cause = Object.assign(new Error(message), named);
  const fault = networkFaultOf(cause);
  const status = $metadata?.httpStatusCode;
  const isAway = fix === undefined && (status === undefined || status >= 500 || status === 429);
  const answered =
    status === undefined ? (fault?.message ?? "it did not answer") : `it answered ${status} ${name}`;
  const text = `${doing} at ${place} failed: ${answered}${fix ? ` (${fix})` : ""}`;
  return new StorageError(text, { isAway, cause });
}
