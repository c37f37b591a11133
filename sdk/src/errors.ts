import type { ApiErrorDetail, ApiErrorIssue, ErrorCode } from "./generated/types.ts";

/** Everything that the client throws, but for the reason of an aborted signal. */
export class PhotoServiceError extends Error {
  /** What to do about it, in a sentence. */
  readonly fix: string | undefined;

  constructor(message: string, { fix, cause }: { fix?: string | undefined; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.fix = fix;
  }
}

interface Refusal {
  status: number;
  headers: Headers;
  /** Absent where something else than the service answered, such as a proxy. */
  error: Partial<ApiErrorDetail> | undefined;
}

/** The service refused the call, or failed. */
export class ApiError extends PhotoServiceError {
  readonly status: number;
  /** Null where something else than the service answered, such as a proxy. */
  readonly code: ErrorCode | null;
  /** Why, where the code alone does not say it. */
  readonly reason: string | undefined;
  /** The fields that are wrong. */
  readonly issues: readonly ApiErrorIssue[];
  /** The scope that the key lacks, of `missing_scope`. */
  readonly requiredScope: string | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | null;
  /** The work that was charged for, and refunded. */
  readonly generationId: string | null;
  /** When the same call may be answered. */
  readonly retryAfterMs: number | null;

  constructor({ status, headers, error }: Refusal) {
    super(error?.message ?? `The service answered ${status}.`, { fix: error?.fix });
    this.status = status;
    this.code = error?.code ?? null;
    this.reason = error?.reason;
    this.issues = error?.issues ?? [];
    this.requiredScope = error?.required_scope;
    this.requestId = error?.request_id ?? headers.get("x-request-id");
    this.generationId = headers.get("x-generation-id");
    this.retryAfterMs = readRetryAfter(headers);
  }
}

/** 400: fields named in `issues` are wrong. */
export class InvalidRequestError extends ApiError {}
/** 401: the key is missing, wrong, expired or revoked. */
export class AuthenticationError extends ApiError {}
/** 402: the balance, `max_credits` or the key's budget does not cover the call. */
export class InsufficientCreditsError extends ApiError {}
/** 403: the plan or the key does not allow the call. */
export class PermissionDeniedError extends ApiError {}
/** 404: nothing is there, or it is not yours. */
export class NotFoundError extends ApiError {}
/** 409 and 422: the call does not fit the state of the work, or its Idempotency-Key. */
export class ConflictError extends ApiError {}
/** 429: more calls than allowed. */
export class RateLimitError extends ApiError {}
/** 502: the picture could not be made, and the charge was refunded. */
export class GenerationFailedError extends ApiError {}
/** Other 5xx: the service is overloaded or faulty. */
export class ServiceError extends ApiError {}

const classes: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: ConflictError,
  429: RateLimitError,
};

export function toApiError(refusal: Refusal): ApiError {
  const { status, error } = refusal;
  if (error?.code === "generation_failed") return new GenerationFailedError(refusal);
  const Class = classes[status] ?? (status >= 500 ? ServiceError : ApiError);
  return new Class(refusal);
}

/** No whole answer came. */
export class ConnectionError extends PhotoServiceError {}
/** No whole answer came in time. */
export class TimeoutError extends ConnectionError {}
/** The image host did not take a file. */
export class UploadError extends PhotoServiceError {}
/** A webhook is not one of the service's, or too old. */
export class WebhookVerificationError extends PhotoServiceError {}

/** Retry-After as seconds or as a date; null without one. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | null {
  const value = headers.get("retry-after");
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
