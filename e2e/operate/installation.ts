import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findPostgres } from "#lib/db/embedded.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { processTree, type RunningProcess } from "../../scripts/parts/measure.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixedStudio = path.join(root, "lib/testing/cluster/fixed-studio-child.ts");
const readyWithinMs = 120_000;
const pollEveryMs = 50;

interface Started {
  child: ChildProcess;
  output: string;
}

/** One service as an operator runs it: `npm start` without workers, and one `npm run worker` beside it. */
export class Installation {
  readonly dataDir: string;
  readonly port: number;
  baseUrl: string;
  #service: Started | null = null;
  #worker: Started | null = null;

  private constructor(dataDir: string, port: number, baseUrl: string) {
    this.dataDir = dataDir;
    this.port = port;
    this.baseUrl = baseUrl;
  }

  /** Creates an installation in a new folder below `parent`; `cache` holds the prepared cut-out network. */
  static async prepare(parent: string, cache: string): Promise<Installation> {
    const folder = await mkdtemp(path.join(parent, "service-"));
    // The user that runs PostgreSQL must be able to enter it.
    await chmod(folder, 0o711);
    const port = await findTestPort();
    const installation = new Installation(path.join(folder, "data"), port, `http://localhost:${port}`);
    installation.#cache = cache;
    return installation;
  }

  #cache = "";

  /** Another installation on an existing folder: a restored one, or a copy. */
  async onFolder(dataDir: string): Promise<Installation> {
    const port = await findTestPort();
    const other = new Installation(dataDir, port, `http://localhost:${port}`);
    other.#cache = this.#cache;
    return other;
  }

  /** Address of this service on this machine, independent of its public address. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get output(): string {
    return `${this.#service?.output ?? ""}\n${this.#worker?.output ?? ""}`;
  }

  async start(): Promise<void> {
    await this.startServing();
    await this.startWorker();
  }

  async startServing(): Promise<void> {
    await mkdir(this.dataDir, { recursive: true });
    await symlink(this.#cache, path.join(this.dataDir, "cache")).catch(() => undefined);
    // Skips the first photos of the demo account: this test covers an operator's own accounts.
    await writeFile(path.join(this.dataDir, "first-photos.json"), "[]");
    this.#service = this.#spawn(["scripts/start.mjs"], { WORKERS: "0" });
    await this.#until(this.#service, () => this.isHealthy());
  }

  async startWorker(): Promise<void> {
    // The fixed studio reads the settings before the worker would find the database itself.
    const database = await findPostgres(this.dataDir);
    const worker = this.#spawn([`--import=${fixedStudio}`, "scripts/start/worker.ts"], {
      WORKERS: "2",
      DATABASE_URL: database?.url ?? "",
    });
    this.#worker = worker;
    await this.#until(worker, async () => worker.output.includes("✓ Working for"));
  }

  async isHealthy(): Promise<boolean> {
    return fetch(`${this.origin}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Stops by SIGTERM, as a service manager does. Throws if an exit code is not 0. */
  async stop(): Promise<void> {
    const codes = await Promise.all([end(this.#service, "SIGTERM"), end(this.#worker, "SIGTERM")]);
    if (codes.some((code) => code !== 0)) {
      throw new Error(`a stop ended with the exit codes ${codes.join(" and ")}:\n${this.output}`);
    }
  }

  /** Kills all processes at once, like a power failure. */
  async kill(): Promise<void> {
    const pids = (await this.processes()).map(({ pid }) => pid);
    const ended = [this.#service, this.#worker].flatMap((started) =>
      started && isRunning(started.child) ? [once(started.child, "exit")] : [],
    );
    for (const pid of pids) killQuietly(pid);
    await Promise.all(ended);
  }

  /** Kills one process and waits until the service has restarted it. */
  async killPart(name: "server" | "database"): Promise<void> {
    const victim = (await this.processes()).find((running) => running.name === name);
    if (victim) killQuietly(victim.pid);
    await this.#until(this.#service, () => this.isHealthy());
  }

  async replaceWorker(): Promise<void> {
    if (this.#worker) await end(this.#worker, "SIGKILL");
    await this.startWorker();
  }

  async processes(): Promise<RunningProcess[]> {
    const pids = [this.#service?.child.pid, this.#worker?.child.pid].filter((pid) => pid !== undefined);
    return (await Promise.all(pids.map(processTree))).flat();
  }

  /** Runs the admin tool on this installation. Rejects with its output if the exit code is not 0. */
  async admin(...args: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/start/admin.ts", ...args], {
      cwd: root,
      env: this.#environment(),
      maxBuffer: 100_000_000,
    });
    return stdout;
  }

  #spawn(args: readonly string[], environment: Record<string, string>): Started {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...this.#environment(), ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const started: Started = { child, output: "" };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        started.output = (started.output + text).slice(-20_000);
      });
    }
    return started;
  }

  #environment(): NodeJS.ProcessEnv {
    const { baseUrl, port, dataDir } = this;
    return {
      ...process.env,
      npm_lifecycle_event: "",
      NODE_ENV: "production",
      PORT: String(port),
      BASE_URL: baseUrl,
      DATA_DIR: dataDir,
      BILLING_SANDBOX: "off",
      LOG_LEVEL: "warn",
      RATE_LIMIT_PER_MINUTE: "100000000",
      // A busy machine must not cause database timeouts.
      DATABASE_TIMEOUT_MS: "30000",
    };
  }

  async #until(started: Started | null, isReady: () => Promise<boolean>): Promise<void> {
    const giveUpAtMs = performance.now() + readyWithinMs;
    while (!(await isReady())) {
      if (!started || !isRunning(started.child) || performance.now() > giveUpAtMs) {
        throw new Error(`the service did not get ready:\n${started?.output}`);
      }
      await delay(pollEveryMs);
    }
  }
}

async function end(started: Started | null, signal: NodeJS.Signals): Promise<number | null> {
  if (!started) return 0;
  const { child } = started;
  if (!isRunning(child)) return child.exitCode;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
  return child.exitCode;
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has already exited.
  }
}
