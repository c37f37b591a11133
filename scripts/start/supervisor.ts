/** A child that runs. */
export interface Running {
  /** Resolves with how it ended, in words that follow its name: `was ended by SIGKILL`. */
  ended: Promise<string>;
}

interface Supervised<Child extends Running> {
  /** What it is called in messages: "The server". */
  name: string;
  /** Starts it; rejects with the reason when it does not get up. */
  start: () => Promise<Child>;
  /** Called when it ended too often; the last words say why. */
  giveUp: (lastWords: string) => void;
  /** Reasons that go by themselves, such as a full disk: they are waited for without end. */
  isPassing?: (reason: string) => boolean;
  /** Where to read more, for the last words. */
  log?: string;
}

const backoffMs = [200, 500, 1_000, 2_000, 5_000];
const maxEnds = 10;
const withinMs = 120_000;

/** Keeps one child running: starts it again when it ends by itself, ever more slowly, and not without end. */
export class Supervisor<Child extends Running> {
  readonly #options: Supervised<Child>;
  readonly #stopped = new AbortController();
  #current: Promise<Child> | null = null;
  #endsAtMs: number[] = [];

  constructor(options: Supervised<Child>) {
    this.#options = options;
  }

  /** The first start, whose failure is the caller's to handle. */
  start(): Promise<Child> {
    this.#current = this.#options.start();
    return this.#current;
  }

  /** From now on its end is an accident. */
  watch(): void {
    void this.#keepRunning();
  }

  /** Starts it no more. Resolves with the child that runs now, or null. */
  async stop(): Promise<Child | null> {
    this.#stopped.abort();
    return this.#current?.catch(() => null) ?? null;
  }

  async #keepRunning(): Promise<void> {
    const { name, giveUp, isPassing, log } = this.#options;
    while (!this.#stopped.signal.aborted && this.#current) {
      const how = await this.#current.then(
        ({ ended }) => ended,
        (error: Error) => `does not start: ${error.message}`,
      );
      if (this.#stopped.signal.aborted) return;
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
      console.error(`${name} ${how}: starting it again in ${waitMs / 1_000} s`);
      await this.#pause(waitMs);
      if (this.#stopped.signal.aborted) return;
      this.#current = this.#options.start();
      // Handled above, in the next round.
      this.#current.catch(() => {});
    }
  }

  /** Ends early when it is stopped. */
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
