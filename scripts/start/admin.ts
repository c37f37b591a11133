// Connects to the running service's database or starts the embedded one, then runs the operator's tool on it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { requireRestored } from "#lib/backup/schema.ts";
import { ensurePostgres, findPostgres } from "#lib/db/embedded.ts";
import { explainFileError } from "#lib/platform/data-dir.ts";
import { type Environment, readEnvironment } from "#lib/platform/env.ts";
import { recordPath, serviceLock } from "#lib/platform/installation.ts";
import { tryLock } from "#lib/platform/os-lock.ts";
import { makeDataFolder } from "#lib/platform/private-files.ts";
import { type CommandName, parseCommand, showHelp, type Values } from "../admin/usage.ts";
import { generateClient } from "../generate.ts";
import { restoredWithProblems } from "../parts/archive.ts";
import { reachOwnDatabase } from "./archives.ts";
import { writeServiceFile } from "./lock.ts";
import { migrateOnStart } from "./migrate.ts";

const scripts = fileURLToPath(new URL("..", import.meta.url));
// The child process receives Ctrl-C as well; the database is stopped after it has exited.
process.on("SIGINT", () => {});

let dataDir = "";
try {
  // First, so that a mistyped command starts nothing.
  const parsed = parseCommand(process.argv.slice(2));
  process.exitCode = "help" in parsed ? showHelp(parsed) : await runTool(parsed.command, parsed.values);
} catch (error) {
  const explained = explainFileError(error, dataDir);
  console.error(explained instanceof Error ? explained.message : explained);
  process.exitCode = 1;
}

async function runTool(command: CommandName, values: Values): Promise<number> {
  // The model of `generate --model` replaces the configured ones, before the settings are read.
  const settings = { ...process.env, ...(values.model && { IMAGE_MODEL: String(values.model) }) };
  const environment = readEnvironment(settings);
  dataDir = environment.DATA_DIR;
  if (command === "installation adopt") adopt(environment);
  const [own] = await Promise.all([reachOwnDatabase(command, values, environment), generateClient()]);
  const database = own ?? (await reachDatabase(environment));
  try {
    if (!own) await migrateOnStart(database.url, environment);
    const child = spawn(process.execPath, [path.join(scripts, "admin.ts"), ...process.argv.slice(2)], {
      stdio: "inherit",
      env: {
        LOG_LEVEL: "warn",
        // The audit reads the whole database.
        DATABASE_TIMEOUT_MS: "600000",
        ...settings,
        DATABASE_URL: database.url,
        DATA_DIR: environment.DATA_DIR,
        BACKUP_SCHEDULE: environment.BACKUP_SCHEDULE,
        // Cleared, because DATABASE_DIRECT_URL refers to the service's database.
        ...(own && { DATABASE_DIRECT_URL: "" }),
        ...own?.variables,
      },
    });
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    const [code] = await once(child, "exit");
    if (code === 0 || code === restoredWithProblems) await own?.succeed();
    return code ?? 1;
  } finally {
    await database.release();
  }
}

/** Makes a moved or copied data directory the installation, so that its database may start. */
function adopt({ DATABASE_URL, DATA_DIR }: Environment): void {
  if (DATABASE_URL)
    throw new Error("DATABASE_URL is set: only a data directory with a database of its own is adopted.");
  if (!existsSync(path.join(DATA_DIR, "postgres")))
    throw new Error(`${DATA_DIR} has no database: there is nothing to adopt.`);
  const release = tryLock(serviceLock(DATA_DIR));
  if (!release) throw new Error(`A service runs on ${DATA_DIR}: there is nothing to adopt.`);
  recordPath(DATA_DIR);
  release();
}

/** Returns the configured database, that of the running service, or an embedded one started for this call. */
async function reachDatabase({ DATABASE_URL, DATA_DIR, PORT, BASE_URL }: Environment): Promise<{
  url: string;
  release: () => Promise<void>;
}> {
  if (DATABASE_URL) return { url: DATABASE_URL, release: async () => {} };
  await requireRestored(DATA_DIR);
  makeDataFolder(DATA_DIR);
  const giveUpAt = performance.now() + 30_000;
  for (;;) {
    const unlock = tryLock(serviceLock(DATA_DIR));
    if (unlock) {
      const removeFile = writeServiceFile(DATA_DIR, {
        parent_pid: process.ppid,
        purpose: "tool",
        port: PORT,
        base_url: BASE_URL,
      });
      const server = await ensurePostgres(DATA_DIR);
      return {
        url: server.url,
        release: async () => {
          await server.stop();
          removeFile();
          unlock();
        },
      };
    }
    // The process that holds the lock may still be starting its database.
    const running = await findPostgres(DATA_DIR);
    if (running) return { url: running.url, release: async () => {} };
    if (performance.now() > giveUpAt) {
      throw new Error(`Another process uses ${DATA_DIR}, but its database does not answer: stop it first.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
