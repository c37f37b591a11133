import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { environmentWith } from "#lib/platform/env.ts";
import { memoryCheckMs, type WorkerName, workerBounds, workerSettings } from "./bounds.ts";
import type { TaskMessage, WorkerMessage } from "./protocol.ts";

/**
 * Runs before anything is loaded: service managers signal every process, but the parent decides when the work ends. A
 * process group of its own keeps away signals that arrive while Node itself starts.
 */
const ignoreSignals =
  "data:text/javascript,for(const name of['SIGTERM','SIGINT','SIGHUP'])process.on(name,()=>{})";

export interface WorkerProcessListener {
  onMessage: (message: WorkerMessage) => void;
  /** The process ended, or did not start; not called after `kill`. */
  onEnd: (how: string) => void;
  /** The process exceeds its memory limit. */
  onMemoryExceeded: (residentBytes: number) => void;
}

/** One worker process. It keeps the parent process alive only while it runs a task. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #memoryLimitBytes: number;
  readonly #listener: WorkerProcessListener;
  #memoryTimer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  /** `sharedFolder`: where the processes of this worker share their cut-outs. */
  constructor(name: WorkerName, listener: WorkerProcessListener, sharedFolder: string | null = null) {
    this.#listener = listener;
    this.#memoryLimitBytes = workerBounds[name].memoryLimitBytes;
    // The worker must not inherit flags of the server or of a test runner (loaders, inspector ports).
    this.#child = fork(
      /* turbopackIgnore: true */ workerFile(),
      [name, ...(sharedFolder === null ? [] : [sharedFolder])],
      {
        serialization: "advanced",
        env: environmentWith({}, workerSettings(name)),
        execArgv: ["--import", ignoreSignals, ...(name === "decode" ? ["--expose-gc"] : [])],
        detached: process.platform !== "win32",
      },
    );
    this.#child.on("message", (message: WorkerMessage) => {
      if (!this.#hasEnded) listener.onMessage(message);
    });
    this.#child.on("error", (error) => this.#end(error.message));
    this.#child.on("exit", (code, signal) => this.#end(signal ?? `exit code ${code}`));
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  cpuTimeMs(): number | null {
    return cpuTimeMsOf(this.pid);
  }

  run(message: TaskMessage): void {
    this.#child.ref();
    this.#child.channel?.ref();
    this.#memoryTimer ??= setInterval(() => void this.#checkMemory(), memoryCheckMs);
    // Its exit says how it ended: by a signal while it started, or by this one.
    this.#child.send(message, (error) => {
      if (error !== null) this.#child.kill("SIGKILL");
    });
  }

  idle(): void {
    clearInterval(this.#memoryTimer);
    this.#memoryTimer = undefined;
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** Kills the process, because native code cannot be interrupted; a new worker is ready in half a second. */
  kill(): void {
    this.#hasEnded = true;
    clearInterval(this.#memoryTimer);
    this.#child.kill("SIGKILL");
  }

  #end(how: string): void {
    clearInterval(this.#memoryTimer);
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // After an error, the process may still run.
    this.#child.kill("SIGKILL");
    this.#listener.onEnd(how);
  }

  async #checkMemory(): Promise<void> {
    const residentBytes = await readResidentBytes(this.#child.pid);
    if (residentBytes === null || this.#hasEnded || this.#memoryTimer === undefined) return;
    if (residentBytes > this.#memoryLimitBytes) this.#listener.onMemoryExceeded(residentBytes);
  }
}

/** Resident memory of a process; null when the system does not report it (Linux does). */
async function readResidentBytes(pid: number | undefined): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, "latin1").catch(() => "");
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(status);
  return match ? Number(match[1]) * 1024 : null;
}

/**
 * Path of the worker's source, which Node itself runs: beside this file, or below the working directory when this
 * file is bundled. Hidden from the bundler, which would make it an asset or add the whole project to its trace.
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

/** Processor time of all threads of a process together; null when the system does not report it (Linux does). */
export function cpuTimeMsOf(pid: number | null): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Fields after the name, which may contain anything: utime and stime, in hundredths of a second (proc(5)).
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
