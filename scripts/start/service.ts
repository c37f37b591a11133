import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { type Environment, isLoopbackHost } from "#lib/platform/env.ts";
import { deriveSecret } from "#lib/platform/secrets.ts";
import { generateClient } from "../generate.ts";
import { build, isBuilt } from "./build.ts";
import { prepareCutOutNetwork } from "./cut-out-network.ts";
import { DemoAccount } from "./demo-account.ts";
import { lockDataDir } from "./lock.ts";
import { endProcess, type ServerProcess, spawnServer, waitUntilHealthy } from "./server.ts";
import { formatSummary } from "./summary.ts";
import { Supervisor } from "./supervisor.ts";

/** A little more than the server gives the work that runs (60 s). */
const drainTimeoutMs = 65_000;

/** The database cannot write; it is back by itself when there is room again. */
const isDiskFull = (reason: string) => /No space left on device|Disk quota exceeded/i.test(reason);

/** One running service: its database, its server, and the order in which they come and go. */
export class Service {
  readonly #root: string;
  readonly #mode: "start" | "dev";
  readonly #environment: Environment;
  readonly #startedAt = Number(process.env.START_TIME_MS ?? Date.now());
  #release: (() => void) | null = null;
  #database: Supervisor<EmbeddedPostgres> | null = null;
  #server: Supervisor<ServerProcess> | null = null;
  #process: ChildProcess | null = null;
  /** What the server gets beside this process's own environment. */
  #variables: Record<string, string> = {};
  #isServing = false;
  #demo: DemoAccount | null = null;
  #stopping: { since: number; done: Promise<void> } | null = null;

  constructor(root: string, mode: "start" | "dev", environment: Environment) {
    this.#root = root;
    this.#mode = mode;
    this.#environment = environment;
  }

  /** Brings everything up and prints the summary. Any failure stops what already stands. */
  async run(): Promise<void> {
    try {
      await this.#bringUp();
    } catch (error) {
      if (this.#stopping) return;
      await this.stop((error as Error).message, 1);
    }
  }

  /**
   * Stops the server, then the database, then this process. A second call after a second does not wait. The server
   * gets `signal`: at SIGTERM it gives reverse proxies a moment to notice.
   */
  async stop(message: string, exitCode: number, signal: NodeJS.Signals = "SIGINT"): Promise<void> {
    if (this.#stopping) {
      if (Date.now() - this.#stopping.since > 1_000) this.#process?.kill("SIGKILL");
      return this.#stopping.done;
    }
    (exitCode === 0 ? console.log : console.error)(`\n${message}`);
    this.#stopping = { since: Date.now(), done: this.#tearDown(signal) };
    await this.#stopping.done;
    process.exit(exitCode);
  }

  async #bringUp(): Promise<void> {
    const { DATA_DIR, DATABASE_URL, PORT, BASE_URL, sandboxAllowed } = this.#environment;
    this.#release = await lockDataDir(DATA_DIR, {
      parent_pid: process.ppid,
      purpose: "service",
      port: PORT,
      base_url: BASE_URL,
    });
    // Looked at before anything is done: the server would only find out at somebody's sign-in.
    deriveSecret(DATA_DIR, "auth");
    const network = prepareCutOutNetwork();
    // Awaited beside the build; what goes wrong before that is told then.
    network.catch(() => undefined);
    const migrated = this.#migratedDatabase();
    await Promise.all([migrated, generateClient()]);
    const variables = { DATABASE_URL: await migrated, DATA_DIR, BASE_URL, PORT: String(PORT) };
    this.#variables = variables;
    if (!DATABASE_URL && sandboxAllowed) this.#demo = new DemoAccount(this.#root, variables, DATA_DIR);
    const isDemoWritten = (await this.#demo?.isWritten(BASE_URL)) ?? true;
    await Promise.all([isDemoWritten || this.#demo?.ensure(), this.#buildApp(), network]);
    if (this.#stopping) return;
    await this.#startServer();
    if (this.#stopping) return;
    console.log(`✓ Serving ${BASE_URL} after ${this.#elapsed()}`);
    const images = await this.#demo?.complete().catch((error: Error) => {
      if (!this.#stopping) console.error(`${error.message} The service runs; the next start tries again.`);
    });
    if (this.#stopping) return;
    const demo = this.#demo?.demo ?? null;
    console.log(formatSummary({ baseUrl: BASE_URL, demo, imageUrl: images?.[0] ?? null, dataDir: DATA_DIR }));
  }

  async #startDatabase(): Promise<string> {
    const { DATA_DIR } = this.#environment;
    let former: EmbeddedPostgres | undefined;
    this.#database = new Supervisor({
      name: "The database",
      giveUp: (lastWords) => void this.stop(lastWords, 1),
      isPassing: isDiskFull,
      log: path.join(DATA_DIR, "postgres", "server.log"),
      start: async () => {
        const database = await ensurePostgres(DATA_DIR, former ? { port: former.port } : {});
        if (former) console.log("✓ The database is back");
        // Some other program took the port meanwhile: the server's next start learns the new address.
        if (former && former.url !== database.url) {
          this.#variables.DATABASE_URL = database.url;
          this.#process?.kill("SIGTERM");
        }
        former = database;
        return database;
      },
    });
    const database = await this.#database.start();
    this.#database.watch();
    if (!database.startedByUs) console.log("✓ Took over the database of the former run");
    return database.url;
  }

  async #migratedDatabase(): Promise<string> {
    const url = this.#environment.DATABASE_URL ?? (await this.#startDatabase());
    const applied = await deployMigrations(url);
    if (applied.length > 0) console.log(`✓ Database ready (${applied.length} migrations applied)`);
    return url;
  }

