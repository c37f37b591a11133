/** More work is waiting than can be done soon. */
export class GateFullError extends Error {
  constructor() {
    super("too much image work is waiting");
    this.name = "GateFullError";
  }
}

/** Lets `limit` pieces of work run at once and `waitingLimit` more wait in line; others are turned away. */
export class Gate {
  readonly #limit: number;
  readonly #waitingLimit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number, waitingLimit: number) {
    this.#limit = limit;
    this.#waitingLimit = waitingLimit;
  }

  /** Throws GateFullError without starting `work` when the line is full. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= this.#limit) {
      if (this.#waiting.length >= this.#waitingLimit) throw new GateFullError();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
