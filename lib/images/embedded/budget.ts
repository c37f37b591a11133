import { ProtocolError } from "./protocol-error.ts";

const retryAfterS = 10;

export interface BudgetLimits {
  perHolder: number;
  total: number;
}

/** What requests under way may hold (bytes, places), in sum and for each holder (an address, a folder). */
export class Budget {
  readonly #limits: BudgetLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: BudgetLimits) {
    this.#limits = limits;
  }

  /** Throws ProtocolError 503, and takes nothing, when that is more than there is. */
  take(holder: string, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.#limits.perHolder || this.#total + amount > this.#limits.total) {
      throw new ProtocolError(503, "Too many uploads are under way; send the signed fields before the file", {
        retryAfterS,
      });
    }
    this.#held.set(holder, held);
    this.#total += amount;
  }

  give(holder: string, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) - amount;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
    this.#total -= amount;
  }
}
