import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { ensurePostgres } from "../../db/embedded.ts";
import { deployMigrations } from "../../db/migrate.ts";
import { settleInstallation } from "../../installation/index.ts";
import { useEnvironment } from "../environment.ts";

const run = promisify(execFile);
const child = fileURLToPath(new URL("original-child.ts", import.meta.url));

/**
 * An installation that runs in a separate process, and a copy of its data directory made while it runs, which this
 * process uses. Must be called before modules are imported that read the environment.
 */
export async function useCopiedInstallation({ items, hook }: { items: number; hook: string }) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-copied-"));
  await chmod(folder, 0o711);
  const [originalDir, copyDir] = [path.join(folder, "original"), path.join(folder, "copy")];
  const server = await ensurePostgres(originalDir, { durable: false });
  await deployMigrations(server.url);
  await settleInstallation({ dataDir: originalDir, url: server.url });
  const environment = { ...process.env, DATABASE_URL: server.url, DATA_DIR: originalDir };
  const original = fork(child, [hook, String(items)], { env: environment });
  const [account] = (await once(original, "message")) as [{ userId: string; key: string }];
  // Test servers keep their last commits in memory; a synchronous commit flushes all of them.
  await query(server.url, "SET synchronous_commit = on; CREATE TABLE flushed ()");
  await run("cp", ["-a", originalDir, copyDir]);

  const copyServer = await ensurePostgres(copyDir, { durable: false });
  const { standby } = await settleInstallation({ dataDir: copyDir, url: copyServer.url });
  useEnvironment({ DATABASE_URL: copyServer.url, DATA_DIR: copyDir });
  return {
    account,
    originalDir,
    standby,
    copy: { dataDir: copyDir, url: copyServer.url },
    queryOriginal: (text: string) => query(server.url, text),
    /** Lets the original finish its work; resolves with the exit code of its process. */
    async finishOriginal(): Promise<unknown> {
      const ended = once(original, "exit");
      original.send("go on");
      const [code] = await ended;
      return code;
    },
    async end(): Promise<void> {
      original.kill("SIGKILL");
      await copyServer.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
