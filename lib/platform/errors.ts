import { fixOf, type Reason, type ReasonKey, reasonOf, ruleOf, textOf } from "./reasons.ts";

/** The single table of error codes that callers may see: status, meaning, fix, and an example message. */
export const errorTable = {
  invalid_params: {
    status: 400,
    meaning: "A field is missing or wrong, or the picture cannot be used.",
    fix: "Correct the fields named in `issues` and send the request again.",
    example: "image_url is required",
  },
  missing_api_key: {
    status: 401,
    meaning: "No key was sent.",
    fix: "Send your API key in the `Authorization: Bearer` header, the `X-API-Key` header, or the `key` query parameter.",
    example: "No API key was sent.",
  },
  invalid_api_key: {
    status: 401,
    meaning: "The key is wrong, expired or revoked, or two keys were sent.",
    fix: "Check the API key, or create a new one; revoked and expired keys stop working immediately.",
    example: "The API key is invalid, expired or revoked.",
  },
  insufficient_credits: {
    status: 402,
    meaning: "The balance does not cover the call. Nothing was done.",
    fix: "Buy a top-up, move to a larger plan or ask the operator for credits, then try again.",
    example: "This costs 4 credits, more than the balance holds.",
  },
  key_budget_exceeded: {
    status: 402,
    meaning: "The call would exceed the monthly limit (UTC) of the key. Nothing was done.",
    fix: "Raise the key's `max_credits_per_month`, use another key, or wait for the next month.",
    example: "This costs 4 credits, more than this key may still spend in this month.",
  },
  missing_scope: {
    status: 403,
    meaning: "The key does not have the scope in `required_scope`.",
    fix: "Use a key that has the scope named in `required_scope`, or add it to this key on the page API keys.",
    example: "This key does not have the scope `webhooks`.",
  },
  no_active_subscription: {
    status: 403,
    meaning: "The account has no active plan: the trial is over, the plan is canceled, or a payment is due.",
    fix: "Start or renew a subscription, then try again.",
    example: "This account has no plan: its subscription is canceled, or none was chosen yet.",
  },
  not_found: {
    status: 404,
    meaning:
      "The address or the object does not exist, it is not yours, or the result of this Idempotency-Key was deleted.",
    fix: "Check the address and the id; deleted objects cannot be restored.",
    example: "No such generation exists.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The address does not support this method.",
    fix: "Use one of the methods in the `Allow` header.",
    example: "PUT is not available here.",
  },
  not_acceptable: {
    status: 406,
    meaning: "`Accept` allows neither JSON nor the picture's format.",
    fix: "Send `Accept: application/json`, or the image type of the wanted `format`.",
    example: "This call answers with JSON, or with the picture.",
  },
  idempotency_in_progress: {
    status: 409,
    meaning: "The first call with this key is still running.",
    fix: "The first request with this Idempotency-Key is still running; try again shortly.",
    example: "A request with this Idempotency-Key is still running.",
  },
  endpoint_paused: {
    status: 409,
    meaning: "The webhook endpoint is paused: nothing is sent to it.",
    fix: 'Enable the endpoint with PATCH /api/v1/webhook-endpoints/ID and `{"status": "enabled"}`, then try again.',
    example: "The webhook endpoint is paused.",
  },
  not_cancelable: {
    status: 409,
    meaning: "The work has started or finished, so it cannot be canceled.",
    fix: "Let the work finish, then delete its result if you do not want it.",
    example: "The work is running: only waiting work can be canceled.",
  },
  idempotency_mismatch: {
    status: 422,
    meaning: "The key was used before, with another body.",
    fix: "This Idempotency-Key was used with another request; send a new key for a new request.",
    example: "This Idempotency-Key was used with another request.",
  },
  rate_limited: {
    status: 429,
    meaning: "Too many requests in a minute, or previews in a day.",
    fix: "Wait for the seconds in `Retry-After`, then try again.",
    example: "Too many requests in a minute.",
  },
  internal_error: {
    status: 500,
    meaning: "An error of the service.",
    fix: "Try again; if this continues, report the `request_id` to the operator.",
    example: "Something went wrong on our side.",
  },
  generation_failed: {
    status: 502,
    meaning: "The picture could not be made; the charge was refunded.",
    fix: "The credits were refunded. Try again with a new Idempotency-Key, or use another picture.",
    example: "The image could not be made.",
  },
  overloaded: {
    status: 503,
    meaning:
      "The studio has more work than it can finish in time, or the service is temporarily unavailable. Nothing was charged, unless `fix` states that this is unknown.",
    fix: "Nothing was charged. Wait for the seconds in `Retry-After`, then try again.",
    example: "The studio is busy.",
  },
} as const;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorIssue extends Partial<Reason> {
  path: string;
  message: string;
}

