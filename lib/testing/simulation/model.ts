/** A model of one account's credits in plain arithmetic, with which the service's statements must agree. */
export class Model {
  monthly = 0;
  topup = 0;
  #period = 0;
  #moved = new Set<string>();
  readonly charges = new Map<string, { monthly: number; topup: number; period: number; isOpen: boolean }>();

  charge(id: string, cost: number): boolean {
    if (this.monthly + this.topup < cost) return false;
    const monthly = Math.min(this.monthly, cost);
    this.monthly -= monthly;
    this.topup -= cost - monthly;
    this.charges.set(id, { monthly, topup: cost - monthly, period: this.#period, isOpen: true });
    return true;
  }

  /** False when the charge was already resolved. */
  resolve(id: string, outcome: "completed" | "refunded"): boolean {
    const charge = this.charges.get(id);
    if (!charge?.isOpen) return false;
    charge.isOpen = false;
    if (outcome === "refunded") {
      this.topup += charge.topup;
      if (charge.period === this.#period) this.monthly += charge.monthly;
    }
    return true;
  }

  /** False when this reference has already moved credits. */
  move(reference: string, move: { setMonthly: number } | { addTopup: number }): boolean {
    if (this.#moved.has(reference)) return false;
    this.#moved.add(reference);
    if ("setMonthly" in move) {
      this.monthly = move.setMonthly;
      this.#period += 1;
    } else {
      this.topup = Math.max(0, this.topup + move.addTopup);
    }
    return true;
  }
}
