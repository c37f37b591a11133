/** A service manager or an operator, Ctrl-C, a terminal that was closed: each of them asks for the same shutdown. */
export const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
export type StopSignal = (typeof stopSignals)[number];

export function isStopSignal(name: unknown): name is StopSignal {
  return stopSignals.some((signal) => signal === name);
}

/** Terminals, npm and service managers signal the same process several times over: that is nobody's impatience. */
const impatientAfterMs = 2_000;

/** Why a process shuts down, and how. */
export interface Stop {
  /** The signal that was sent, to whichever process. Decides how long new calls are still accepted. */
  signal: StopSignal;
  /** Printed when the shutdown begins. */
  message: string;
  exitCode: number;
}

interface ShutdownOptions {
  /** The shutdown itself, called once. It should end early when `hurried` is aborted. */
  run: (stop: Stop, hurried: AbortSignal) => Promise<void>;
  /** A person is at the terminal and may press Ctrl-C again. */
  isTerminal?: boolean;
  print?: (message: string, stop: Stop) => void;
  exit?: (code: number) => void;
}

/**
 * The one shutdown of a process. The first request begins it; later ones change nothing, from any sender and in any
 * number. Only a person who presses Ctrl-C again, two seconds later or more, ends the wait for running work.
 */
export class Shutdown {
  readonly #options: Required<ShutdownOptions>;
  readonly #hurried = new AbortController();
  #startedAtMs: number | null = null;

  constructor({ run, isTerminal = false, print = () => undefined, exit = process.exit }: ShutdownOptions) {
    this.#options = { run, isTerminal, print, exit };
  }

  get hasBegun(): boolean {
    return this.#startedAtMs !== null;
  }

  request({ signal = "SIGTERM", message = "Stopping …", exitCode = 0 }: Partial<Stop> = {}): void {
    if (this.#startedAtMs !== null) return;
    this.#startedAtMs = performance.now();
    void this.#shutDown({ signal, message, exitCode });
  }

  /** A signal that the system delivered to this process itself: only such a one may come from the keyboard. */
  receive(signal: StopSignal): void {
    const isAgain = this.#startedAtMs !== null && performance.now() - this.#startedAtMs >= impatientAfterMs;
    if (isAgain && signal === "SIGINT" && this.#options.isTerminal) this.hurry();
    this.request({ signal });
  }

  /** Running work is no longer waited for. */
  hurry(): void {
    if (this.#startedAtMs !== null) this.#hurried.abort();
  }

  async #shutDown(stop: Stop): Promise<void> {
    const { run, isTerminal, print, exit } = this.#options;
    print(stop.message, stop);
    const remind = () =>
      print("Waiting for running work to finish. Press Ctrl-C again to stop at once.", stop);
    const reminder = isTerminal ? setTimeout(remind, impatientAfterMs) : undefined;
    try {
      await run(stop, this.#hurried.signal);
      exit(stop.exitCode);
    } catch (error) {
      print(`The shutdown failed: ${error instanceof Error ? error.message : error}`, {
        ...stop,
        exitCode: 1,
      });
      exit(1);
    } finally {
      clearTimeout(reminder);
    }
  }
}

/** What a process sends another over the channel between them: that it was signalled, or that nobody waits any more. */
interface StopMessage {
  stop: StopSignal | "now";
}

/** Sends it to the process at the other end, unless it is gone. */
export function sendStop(
  to: { connected?: boolean; send?: (message: StopMessage, done: () => void) => unknown },
  stop: StopMessage["stop"],
): boolean {
  if (!to.connected || !to.send) return false;
  to.send({ stop }, () => undefined);
  return true;
}

function readStop(message: unknown): StopMessage["stop"] | null {
  if (typeof message !== "object" || message === null || !("stop" in message)) return null;
  const { stop } = message;
  return isStopSignal(stop) || stop === "now" ? stop : null;
}

/** Calls `act` with every request to stop that arrives from the process at the other end of `from`'s channel. */
export function onStopMessage(
  from: { on(event: "message", listener: (message: unknown) => void): unknown },
  act: (stop: StopMessage["stop"]) => void,
): void {
  from.on("message", (message) => {
    const stop = readStop(message);
    if (stop) act(stop);
  });
}

/**
 * Connects a shutdown with this process: its signals, what its parent passes on, and the parent's end. With `report`
 * signals are left to the parent, which decides for all its children; only without one they count here.
 */
export function listenForStops(shutdown: Shutdown, { report = false } = {}): void {
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (!(report && sendStop(process, signal))) shutdown.receive(signal);
    });
  }
  onStopMessage(process, (stop) => {
    if (stop === "now") shutdown.hurry();
    else shutdown.request({ signal: stop });
  });
  // No parent forwards signals any more. SIGHUP: the next start needs the port at once.
  process.on("disconnect", () =>
    shutdown.request({ signal: "SIGHUP", message: "The parent process has ended: stopping …" }),
  );
  process.channel?.unref();
}
