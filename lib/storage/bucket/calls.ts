import { CircuitBreaker } from "../../platform/circuit-breaker.ts";
import { countBucketCall } from "../../platform/metrics.ts";
import { isNotFound, StorageError, toStorageError } from "./failure.ts";

/** Timeout of a call including its retries. */
const callTimeoutMs = 30_000;

/** Operations of the store: their names in metrics and in errors. */
const operations = {
  look_up: "looking up a file",
  read: "reading a file",
  store: "storing a file",
  delete: "deleting a file",
  list: "listing files",
} as const;

type Outcome =
  /** The store responded, possibly with 404. */
  | "answered"
  /** The store rejected the request: a wrong key, no such bucket, no space left. */
  | "refused"
  | "away"
  /** The circuit breaker was open, so that no request was sent. */
  | "not_sent";

/** Calls of a store, behind a circuit breaker. */
export class GuardedCalls {
  readonly #place: string;
  readonly #breaker = new CircuitBreaker({ now: Date.now, openMs: 2_000, maxOpenMs: 15_000 });

  constructor(place: string) {
    this.#place = place;
  }

  /** True while the circuit breaker is not closed: most calls then fail without being sent. */
  get isAway(): boolean {
    return this.#breaker.status().state !== "closed";
  }

  /** Runs one call; null if the object does not exist. Throws StorageError. */
  async run<T>(
    operation: keyof typeof operations,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const doing = operations[operation];
    if (!this.#breaker.enter()) {
      countBucketCall(operation, "not_sent" satisfies Outcome, null);
      throw new StorageError(`${doing} at ${this.#place} was not tried: it has not answered for a while`, {
        isAway: true,
        cause: Object.assign(new Error("it does not answer"), { code: "ECONNREFUSED" }),
      });
    }
    const startedAt = performance.now();
    let outcome: Outcome = "answered";
    try {
      return await call(AbortSignal.timeout(callTimeoutMs));
    } catch (error) {
      if (isNotFound(error)) return null;
      const failure = toStorageError(error, this.#place, doing);
      outcome = failure.isAway ? "away" : "refused";
      throw failure;
    } finally {
      this.#breaker.leave(outcome === "away" ? "fails" : "works");
      countBucketCall(operation, outcome, performance.now() - startedAt);
    }
  }
}