  async #buildApp(): Promise<void> {
    if (this.#mode === "dev" || (await isBuilt(this.#root)) || this.#stopping) return;
    console.log("Building the app (once, about a minute) …");
    const startedAt = Date.now();
    await build(this.#root);
    console.log(`✓ App built (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  }

  async #startServer(): Promise<void> {
    const { PORT, BASE_URL } = this.#environment;
    // On a loopback address nobody else may come in: the demo account and the billing sandbox live there.
    const isLocal = isLoopbackHost(new URL(BASE_URL).hostname);
    const host = process.env.HOST || (isLocal ? "127.0.0.1" : "0.0.0.0");
    this.#server = new Supervisor({
      name: "The server",
      giveUp: (lastWords) => void this.stop(lastWords, 1),
      start: async () => this.#spawnServer(host),
    });
    const { ended } = await this.#server.start();
    let hasEnded = false;
    // What does not even get up the first time has a reason that stays: it is told, not tried again.
    void ended.then((how) => {
      hasEnded = true;
      if (!this.#isServing) void this.stop(`The server ${how} before it was ready.`, 1);
    });
    const address = { host: host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port: PORT };
    this.#isServing = await waitUntilHealthy(address, () => hasEnded);
    if (this.#isServing) this.#server.watch();
    else await this.#stopping?.done;
  }

  #spawnServer(host: string): ServerProcess {
    const { PORT } = this.#environment;
    const server = spawnServer(this.#root, this.#mode, { port: PORT, host, environment: this.#variables });
    const { child } = server;
    this.#process = child;
    if (child.stdout) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        // Until it serves, Next greets; the log itself is one JSON object a line.
        if (this.#isServing || this.#mode === "dev" || line.startsWith("{")) console.log(line);
      });
    }
    return server;
  }

  async #tearDown(signal: NodeJS.Signals): Promise<void> {
    this.#demo?.cancel();
    const server = await this.#server?.stop();
    if (server) await endProcess(server.child, signal, drainTimeoutMs);
    const database = await this.#database?.stop();
    await database?.stop().catch(() => {});
    this.#release?.();
  }

  #elapsed(): string {
    return `${((Date.now() - this.#startedAt) / 1000).toFixed(1)} s`;
  }
}
