/** Sent by a service manager or operator, by Ctrl-C, and when the terminal closes. All start the same shutdown. */
export const stopSignals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
export type StopSignal = (typeof stopSignals)[number];

export function isStopSignal(name: unknown): name is StopSignal {
  return stopSignals.some((signal) => signal === name);
}

/**
 * Terminals, npm and service managers may repeat a signal within this time; only a later one comes from an impatient
 * user.
 */
const impatientAfterMs = 2_000;

/** Reason and manner of a shutdown. */
export interface Stop {
  /** Signal sent to any process of the service. Decides how long new requests are still accepted. */
  signal: StopSignal;
  /** Printed when the shutdown begins. */
  message: string;
  exitCode: number;
}

interface ShutdownOptions {
  /** Performs the shutdown; called once. It should end early when `hurried` is aborted. */
  run: (stop: Stop, hurried: AbortSignal) => Promise<void>;
  /** Whether a user at the terminal may press Ctrl-C again. */
  isTerminal?: boolean;
  print?: (message: string, stop: Stop) => void;
  exit?: (code: number) => void;
}

/**
 * Shutdown of a process. The first request begins it; later requests have no effect. Only Ctrl-C pressed again in a
 * terminal, two seconds later or more, ends the wait for running work.
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

  /** Handles a signal that the system delivered to this process; only such a signal can come from the keyboard. */
  receive(signal: StopSignal): void {
    const isAgain = this.#startedAtMs !== null && performance.now() - this.#startedAtMs >= impatientAfterMs;
    if (isAgain && signal === "SIGINT" && this.#options.isTerminal) this.hurry();
    this.request({ signal });
  }

  /** Stops waiting for running work. */
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

/** Message between processes: the signal that the sender received, or `now` to stop waiting for running work. */
interface StopMessage {
  stop: StopSignal | "now";
}

/** Sends a stop message to the process at the other end of the channel; returns false if that process is gone. */
export function sendStop(
  to: { connected?: boolean; send?: (message: StopMessage, done: () => void) => unknown },
  stop: StopMessage["stop"],
): boolean {
  if (!to.connected || !to.send) return false;
  to.send({ stop }, () => undefined);
  return true;
}

/** Calls `act` for each stop message from the process at the other end of `from`'s channel. */
export function onStopMessage(
  from: { on(event: "message", listener: (message: unknown) => void): unknown },
  act: (stop: StopMessage["stop"]) => void,
): void {
  from.on("message", (message) => {
    // Other messages have no such field.
    const { stop } = Object(message) as Partial<StopMessage>;
    if (stop) act(stop);
  });
}

/**
 * Connects a shutdown to this process's signals, its parent's stop messages and the parent's end. With `report`,
 * signals are forwarded to the parent, which decides for all its children; without a parent they act here.
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
  // Without a parent, no signals are forwarded any more. SIGHUP, because the next start needs the port at once.
  process.on("disconnect", () =>
    shutdown.request({ signal: "SIGHUP", message: "The parent process has ended: stopping …" }),
  );
  process.channel?.unref();
}
