/** A running child process. */
export interface Running {
  /** Resolves with how it ended, as a phrase that follows its name: `was ended by SIGKILL`. */
  ended: Promise<string>;
}

interface Supervised<Child extends Running> {
  /** Name in messages: "The server". */
  name: string;
  /** Starts the child; rejects with the reason if it does not come up. */
  start: () => Promise<Child>;
  /** Called when the child has ended too often; `lastWords` says why. */
  giveUp: (lastWords: string) => void;
  /** Whether a failure is temporary, such as a full disk; such failures are retried without limit. */
  isPassing?: (reason: string) => boolean;
  /** Log file to name in `lastWords`. */
  log?: string;
}

const backoffMs = [200, 500, 1_000, 2_000, 5_000];
const maxEnds = 10;
const withinMs = 120_000;

/** Keeps one child running: restarts it when it ends by itself, with growing delays and up to a limit. */
export class Supervisor<Child extends Running> {
  readonly #options: Supervised<Child>;
  readonly #stopped = new AbortController();
  #current: Promise<Child> | null = null;
  #endsAtMs: number[] = [];
  #isEndExpected = false;

  constructor(options: Supervised<Child>) {
    this.#options = options;
  }

  /** First start; the caller handles its failure. */
  start(): Promise<Child> {
    this.#current = this.#options.start();
    return this.#current;
  }

  /** From now on, a child that ends is restarted. */
  watch(): void {
    void this.#restartEnded();
  }

  /** The next end of the child is intended: it is restarted at once, without a message. */
  expectEnd(): void {
    this.#isEndExpected = true;
  }

  /** Stops restarting. Resolves with the running child, or null. */
  async stop(): Promise<Child | null> {
    this.#stopped.abort();
    return this.#current?.catch(() => null) ?? null;
  }

  async #restartEnded(): Promise<void> {
    const { name, giveUp, isPassing, log } = this.#options;
    while (!this.#stopped.signal.aborted && this.#current) {
      const how = await this.#current.then(
        ({ ended }) => ended,
        (error: Error) => `does not start: ${error.message}`,
      );
      if (this.#stopped.signal.aborted) return;
      if (this.#isEndExpected) {
        this.#isEndExpected = false;
        this.#begin();
        continue;
      }
      const now = performance.now();
      const passes = isPassing?.(how) ?? false;
      this.#endsAtMs = this.#endsAtMs.filter((at) => now - at < withinMs);
      if (!passes) this.#endsAtMs.push(now);
      if (this.#endsAtMs.length >= maxEnds) {
        const where = log ? `. Its log: ${log}` : "";
        giveUp(`${name} ended ${maxEnds} times within two minutes; the last time it ${how}${where}`);
        return;
      }
      const waitMs = passes ? (backoffMs.at(-1) ?? 0) : (backoffMs[this.#endsAtMs.length - 1] ?? 5_000);
      console.error(`${name} ${how}: restarting it in ${waitMs / 1_000} s`);
      await this.#pause(waitMs);
      if (this.#stopped.signal.aborted) return;
      this.#begin();
    }
  }

  #begin(): void {
    this.#current = this.#options.start();
    // The loop handles the rejection.
    this.#current.catch(() => {});
  }

  /** Resolves early on `stop()`. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#stopped.signal.addEventListener("abort", end, { once: true });
    });
  }
}
