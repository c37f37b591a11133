import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { memoryCheckMs, type WorkerName, workerBounds } from "./bounds.ts";
import type { TaskMessage, WorkerMessage } from "./protocol.ts";

/**
 * Run before anything is loaded: service managers signal every process, and the parent decides when the work ends. A
 * process group of its own keeps signals away that come while Node itself starts.
 */
const ignoreSignals =
  "data:text/javascript,for(const name of['SIGTERM','SIGINT','SIGHUP'])process.on(name,()=>{})";

export interface WorkerProcessListener {
  onMessage: (message: WorkerMessage) => void;
  /** The process ended, or never began; not called after `kill`. */
  onEnd: (how: string) => void;
  /** The process takes more memory than it may. */
  onMemoryExceeded: (residentBytes: number) => void;
}

/** One worker process. It keeps this one alive only while it works. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #memoryLimitBytes: number;
  readonly #listener: WorkerProcessListener;
  #memoryTimer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(name: WorkerName, listener: WorkerProcessListener) {
    this.#listener = listener;
    this.#memoryLimitBytes = workerBounds[name].memoryLimitBytes;
    // Flags of the server or of a test runner (loaders, inspector ports) are not for the worker.
    this.#child = fork(/* turbopackIgnore: true */ workerFile(), [name], {
      serialization: "advanced",
      execArgv: ["--import", ignoreSignals, ...(name === "decode" ? ["--expose-gc"] : [])],
      detached: process.platform !== "win32",
    });
    this.#child.on("message", (message: WorkerMessage) => {
      if (!this.#hasEnded) listener.onMessage(message);
    });
    this.#child.on("error", (error) => this.#end(error.message));
    this.#child.on("exit", (code, signal) => this.#end(signal ?? `exit code ${code}`));
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  run(message: TaskMessage): void {
    this.#child.ref();
    this.#child.channel?.ref();
    this.#memoryTimer ??= setInterval(() => void this.#checkMemory(), memoryCheckMs);
    this.#child.send(message, (error) => {
      if (error !== null) this.#end(error.message);
    });
  }

  idle(): void {
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Native code cannot be interrupted; a new worker is ready in half a second. */
  kill(): void {
    this.#hasEnded = true;
    clearInterval(this.#memoryTimer);
    this.#child.kill("SIGKILL");
  }

  #end(how: string): void {
    clearInterval(this.#memoryTimer);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // After a message that could not be sent the process may still be there.
    this.#child.kill("SIGKILL");
    this.#listener.onEnd(how);
  }

  async #checkMemory(): Promise<void> {
    const residentBytes = await readResidentBytes(this.#child.pid);
    if (residentBytes === null || this.#hasEnded || this.#memoryTimer === undefined) return;
    if (residentBytes > this.#memoryLimitBytes) this.#listener.onMemoryExceeded(residentBytes);
  }
}

/** Memory that a process has, null where the system does not say (Linux does). */
async function readResidentBytes(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(status);
  return match ? Number(match[1]) * 1024 : null;
}

/**
 * The worker's source, run by Node itself: beside this file, or below the working directory where this file is
 * bundled. Hidden from the bundler, which would make an asset of it or pull the whole project into its trace.
 */
function workerFile(): string {
  const folders = [
    import.meta.dirname,
    path.join(/* turbopackIgnore: true */ process.cwd(), "lib/imaging/worker"),
  ];
  for (const folder of folders) {
    if (typeof folder !== "string") continue;
    const file = path.join(/* turbopackIgnore: true */ folder, "main.ts");
    if (existsSync(/* turbopackIgnore: true */ file)) return file;
  }
  throw new Error("lib/imaging/worker/main.ts was not found: start the service from its own folder");
}
