import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ensurePostgres } from "#lib/db/embedded.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { findTestPort } from "#lib/testing/port.ts";

/**
 * Runs a script with a new, durable database, a new data folder and a BASE_URL with a free port, and deletes them
 * afterwards. Uses a child process, because a process reads its environment only once. Returns the exit code.
 */
export async function runOnOwnDatabase(file: string, args: readonly string[] = []): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-cluster-"));
  await chmod(folder, 0o711);
  const database = await ensurePostgres(path.join(folder, "database"));
  try {
    await deployMigrations(database.url);
    const child = fork(file, args, {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATABASE_DIRECT_URL: "",
        DATA_DIR: path.join(folder, "data"),
        BASE_URL: `http://localhost:${await findTestPort()}`,
        LOG_LEVEL: "error",
        OWN_DATABASE: "1",
      },
    });
    const stop = () => child.kill("SIGTERM");
    process.once("SIGINT", stop).once("SIGTERM", stop);
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether this process was started by `runOnOwnDatabase`. */
export function hasOwnDatabase(): boolean {
  return process.env.OWN_DATABASE === "1";
}