interface ApiErrorOptions {
  /** Overrides the fix of the reason and of the code; safe to show. */
  fix?: string | undefined;
  issues?: ErrorIssue[] | undefined;
  /** Given when the message contains more than the reason's own text. */
  reason?: Reason | null | undefined;
  /** When the same request may succeed. */
  retryAfterSeconds?: number | undefined;
  /** The work that was charged and refunded. */
  generationId?: string;
  /** The scope that the key of the call lacks. */
  requiredScope?: string;
  /** It is unknown whether the work was charged or refunded. */
  isUnconfirmed?: boolean;
  /** The actual cause: for the log, never shown to the caller. */
  cause?: unknown;
}

/** The only error class shown to callers: `message` is always safe to show. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The reason when it is more specific than the code, and the values of its text. */
  readonly reason: ReasonKey | undefined;
  readonly values: Reason["values"] | undefined;
  /** The fix, if it differs from that of the error table. */
  readonly fix: string | undefined;
  readonly issues: ErrorIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly generationId: string | undefined;
  readonly requiredScope: string | undefined;
  readonly isUnconfirmed: boolean;

  /** `problem` is a reason, or a text that is not translated. */
  constructor(code: ErrorCode, problem: Reason | string, options: ApiErrorOptions = {}) {
    super(textOf(problem), options.cause === undefined ? undefined : { cause: options.cause });
    const reason = options.reason ?? reasonOf(problem);
    this.name = "ApiError";
    this.code = code;
    this.reason = reason?.reason;
    this.values = reason?.values;
    this.fix = options.fix ?? (reason ? fixOf(reason) : undefined);
    this.issues = options.issues;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.generationId = options.generationId;
    this.requiredScope = options.requiredScope;
    this.isUnconfirmed = options.isUnconfirmed ?? false;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** The error of a reason, with the code from the table of reasons. */
export function refusal(reason: Reason, options?: ApiErrorOptions): ApiError {
  return new ApiError(ruleOf(reason).code, reason, options);
}

/** The problem of one field, or of the whole request when `path` is empty. */
export function issueOf(path: string, problem: Reason | string): ErrorIssue {
  const message = textOf(problem);
  return typeof problem === "string" ? { path, message } : { path, message, ...problem };
}

/** A 400 error for one field. */
export function invalidParam(path: string, problem: Reason | string, cause?: unknown): ApiError {
  const issue = issueOf(path, problem);
  const message = path ? `${path}: ${issue.message}` : issue.message;
  return new ApiError("invalid_params", message, { issues: [issue], reason: reasonOf(issue), cause });
}

/** Maximum number of issues in one response. */
const maxIssues = 50;

/** A 400 error whose issues are whole sentences; its reason is the first one among them. */
export function invalidParams(all: readonly ErrorIssue[], cause?: unknown): ApiError {
  const issues = all.slice(0, maxIssues);
  const others = all.length - issues.length;
  const messages = [...issues.map((issue) => issue.message), ...(others > 0 ? [`and ${others} more`] : [])];
  const message = messages.join("; ");
  const reason = issues.map(reasonOf).find((found) => found !== null);
  return new ApiError("invalid_params", message, { issues, reason, cause });
}
