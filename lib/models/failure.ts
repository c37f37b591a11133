import { because, type Reason, type ReasonKey, textOf } from "../platform/reasons.ts";

/** What is made of a call that gave no picture. */
interface FailureKind {
  /** Another call of the same model may do better. */
  isPassing: boolean;
  /** What it says of the provider: it fails, it works (and minds this one request), or nothing. */
  provider: "fails" | "works" | null;
  /** The provider may have painted, and charge for it: the books count the list price. */
  mayCost: boolean;
}

export const failureKinds = {
  /** The provider will not paint this: nobody is asked again. */
  refused: { isPassing: false, provider: "works", mayCost: false },
  rate_limited: { isPassing: true, provider: null, mayCost: false },
  /** Nothing is left to spend there. */
  quota_exhausted: { isPassing: false, provider: "fails", mayCost: false },
  /** An error of the provider's own: 5xx, or work that it says has failed. */
  provider_error: { isPassing: true, provider: "fails", mayCost: false },
  /** A good answer without a picture. */
  empty: { isPassing: true, provider: "works", mayCost: true },
  not_an_image: { isPassing: true, provider: "fails", mayCost: true },
  too_large: { isPassing: false, provider: "fails", mayCost: true },
  /** Cut off, or not what the provider's documents say. */
  broken: { isPassing: true, provider: "fails", mayCost: true },
  /** No answer while there was time. */
  timed_out: { isPassing: false, provider: "fails", mayCost: true },
  network: { isPassing: true, provider: "fails", mayCost: false },
  /** The key or the model's name is wrong: the operator must correct it. */
  misconfigured: { isPassing: false, provider: null, mayCost: false },
  /** The provider finds fault with the request. */
  rejected: { isPassing: false, provider: "works", mayCost: false },
  /** The caller gave up. */
  aborted: { isPassing: false, provider: null, mayCost: true },
  /** Not called: all places at the provider were taken for too long. */
  no_place: { isPassing: false, provider: null, mayCost: false },
  /** Not called: its circuit breaker is open. */
  circuit_open: { isPassing: false, provider: null, mayCost: false },
} as const satisfies Record<string, FailureKind>;

export type FailureName = keyof typeof failureKinds;

/** Nothing was painted, and the provider may take the same call later: it is away, busy, or was not asked. */
const outageKinds: ReadonlySet<FailureName> = new Set([
  "rate_limited",
  "provider_error",
  "network",
  "no_place",
  "circuit_open",
]);

interface FailureFacts {
  status?: number | undefined;
  /** The provider's own word for it: letters, digits and signs only, never its sentences. */
  code?: string | undefined;
  /** How long the provider wants to be left alone. */
  retryAfterMs?: number | undefined;
}

/** One call failed. Holds nothing that was sent or said: neither key nor prompt. */
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

/** A model will not paint this because of what it would show. */
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
  /** The same may succeed later; false where the operator must change something first. */
  readonly retryable: boolean;
  /** No provider was there to paint it: asking again later cannot be paid for twice. */
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
