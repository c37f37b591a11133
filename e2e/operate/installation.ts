import { chmod, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findPostgres } from "#lib/db/embedded.ts";
import { findTestPort } from "#lib/testing/port.ts";
import {
  admin,
  end,
  expectReplaced,
  killQuietly,
  launch,
  nodeStart,
  pidOf,
  type Started,
  untilServing,
  untilWorking,
  type Variables,
} from "../own-service.ts";
import { processesOf } from "../processes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixedStudio = path.join(root, "lib/testing/cluster/fixed-studio-child.ts");

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
    return [this.#service, this.#worker].map((started) => started?.output().slice(-20_000)).join("\n");
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
    this.#service = launch(nodeStart, { ...this.#variables(), WORKERS: "0" });
    await untilServing(this.#service, this.port);
  }

  async startWorker(): Promise<void> {
    // The fixed studio reads the settings before the worker would find the database itself.
    const database = await findPostgres(this.dataDir);
    this.#worker = launch([process.execPath, `--import=${fixedStudio}`, "scripts/start/worker.ts"], {
      ...this.#variables(),
      WORKERS: "2",
      DATABASE_URL: database?.url ?? "",
    });
    await untilWorking(this.#worker);
  }

  /** Stops by SIGTERM, as a service manager does. Throws if an exit code is not 0. */
  async stop(): Promise<void> {
    const codes = await Promise.all(this.#started().map((started) => end(started, "SIGTERM")));
    if (codes.some((code) => code !== 0)) {
      throw new Error(`a stop ended with the exit codes ${codes.join(" and ")}:\n${this.output}`);
    }
  }

  /** Kills all processes at once, like a power failure. */
  async kill(): Promise<void> {
    for (const { pid } of await processesOf(this.dataDir)) killQuietly(pid);
    await Promise.all(this.#started().map((started) => started.exit()));
  }

  /** Kills one process and waits until the service has restarted it. */
  async killPart(pattern: RegExp): Promise<void> {
    const former = await pidOf(this, pattern);
    killQuietly(former);
    await expectReplaced(this, former, pattern);
  }

  async replaceWorker(): Promise<void> {
    if (this.#worker) await end(this.#worker, "SIGKILL");
    await this.startWorker();
  }

  #started(): Started[] {
    return [this.#service, this.#worker].filter((started) => started !== null);
  }

  /** Runs the admin tool on this installation. Rejects with its output if the exit code is not 0. */
  async admin(...args: string[]): Promise<string> {
    return admin(this.#variables(), ...args);
  }

  #variables(): Variables {
    const { baseUrl, port, dataDir } = this;
    return {
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
}
