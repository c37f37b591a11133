import type { ChildProcess } from "node:child_process";
import { watch } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { explainFileError } from "#lib/platform/data-dir.ts";
import type { Environment } from "#lib/platform/env.ts";
import { deriveSecret } from "#lib/platform/secrets.ts";
import { generateClient } from "../generate.ts";
import { listenAddress, ownAddress, requireAddress } from "./address.ts";
import { build, isBuilt } from "./build.ts";
import { prepareCutOutNetwork } from "./cut-out-network.ts";
import { DemoAccount } from "./demo-account.ts";
import { lockDataDir, type ServiceFileContent, writeServiceFile } from "./lock.ts";
import { migrateOnStart } from "./migrate.ts";
import { requireOpenFiles } from "./open-files.ts";
import { reportReady } from "./ready.ts";
import {
  type Address,
  drainServer,
  readLastBackup,
  type ServerProcess,
  spawnServer,
  waitUntilHealthy,
} from "./server.ts";
import { isStopSignal, onStopMessage, type Stop, sendStop } from "./shutdown.ts";
import { formatSummary } from "./summary.ts";
import { Supervisor } from "./supervisor.ts";
import { findWarnings } from "./warnings.ts";

/**
 * Limit of the whole shutdown, database included; below the 70 s that the documentation recommends for service
 * managers.
 */
const shutdownTimeoutMs = 68_000;
/** A signal to the process group may end a child before this process has received it. */
const signalDelayMs = 300;

/** The modules that Node loads, by folder. */
const watched = [
  ["lib", /\.ts$/],
  ["app", /(^|\/)route\.ts$/],
] as const;

/** The database cannot write; it recovers by itself when there is space again. */
const isDiskFull = (reason: string) =>
  /No space left on device|Disk quota exceeded|The disk of .* is full/i.test(reason);

/** One running service: its database and its server, with the order in which they start and stop. */
export class Service {
  readonly #root: string;
  readonly #mode: "start" | "dev";
  readonly #environment: Environment;
  readonly #startedAt = Number(process.env.START_TIME_MS ?? Date.now());
  #release: (() => void) | null = null;
  #database: Supervisor<EmbeddedPostgres> | null = null;
  #server: Supervisor<ServerProcess> | null = null;
  #process: ChildProcess | null = null;
  /** Environment variables of the server in addition to those of this process. */
  #variables: Record<string, string> = {};
  #isServing = false;
  #address: Address | null = null;
  #demo: DemoAccount | null = null;
  #isStopping = false;
  readonly #requestStop: (stop: Partial<Stop>) => void;

  /** `requestStop` starts the shutdown of the process, which calls `tearDown`. */
  constructor(
    root: string,
    mode: "start" | "dev",
    environment: Environment,
    requestStop: (stop: Partial<Stop>) => void,
  ) {
    this.#root = root;
    this.#mode = mode;
    this.#environment = environment;
    this.#requestStop = requestStop;
  }

  /** Starts everything and prints the summary. On a failure it stops what already runs. */
  async run(): Promise<void> {
    try {
      await this.#bringUp();
    } catch (error) {
      await delay(signalDelayMs);
      this.#fail(this.#explain(error));
    }
  }

