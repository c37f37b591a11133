import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { isAlive } from "../db/embedded/postmaster.ts";
import { ensurePostgres } from "../db/embedded.ts";
import { deployMigrations } from "../db/migrate.ts";
import { useEnvironment } from "./environment.ts";
import { requirePid } from "./pid.ts";

const run = promisify(execFile);

/** A separate PostgreSQL that a test may damage. */
export interface FaultyPostgres {
  url: string;
  /** Stops the server and all its child processes at once, with SIGSTOP. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** kill -9 of the server; its backends end by themselves. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder. */
  restart(): Promise<void>;
  /** Reverts the remains of a failed test. */
  heal(): Promise<void>;
}

/**
 * Starts it with full crash safety and makes it the database of this test file. Must be called before modules are
 * imported that read the environment.
 */
export async function useFaultyPostgres(environment: Record<string, string> = {}): Promise<FaultyPostgres> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "photos-faulty-"));
  await chmod(folder, 0o711);
  let server = await ensurePostgres(folder);
  let frozen: number[] = [];
  await deployMigrations(server.url);
  useEnvironment({ ...environment, DATABASE_URL: server.url });
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(requirePid(pid), name);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
      }
    }
  };
  const faulty: FaultyPostgres = {
    url: server.url,
    async freeze() {
      frozen = [server.pid];
      signal(frozen, "SIGSTOP");
      // The frozen server cannot fork more processes.
      frozen.push(...(await childrenOf(server.pid)));
      signal(frozen, "SIGSTOP");
    },
    async thaw() {
      signal(frozen, "SIGCONT");
      frozen = [];
    },
    async kill() {
      signal([server.pid], "SIGKILL");
      await server.ended;
    },
    async restart() {
      server = await ensurePostgres(folder, { port: server.port });
    },
    async heal() {
      await faulty.thaw();
      if (!isAlive(server.pid)) await faulty.restart();
    },
  };
  afterAll(async () => {
    await faulty.thaw();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return faulty;
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const rows = stdout.trim().split("\n");
  return rows.flatMap((row) => {
    const [pid, ppid] = row.trim().split(/\s+/).map(Number);
    return ppid === parent && pid ? [pid] : [];
  });
}
