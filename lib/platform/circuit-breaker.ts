import { z } from "zod";

/** `closed`: calls are made. `open`: none are. `half_open`: one is, to find out. From good to bad. */
export const breakerStates = ["closed", "half_open", "open"] as const;
export type BreakerState = (typeof breakerStates)[number];

export interface BreakerStatus {
  state: BreakerState;
  /** Failures in a row. */
  failures: number;
  /** Unix time of the next trial; null while calls are made. */
  retryAtMs: number | null;
}

interface BreakerOptions {
  now: () => number;
  failuresToOpen?: number;
  /** How long it stays open the first time; twice as long after every trial that fails. */
  openMs?: number;
  maxOpenMs?: number;
}

/** Keeps calls away from another service that fails, and finds out by single calls whether it is back. */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #failuresToOpen: number;
  readonly #firstOpenMs: number;
  readonly #maxOpenMs: number;
  #failures = 0;
  #openMs: number;
  #retryAtMs: number | null = null;
  #isTrying = false;

  constructor({ now, failuresToOpen = 5, openMs = 15_000, maxOpenMs = 240_000 }: BreakerOptions) {
    this.#now = now;
    this.#failuresToOpen = failuresToOpen;
    this.#firstOpenMs = openMs;
    this.#maxOpenMs = maxOpenMs;
    this.#openMs = openMs;
  }

  /** Whether a call may be made now; `leave` reports each that may when it has ended. */
  enter(): boolean {
    if (this.#retryAtMs === null) return true;
    if (this.#isTrying || this.#now() < this.#retryAtMs) return false;
    this.#isTrying = true;
    return true;
  }

  /** A call that was let in has ended, and says this of the provider; null: nothing. */
  leave(provider: "works" | "fails" | null): void {
    const wasTrying = this.#isTrying;
    this.#isTrying = false;
    if (provider === "works") {
      this.#failures = 0;
      this.#retryAtMs = null;
      this.#openMs = this.#firstOpenMs;
    } else if (provider === "fails") {
      this.#failures += 1;
      // Calls that were under way when it opened fail after it: they are no new trial.
      if (this.#retryAtMs !== null && !wasTrying) return;
      if (this.#retryAtMs === null && this.#failures < this.#failuresToOpen) return;
      if (wasTrying) this.#openMs = Math.min(this.#openMs * 2, this.#maxOpenMs);
      this.#retryAtMs = this.#now() + this.#openMs;
    }
  }

  status(): BreakerStatus {
    const retryAtMs = this.#retryAtMs;
    const isDue = retryAtMs !== null && (this.#isTrying || this.#now() >= retryAtMs);
    const state = retryAtMs === null ? "closed" : isDue ? "half_open" : "open";
    return { state, failures: this.#failures, retryAtMs };
  }
}

const report = z.record(z.string(), z.enum(breakerStates)).catch({});

/** The worst state of each provider (name → state) that processes reported. What cannot be read is left out. */
export function mergeStates(reports: readonly unknown[]): Record<string, BreakerState> {
  const worst = new Map<string, BreakerState>();
  for (const [name, state] of reports.flatMap((one) => Object.entries(report.parse(one)))) {
    const known = worst.get(name) ?? "closed";
    worst.set(name, breakerStates.indexOf(state) > breakerStates.indexOf(known) ? state : known);
  }
  return Object.fromEntries([...worst].sort(([a], [b]) => (a < b ? -1 : 1)));
}
