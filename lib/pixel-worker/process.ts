import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type LaneName, lanes, memoryCheckMs } from "./bounds.ts";
import type { TaskMessage, WorkerMessage } from "./protocol.ts";

export interface ProcessListener {
  onMessage: (message: WorkerMessage) => void;
  /** The process ended, or never began; not called after `kill`. */
  onEnd: (how: string) => void;
  /** The process takes more memory than its lane may. */
  onMemoryExceeded: (residentBytes: number) => void;
}

/** One worker process. It keeps this one alive only while it works. */
export class PixelProcess {
  readonly #child: ChildProcess;
  readonly #memoryLimitBytes: number;
  readonly #listener: ProcessListener;
  #watch: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(lane: LaneName, listener: ProcessListener) {
    this.#listener = listener;
    this.#memoryLimitBytes = lanes[lane].memoryLimitBytes;
    // `execArgv` empty: flags of the server or of a test runner (loaders, inspector ports) are not for the worker.
    this.#child = fork(/* turbopackIgnore: true */ workerFile(), [lane], {
      serialization: "advanced",
      execArgv: [],
    });
    this.#child.on("message", (message: WorkerMessage) => {
      if (!this.#isOver) listener.onMessage(message);
    });
    this.#child.on("error", (error) => this.#end(error.message));
    this.#child.on("exit", (code, signal) => this.#end(signal ?? `exit code ${code}`));
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  work(message: TaskMessage): void {
    this.#child.ref();
    this.#child.channel?.ref();
    this.#watch ??= setInterval(() => void this.#checkMemory(), memoryCheckMs);
    this.#child.send(message, (error) => {
      if (error !== null) this.#end(error.message);
    });
  }

  rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Native code cannot be interrupted; a new worker is ready in half a second. */
  kill(): void {
    this.#isOver = true;
    clearInterval(this.#watch);
    this.#child.kill("SIGKILL");
  }

  #end(how: string): void {
    clearInterval(this.#watch);
    if (this.#isOver) return;
    this.#isOver = true;
    // After a message that could not be sent the process may still be there.
    this.#child.kill("SIGKILL");
    this.#listener.onEnd(how);
  }

  async #checkMemory(): Promise<void> {
    const residentBytes = await readResidentBytes(this.#child.pid);
    if (residentBytes === null || this.#isOver || this.#watch === undefined) return;
    if (residentBytes > this.#memoryLimitBytes) this.#listener.onMemoryExceeded(residentBytes);
  }
}

/** Memory that a process has, null where the system does not tell (Linux does). */
async function readResidentBytes(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(status);
  return match ? Number(match[1]) * 1024 : null;
}

/**
 * The worker's source, run by Node itself. Beside this file when Node runs it; a bundled copy of this file lies
 * elsewhere, and there the project's folder is the working directory. Hidden from the bundler, which would
 * otherwise make an asset of it or pull the whole project into its trace.
 */
function workerFile(): string {
  const folders = [
    import.meta.dirname,
    path.join(/* turbopackIgnore: true */ process.cwd(), "lib/pixel-worker"),
  ];
  for (const folder of folders) {
    if (typeof folder !== "string") continue;
    const file = path.join(/* turbopackIgnore: true */ folder, "main.ts");
    if (existsSync(/* turbopackIgnore: true */ file)) return file;
  }
  throw new Error("lib/pixel-worker/main.ts was not found: start the service from its own folder");
}
