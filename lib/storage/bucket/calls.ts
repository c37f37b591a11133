import { CircuitBreaker } from "../../platform/circuit-breaker.ts";
import { isNotFound, StorageError, toStorageError } from "./failure.ts";

/** Small calls, all their attempts together. */
const callTimeoutMs = 30_000;

/** Something is there already: an answer like others, and no failure of the store. */
export class ExistsError extends Error {}

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
  async run<T>(doing: string, call: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    if (!this.#breaker.enter()) {
      throw new StorageError(`${doing} at ${this.#place} was not tried: it has not answered for a while`, {
        isAway: true,
        cause: Object.assign(new Error("it does not answer"), { code: "ECONNREFUSED" }),
      });
    }
    let store: "works" | "fails" = "works";
    try {
      return await call(AbortSignal.timeout(callTimeoutMs));
    } catch (error) {
      if (error instanceof ExistsError) throw error;
      if (isNotFound(error)) return null;
      const failure = toStorageError(error, this.#place, doing);
      if (failure.isAway) store = "fails";
      throw failure;
    } finally {
      this.#breaker.leave(store);
    }
  }
}
