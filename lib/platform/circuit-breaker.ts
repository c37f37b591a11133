import { z } from "zod";

/** `closed`: calls are allowed. `open`: none are. `half_open`: one trial call is. Ordered from good to bad. */
export const breakerStates = ["closed", "half_open", "open"] as const;
export type BreakerState = (typeof breakerStates)[number];

export interface BreakerStatus {
  state: BreakerState;
  /** Consecutive failures. */
  failures: number;
  /** Unix time of the next trial; null while calls are allowed. */
  retryAtMs: number | null;
}

const failuresToOpen = 5;

interface BreakerOptions {
  now: () => number;
  /** Initial time in state `open`; doubled after every failed trial. */
  openMs?: number;
  maxOpenMs?: number;
}

/** Stops calls to a failing service, and detects its recovery by single trial calls. */
export class CircuitBreaker {
  readonly #now: () => number;
  readonly #firstOpenMs: number;
  readonly #maxOpenMs: number;
  #failures = 0;
  #openMs: number;
  #retryAtMs: number | null = null;
  #isTrying = false;

  constructor({ now, openMs = 15_000, maxOpenMs = 240_000 }: BreakerOptions) {
    this.#now = now;
    this.#firstOpenMs = openMs;
    this.#maxOpenMs = maxOpenMs;
    this.#openMs = openMs;
  }

  /** Whether a call is allowed now; each allowed call must be followed by `leave`. */
  enter(): boolean {
    if (this.#retryAtMs === null) return true;
    if (this.#isTrying || this.#now() < this.#retryAtMs) return false;
    this.#isTrying = true;
    return true;
  }

  /** Reports the end of an allowed call and its conclusion about the provider; null: none. */
  leave(provider: "works" | "fails" | null): void {
    const wasTrying = this.#isTrying;
    this.#isTrying = false;
    if (provider === "works") {
      this.#failures = 0;
      this.#retryAtMs = null;
      this.#openMs = this.#firstOpenMs;
    } else if (provider === "fails") {
      this.#failures += 1;
      // Calls already running when the breaker opened may fail later: they do not count as trials.
      if (this.#retryAtMs !== null && !wasTrying) return;
      if (this.#retryAtMs === null && this.#failures < failuresToOpen) return;
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

/** The worst reported state per provider (name → state). Unreadable reports are ignored. */
export function mergeStates(reports: readonly unknown[]): Record<string, BreakerState> {
  const worst = new Map<string, BreakerState>();
  for (const [name, state] of reports.flatMap((one) => Object.entries(report.parse(one)))) {
    const known = worst.get(name) ?? "closed";
    worst.set(name, breakerStates.indexOf(state) > breakerStates.indexOf(known) ? state : known);
  }
  return Object.fromEntries([...worst].sort(([a], [b]) => (a < b ? -1 : 1)));
}
