import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { deployMigrations } from "#lib/db/migrate.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";

/** Lives that many random lives, or the one of SIM_SEED, on a database of their own. Answers the exit code. */
export async function simulate(seeds: number): Promise<number> {
  const replayed = process.env.SIM_SEED;
  const [first, last] = replayed ? [replayed, replayed] : ["1", String(seeds)];
  const server = await startScratchPostgres();
  try {
    await deployMigrations(server.url);
    const child = fork(path.join(import.meta.dirname, "parts/lives-child.ts"), [first, last], {
      env: { ...process.env, DATABASE_URL: server.url, LOG_LEVEL: "error" },
    });
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await server.stop();
  }
}
