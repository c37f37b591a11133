import { because, type Reason, type ReasonKey, textOf } from "../platform/reasons.ts";

/** How a call without a picture is handled. */
interface FailureKind {
  /** Another call of the same model may succeed. */
  isPassing: boolean;
  /** What it implies about the provider: it fails, it works (and rejected only this request), or nothing. */
  provider: "fails" | "works" | null;
  /** The provider may have painted and charged for it: the list price is booked as cost. */
  mayCost: boolean;
}

export const failureKinds = {
  /** The provider refuses to paint this: no other model is called. */
  refused: { isPassing: false, provider: "works", mayCost: false },
  rate_limited: { isPassing: true, provider: null, mayCost: false },
  /** The account at the provider has no budget left. */
  quota_exhausted: { isPassing: false, provider: "fails", mayCost: false },
  /** An error of the provider itself: 5xx, or a job that it reports as failed. */
  provider_error: { isPassing: true, provider: "fails", mayCost: false },
  /** A successful response without a picture. */
  empty: { isPassing: true, provider: "works", mayCost: true },
  not_an_image: { isPassing: true, provider: "fails", mayCost: true },
  too_large: { isPassing: false, provider: "fails", mayCost: true },
  /** Truncated, or not as the provider documents it. */
  broken: { isPassing: true, provider: "fails", mayCost: true },
  /** No response before the deadline. */
  timed_out: { isPassing: false, provider: "fails", mayCost: true },
  network: { isPassing: true, provider: "fails", mayCost: false },
  /** The API key or the model's name is wrong: the operator must correct it. */
  misconfigured: { isPassing: false, provider: null, mayCost: false },
  /** The provider considers the request invalid. */
  rejected: { isPassing: false, provider: "works", mayCost: false },
  /** The caller aborted the call. */
  aborted: { isPassing: false, provider: null, mayCost: true },
  /** Not called: all slots for the provider were taken for too long. */
  no_place: { isPassing: false, provider: null, mayCost: false },
  /** Not called: the provider's circuit breaker is open. */
  circuit_open: { isPassing: false, provider: null, mayCost: false },
} as const satisfies Record<string, FailureKind>;

export type FailureName = keyof typeof failureKinds;

/**
 * Nothing was painted, and the provider may accept the same call later: it is unavailable, busy, or was not called.
 */
const outageKinds: ReadonlySet<FailureName> = new Set([
  "rate_limited",
  "provider_error",
  "network",
  "no_place",
  "circuit_open",
]);

interface FailureFacts {
  status?: number | undefined;
  /** The provider's error code: letters, digits and signs only, never its sentences. */
  code?: string | undefined;
  /** How long the provider asks to wait before the next call. */
  retryAfterMs?: number | undefined;
}

/** One failed call. Contains nothing that was sent or received: neither key nor prompt. */
export class ModelCallError extends Error {
  readonly kind: FailureName;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(kind: FailureName, { status, code, retryAfterMs }: FailureFacts = {}) {
    super([kind, status, code].filter((part) => part !== undefined).join(" "));
    this.name = "ModelCallError";
    this.kind = kind;
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A model refuses to paint this because of its content. */
export class ModelRefusedError extends Error {
  readonly reason: ReasonKey = "model_refused";
  /** `provider/name` of the model. */
  readonly model: string;

  constructor(model: string, cause: ModelCallError) {
    super(textOf(because("model_refused")), { cause });
    this.name = "ModelRefusedError";
    this.model = model;
  }
}

/** No model of the list made the picture. */
export class ModelUnavailableError extends Error {
  readonly reason: ReasonKey;
  /** The same request may succeed later; false when the operator must change something first. */
  readonly retryable: boolean;
  /** No provider was available to paint it, so that a retry later cannot be charged twice. */
  readonly isOutage: boolean;

  constructor(
    reason: Reason,
    { retryable, failures = [] }: { retryable: boolean; failures?: readonly ModelCallError[] },
  ) {
    const cause = failures.at(-1);
    super(textOf(reason), cause === undefined ? undefined : { cause });
    this.name = "ModelUnavailableError";
    this.reason = reason.reason;
    this.retryable = retryable;
    this.isOutage = failures.length > 0 && failures.every(({ kind }) => outageKinds.has(kind));
  }
}
