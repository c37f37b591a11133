import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { type Environment, isLoopbackHost } from "#lib/env.ts";
import { generateClient } from "../generate.ts";
import { build, isBuilt } from "./build.ts";
import { DemoAccount } from "./demo-account.ts";
import { lockDataDir } from "./lock.ts";
import { spawnServer, waitUntilHealthy } from "./server.ts";
import { formatSummary } from "./summary.ts";

const drainTimeoutMs = 10_000;

/** One running service: its database, its server, and the order in which they come and go. */
export class Service {
  readonly #root: string;
  readonly #mode: "start" | "dev";
  readonly #environment: Environment;
  readonly #startedAt = Number(process.env.START_TIME_MS ?? Date.now());
  #release: (() => void) | null = null;
  #database: Promise<EmbeddedPostgres | null> = Promise.resolve(null);
  #server: ChildProcess | null = null;
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

  /** Stops the server, then the database, then this process. A second call after a second does not wait. */
  async stop(message: string, exitCode: number): Promise<void> {
    if (this.#stopping) {
      if (Date.now() - this.#stopping.since > 1_000) this.#server?.kill("SIGKILL");
      return this.#stopping.done;
    }
    (exitCode === 0 ? console.log : console.error)(`\n${message}`);
    this.#stopping = { since: Date.now(), done: this.#tearDown() };
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
    if (!DATABASE_URL) this.#database = this.#startDatabase();
    const migrated = this.#migratedDatabase();
    await Promise.all([migrated, generateClient()]);
    const variables = { DATABASE_URL: await migrated, DATA_DIR, BASE_URL, PORT: String(PORT) };
    if (!DATABASE_URL && sandboxAllowed) this.#demo = new DemoAccount(this.#root, variables, DATA_DIR);
    const isDemoWritten = (await this.#demo?.isWritten(BASE_URL)) ?? true;
    await Promise.all([isDemoWritten || this.#demo?.ensure(), this.#buildApp()]);
    if (this.#stopping) return;
    await this.#startServer(variables);
    if (this.#stopping) return;
    console.log(`✓ Serving ${BASE_URL} after ${this.#elapsed()}`);
    const images = await this.#demo?.complete().catch((error: Error) => {
      if (!this.#stopping) console.error(`${error.message} The service runs; the next start tries again.`);
    });
    if (this.#stopping) return;
    const demo = this.#demo?.demo ?? null;
    console.log(formatSummary({ baseUrl: BASE_URL, demo, imageUrl: images?.[0] ?? null, dataDir: DATA_DIR }));
  }

  async #startDatabase(): Promise<EmbeddedPostgres> {
    const database = await ensurePostgres(this.#environment.DATA_DIR);
    if (!database.startedByUs) console.log("✓ Took over the database of the former run");
    void database.exited.then(() => {
      const log = path.join(this.#environment.DATA_DIR, "postgres", "server.log");
      return this.#stopping ? undefined : this.stop(`The database has ended by itself: see ${log}`, 1);
    });
    return database;
  }

  async #migratedDatabase(): Promise<string> {
    const url = (await this.#database)?.url ?? this.#environment.DATABASE_URL;
    if (!url) throw new Error("unreachable: neither an embedded nor a given database");
    const applied = await deployMigrations(url);
    if (applied.length > 0) console.log(`✓ Database ready (${applied.length} migrations applied)`);
    return url;
  }

  async #buildApp(): Promise<void> {
    if (this.#mode === "dev" || (await isBuilt(this.#root))) return;
    console.log("Building the app (once, about a minute) …");
    const startedAt = Date.now();
    await build(this.#root);
    console.log(`✓ App built (${Math.round((Date.now() - startedAt) / 1000)} s)`);
  }

  async #startServer(variables: Record<string, string>): Promise<void> {
    const { PORT, BASE_URL } = this.#environment;
    // On a loopback address nobody else may come in: the demo account and the billing sandbox live there.
    const isLocal = isLoopbackHost(new URL(BASE_URL).hostname);
    const host = process.env.HOST || (isLocal ? "127.0.0.1" : "0.0.0.0");
    const server = spawnServer(this.#root, this.#mode, { port: PORT, host, environment: variables });
    this.#server = server;
    let ended = false;
    let ready = false;
    server.once("exit", (code, signal) => {
      ended = true;
      if (this.#stopping) return;
      const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
      void this.stop(`The server ${how}: stopping the rest.`, code || 1);
    });
    if (server.stdout) {
      createInterface({ input: server.stdout }).on("line", (line) => {
        // Until it serves, Next greets; the log itself is one JSON object a line.
        if (ready || this.#mode === "dev" || line.startsWith("{")) console.log(line);
      });
    }
    const address = { host: host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host, port: PORT };
    ready = await waitUntilHealthy(address, () => ended);
    if (!ready) await this.#stopping?.done;
  }

  async #tearDown(): Promise<void> {
    this.#demo?.cancel();
    const server = this.#server;
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      const force = setTimeout(() => server.kill("SIGKILL"), drainTimeoutMs);
      await ended;
      clearTimeout(force);
    }
    await this.#database.then((database) => database?.stop()).catch(() => {});
    this.#release?.();
  }

  #elapsed(): string {
    return `${((Date.now() - this.#startedAt) / 1000).toFixed(1)} s`;
  }
}
