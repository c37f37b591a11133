/** The function to run, and the callbacks for its results. */
interface LatestOptions<Input, Output> {
  run: (input: Input, signal: AbortSignal) => Promise<Output>;
  onOutput: (output: Output, input: Input) => void;
  onError: (error: unknown, input: Input) => void;
  /** Reports whether an input is running or waiting. */
  onBusy: (busy: boolean) => void;
}

/**
 * Runs one input at a time. Of the inputs that arrive meanwhile, only the newest runs next, so that a preview follows
 * a drag as fast as possible. `cancel` aborts the running input and drops the waiting one.
 */
export function createLatest<Input, Output>(options: LatestOptions<Input, Output>) {
  let running: AbortController | null = null;
  let next: { input: Input } | null = null;

  async function start(input: Input): Promise<void> {
    const current = new AbortController();
    running = current;
    try {
      const output = await options.run(input, current.signal);
      if (!current.signal.aborted) options.onOutput(output, input);
    } catch (error) {
      // A failure is not reported if a newer input replaces it.
      if (!current.signal.aborted && next === null) options.onError(error, input);
    }
    if (current.signal.aborted) return;
    running = null;
    const waiting = next;
    next = null;
    if (waiting) void start(waiting.input);
    else options.onBusy(false);
  }

  return {
    ask: (input: Input) => {
      next = null;
      if (running) {
        next = { input };
        return;
      }
      options.onBusy(true);
      void start(input);
    },
    cancel: () => {
      next = null;
      if (!running) return;
      running.abort();
      running = null;
      options.onBusy(false);
    },
  };
}
