import { CircuitBreaker } from "../../platform/circuit-breaker.ts";
import { countBucketCall } from "../../platform/metrics.ts";
import { isNotFound, StorageError, toStorageError } from "./failure.ts";

/** Small calls, all their attempts together. */
const callTimeoutMs = 30_000;

/** Something is there already: an answer like others, and no failure of the store. */
export class ExistsError extends Error {}

/** What is asked of a store: as metrics name it, and as errors do. */
const operations = {
  look_up: "looking up a file",
  read: "reading a file",
  store: "storing a file",
  delete: "deleting a file",
  list: "listing files",
} as const;

type Outcome =
  /** The store answered, if only that nothing is there. */
  | "answered"
  /** It answered that it will not: a wrong key, no such bucket, no room. */
  | "refused"
  | "away"
  /** It has been away for a while, so that nothing was sent. */
  | "not_sent";

/** Calls of a store that may be away. */
export class GuardedCalls {
  readonly #place: string;
  readonly #breaker = new CircuitBreaker({ now: Date.now, openMs: 2_000, maxOpenMs: 15_000 });

  constructor(place: string) {
    this.#place = place;
  }

  /** The store fails call after call: most are refused unsent. */
  get isAway(): boolean {
    return this.#breaker.status().state !== "closed";
  }

  /** One call; null for what is not there. Throws StorageError. */
  async run<T>(
    operation: keyof typeof operations,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const doing = operations[operation];
    if (!this.#breaker.enter()) {
      countBucketCall({ operation, outcome: "not_sent" satisfies Outcome, durationMs: null });
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
      if (error instanceof ExistsError) throw error;
      if (isNotFound(error)) return null;
      const failure = toStorageError(error, this.#place, doing);
      outcome = failure.isAway ? "away" : "refused";
      throw failure;
    } finally {
      this.#breaker.leave(outcome === "away" ? "fails" : "works");
      countBucketCall({ operation, outcome, durationMs: performance.now() - startedAt });
    }
  }
}
