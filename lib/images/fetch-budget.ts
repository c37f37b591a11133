import { clientNetwork } from "../platform/client-address.ts";
import { refusal } from "../platform/errors.ts";
import { processSlot } from "../platform/process-slot.ts";
import { because } from "../platform/reasons.ts";

/** Loads that give no usable picture, of one account at one address: so many at once, and in each minute after. */
const failedPerMinute = 60;
const msApart = 60_000 / failedPerMinute;
const longestAheadMs = msApart * (failedPerMinute - 1);
const swept = 10_000;

/** A load of a picture from an address that a stranger gave. */
export interface CountedLoad {
  /** Called with the address of each connection, before anything is asked of it. Throws ApiError rate_limited. */
  admit: (address: string) => Promise<void>;
  /** What came is a usable picture: the load does not count. */
  succeeded: () => void;
}

/**
 * Bounds what an account can make this process ask of others for nothing: work whose picture cannot be loaded costs no
 * credits. Pictures that load are paid for, and are not limited. Counted by the address of the connection, since names
 * cost nothing; IPv6 by its /64. By the generic cell rate algorithm.
 */
export class FetchBudget {
  /** Account and address → when all that was counted is within the limit. */
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

export const fetchBudget = processSlot("fetch-budget", () => new FetchBudget());
