import { networkFaultOf } from "../../platform/network-fault.ts";

/**
 * An operation of a storage failed. No data was lost: files that were not written are still at their source. Contains
 * no secret.
 */
export class StorageError extends Error {
  /** The same call may succeed later, by itself or after the fix that the message names. */
  readonly retryable: boolean;
  /** The storage is unavailable, as opposed to refusing the call. */
  readonly isAway: boolean;

  constructor(message: string, options: { isAway: boolean; retryable?: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "StorageError";
    this.isAway = options.isAway;
    this.retryable = options.retryable ?? true;
  }
}

/** The operator's fixes by error code of the storage. */
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

/** Converts errors of the storage's client, which contain requests with headers that must not be logged. */
export function toStorageError(error: unknown, place: string, doing: string): StorageError {
  if (error instanceof StorageError) return error;
  const { name = "Error", message = "", $metadata } = error as Answer;
  const fix = fixes[name];
  const { code } = error as { code?: unknown };
  // The client reports every broken connection as a timeout; the code contains the actual fault.
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
