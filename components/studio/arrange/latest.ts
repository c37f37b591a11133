/** Says how to run it and where its outcomes go. */
interface LatestOptions<Input, Output> {
  run: (input: Input, signal: AbortSignal) => Promise<Output>;
  onOutput: (output: Output, input: Input) => void;
  onError: (error: unknown, input: Input) => void;
  /** Whether something runs or waits. */
  onBusy: (busy: boolean) => void;
}

/**
 * Runs one input at a time. Of those that come meanwhile only the newest runs next, so that a picture follows a drag
 * as fast as it is made; `cancel` ends what runs and forgets what waits.
 */
export function createLatest<Input, Output>(options: LatestOptions<Input, Output>) {
  let running: AbortController | null = null;
  let next: { input: Input } | null = null;

  async function start(input: Input): Promise<void> {
    const own = new AbortController();
    running = own;
    try {
      const output = await options.run(input, own.signal);
      if (!own.signal.aborted) options.onOutput(output, input);
    } catch (error) {
      // What a newer input replaces needs no word about its failure.
      if (!own.signal.aborted && next === null) options.onError(error, input);
    }
    if (own.signal.aborted) return;
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
