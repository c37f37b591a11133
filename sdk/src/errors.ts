import type { ApiErrorDetail, ApiErrorIssue, ErrorCode } from "./generated/types.ts";

/** Base class of all errors that the client throws, except the reason of an aborted signal. */
export class PhotoServiceError extends Error {
  /** How to fix it, in one sentence. */
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
  /** Absent if the response came from another party, such as a proxy. */
  error: Partial<ApiErrorDetail> | undefined;
}

/** The service rejected the request, or failed. */
export class ApiError extends PhotoServiceError {
  readonly status: number;
  /** Null if the response came from another party, such as a proxy. */
  readonly code: ErrorCode | null;
  /** Reason key, present if the code alone is not specific enough. */
  readonly reason: string | undefined;
  /** The fields that are wrong. */
  readonly issues: readonly ApiErrorIssue[];
  /** For `missing_scope`: the scope that the key lacks. */
  readonly requiredScope: string | undefined;
  /** ID of the request in the service's log. */
  readonly requestId: string | null;
  /** ID of the generation that was charged and then refunded. */
  readonly generationId: string | null;
  /** Delay before the same request may be retried, from the Retry-After header. */
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
/** 404: the resource does not exist, or belongs to another account. */
export class NotFoundError extends ApiError {}
/** 409 and 422: the request conflicts with the state of the generation, or with its Idempotency-Key. */
export class ConflictError extends ApiError {}
/** 429: more requests than allowed. */
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

/** No complete response was received. */
export class ConnectionError extends PhotoServiceError {}
/** No complete response was received before the timeout. */
export class TimeoutError extends ConnectionError {}
/** The image host rejected a file. */
export class UploadError extends PhotoServiceError {}
/** The signature of a webhook is invalid, or its timestamp is too old. */
export class WebhookVerificationError extends PhotoServiceError {}

/** Delay in ms from a Retry-After header in seconds or as a date; null without one. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | null {
  const value = headers.get("retry-after");
  if (value === null || value.trim() === "") return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