  /** Stops the server, then the database. If the database ends before the server, it is restarted. */
  async tearDown({ signal }: Stop, hurried: AbortSignal): Promise<void> {
    this.#isStopping = true;
    const startedAtMs = performance.now();
    if (this.#release) this.#announceStop();
    this.#demo?.cancel();
    const server = await this.#server?.stop();
    if (server) await drainServer(server.child, signal, hurried);
    const database = await this.#database?.stop();
    const leftMs = shutdownTimeoutMs - (performance.now() - startedAtMs);
    await database?.stop(leftMs).catch((error: Error) => console.error(error.message));
    this.#release?.();
  }

  #explain(error: unknown): string {
    return (explainFileError(error, this.#environment.DATA_DIR) as Error).message;
  }

  /** The next start waits then. Without room on the disk it does not. */
  #announceStop(): void {
    try {
      writeServiceFile(this.#environment.DATA_DIR, { ...this.#serviceFile, is_stopping: true });
    } catch (error) {
      console.error(this.#explain(error));
    }
  }

  #fail(message: string): void {
    this.#requestStop({ message, exitCode: 1, signal: "SIGINT" });
  }

  async #bringUp(): Promise<void> {
    const { DATA_DIR, DATABASE_URL, PORT, BASE_URL, sandboxAllowed } = this.#environment;
    requireOpenFiles();
    await requireAddress(listenAddress(BASE_URL));
    this.#release = await lockDataDir(DATA_DIR, this.#serviceFile);
    if (this.#isStopping) return;
    // Checked first: the server would only fail at a sign-in.
    deriveSecret(DATA_DIR, "auth");
    const network = prepareCutOutNetwork();
    // Awaited together with the build, which reports its error.
    network.catch(() => undefined);
    const migrated = this.#migratedDatabase();
    await Promise.all([migrated, generateClient()]);
    // Passed on because its default depends on whether the database is hosted, which the server does not know.
    const { BACKUP_SCHEDULE, LOG_FORMAT } = this.#environment;
    const variables = {
      DATABASE_URL: await migrated,
      DATA_DIR,
      BASE_URL,
      PORT: String(PORT),
      BACKUP_SCHEDULE,
      // The server's own output is a pipe, never a terminal.
      LOG_FORMAT,
    };
    this.#variables = variables;
    if (!DATABASE_URL && sandboxAllowed) this.#demo = new DemoAccount(this.#root, variables);
    const isDemoWritten = (await this.#demo?.isWritten()) ?? true;
    await Promise.all([isDemoWritten || this.#demo?.ensure("account"), this.#buildApp(), network]);
    if (this.#isStopping) return;
    await this.#startServer();
    if (this.#isStopping) return;
    console.log(`✓ Serving ${BASE_URL} after ${this.#elapsed()}`);
    reportReady();
    await this.#demo?.ensure("photos").catch((error: Error) => {
      if (!this.#isStopping)
        console.error(`${error.message} The service is running; the next start retries this.`);
    });
    if (this.#isStopping) return;
    const { demo, imageUrl } = this.#demo ?? { demo: null, imageUrl: null };
    const backups = {
      schedule: this.#environment.BACKUP_SCHEDULE,
      lastSuccessAt: this.#address && (await readLastBackup(this.#address)),
    };
    const warnings = findWarnings(this.#environment).map(({ message, fix }) => `${message} ${fix}`);
    const shown = { baseUrl: BASE_URL, demo, imageUrl, dataDir: DATA_DIR, backups, warnings };
    console.log(formatSummary(shown));
  }

  async #startDatabase(): Promise<string> {
    const { DATA_DIR } = this.#environment;
    let former: EmbeddedPostgres | undefined;
    this.#database = new Supervisor({
      name: "The database",
      giveUp: (lastWords) => this.#fail(lastWords),
      isPassing: isDiskFull,
      log: path.join(DATA_DIR, "postgres", "server.log"),
      start: async () => {
        const database = await ensurePostgres(DATA_DIR, former ? { port: former.port } : {});
        if (former) console.log("✓ The database is available again");
        // Another program has taken the port: restart the server with the new database URL.
        if (former && former.url !== database.url) {
          this.#variables.DATABASE_URL = database.url;
          if (this.#process) sendStop(this.#process, "SIGTERM");
        }
        former = database;
        return database;
      },
    });
    const database = await this.#database.start();
    this.#database.watch();
    if (!database.startedByUs) console.log("✓ Took over the database of the previous run");
    return database.url;
  }

  async #migratedDatabase(): Promise<string> {
    const { DATABASE_URL } = this.#environment;
    const url = DATABASE_URL ?? (await this.#startDatabase());
    const applied = await migrateOnStart(url, this.#environment);
    if (applied.length > 0) console.log(`✓ Database ready (${applied.length} migrations applied)`);
    return url;
  }

  async #buildApp(): Promise<void> {
    if (this.#mode === "dev" || (await isBuilt(this.#root)) || this.#isStopping) return;
    console.log("Building the app (once, some seconds) …");
    const startedAt = Date.now();
    await build(this.#root);
    console.log(`✓ App built (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  }

  async #startServer(): Promise<void> {
    const { PORT, BASE_URL } = this.#environment;
    const host = listenAddress(BASE_URL);
    this.#server = new Supervisor({
      name: "The server",
      giveUp: (lastWords) => this.#fail(lastWords),
      start: async () => this.#spawnServer(host),
    });
    const server = await this.#server.start();
    let hasEnded = false;
    // A server that fails at its first start would fail again: report the failure instead of retrying.
    void server.ended.then((how) => {
      hasEnded = true;
      if (!this.#isServing) this.#fail(server.reason() ?? `The server ${how} before it was ready.`);
    });
    const address = { host: ownAddress(host), port: PORT };
    this.#address = address;
    this.#isServing = await waitUntilHealthy(address, () => hasEnded);
    if (!this.#isServing) return;
    this.#server.watch();
    if (this.#mode === "dev") this.#restartOnChanges();
  }

  /** Node keeps the modules that it has loaded, and the framework replaces only those of pages. */
  #restartOnChanges(): void {
    let timer: NodeJS.Timeout | undefined;
    const restart = () => {
      if (this.#isStopping || !this.#process) return;
      console.log("The sources have changed: restarting the server …");
      this.#server?.expectEnd();
      sendStop(this.#process, "SIGINT");
    };
    for (const [folder, loaded] of watched) {
      watch(path.join(this.#root, folder), { recursive: true }, (_event, file) => {
        if (!file || !loaded.test(file) || file.endsWith(".test.ts")) return;
        clearTimeout(timer);
        // An editor saves several files, or one in several steps.
        timer = setTimeout(restart, 200);
      }).unref();
    }
  }

  #spawnServer(host: string): ServerProcess {
    const { PORT } = this.#environment;
    const server = spawnServer(this.#root, this.#mode, { port: PORT, host, environment: this.#variables });
    const { child } = server;
    this.#process = child;
    // A signal to the server stops the whole service. A server that has just started has no handler and ends by the
    // signal.
    onStopMessage(child, (stop) => stop !== "now" && this.#requestStop({ signal: stop }));
    child.once("exit", (_code, signal) => isStopSignal(signal) && this.#requestStop({ signal }));
    if (child.stdout) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        // Before the server is ready, print only log lines, which begin with a brace or the time; Next prints a
        // banner.
        if (this.#isServing || this.#mode === "dev" || /^(\{|\d\d:\d\d:\d\d )/.test(line)) console.log(line);
      });
    }
    return server;
  }

  get #serviceFile(): ServiceFileContent {
    const { PORT, BASE_URL } = this.#environment;
    return { parent_pid: process.ppid, purpose: "service", port: PORT, base_url: BASE_URL };
  }

  #elapsed(): string {
    return `${((Date.now() - this.#startedAt) / 1000).toFixed(1)} s`;
  }
}
