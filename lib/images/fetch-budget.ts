import { clientNetwork } from "../platform/client-address.ts";
import { refusal } from "../platform/errors.ts";
import { lazy } from "../platform/lazy.ts";
import { because } from "../platform/reasons.ts";

/** Limit of loads without a usable picture, per account and address: this many at once, and per minute after that. */
const failedPerMinute = 60;
const msApart = 60_000 / failedPerMinute;
const longestAheadMs = msApart * (failedPerMinute - 1);
const swept = 10_000;

/** One load of a picture from a URL given by a caller. */
export interface CountedLoad {
  /** Called with the IP address of each connection, before the request is sent. Throws ApiError rate_limited. */
  admit: (address: string) => Promise<void>;
  /** Reverts the count, for a load that returned a usable picture. */
  succeeded: () => void;
}

/**
 * Limits the requests to other hosts that an account can cause for free: work whose picture cannot be loaded costs no
 * credits. Loads of usable pictures are paid and not limited. Counts by the connection's address (IPv6: its /64),
 * since names are free, with the generic cell rate algorithm.
 */
export class FetchBudget {
  /** Account and address → the time until which the counted loads use the budget. */
  readonly #usedUntilMs = new Map<string, number>();

  begin(account: string): CountedLoad {
    const counted: string[] = [];
    return {
      admit: async (address) => {
        const key = `${account} ${clientNetwork(address)}`;
        this.#count(key);
        counted.push(key);
      },
      succeeded: () => {
        for (const key of counted.splice(0)) this.#giveBack(key);
      },
    };
  }

  #count(key: string): void {
    const now = Date.now();
    const usedUntil = Math.max(this.#usedUntilMs.get(key) ?? 0, now);
    if (usedUntil - now > longestAheadMs) {
      const retryAfterSeconds = Math.ceil((usedUntil - now - longestAheadMs) / 1000);
      throw refusal(because("picture_host_busy"), { retryAfterSeconds });
    }
    this.#usedUntilMs.set(key, usedUntil + msApart);
    if (this.#usedUntilMs.size > swept) this.#sweep(now);
  }

  #giveBack(key: string): void {
    const usedUntil = this.#usedUntilMs.get(key);
    if (usedUntil !== undefined) this.#usedUntilMs.set(key, usedUntil - msApart);
  }

  #sweep(now: number): void {
    for (const [key, usedUntil] of this.#usedUntilMs) if (usedUntil <= now) this.#usedUntilMs.delete(key);
  }
}

export const fetchBudget = lazy(() => new FetchBudget());
