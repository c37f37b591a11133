import { fork } from "node:child_process";
import { once } from "node:events";
import { auditCredits } from "#lib/credits/audit.ts";
import { disconnectDb } from "#lib/db/index.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";
import { stopQueue } from "#lib/queue/boss.ts";
import { simulateLife } from "#lib/testing/simulation/index.ts";

/** Simulates `seeds` seeds, or only that of SIM_SEED, on its own database. Returns the exit code. */
export async function simulate(seeds: number): Promise<number> {
  const replayed = process.env.SIM_SEED;
  const [first, last] = replayed ? [replayed, replayed] : ["1", String(seeds)];
  const server = await startScratchPostgres();
  try {
    await deployMigrations(server.url);
    // A separate process, because the database URL is read only once.
    const child = fork(import.meta.filename, [first, last], {
      env: {
        ...process.env,
        DATABASE_URL: server.url,
        LOG_LEVEL: "error",
        // A busy machine must not cause database timeouts.
        DATABASE_TIMEOUT_MS: "60000",
      },
    });
    const [code] = await once(child, "exit");
    return code ?? 1;
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const [first = 1, last = 1] = process.argv.slice(2).map(Number);
  try {
    for (let seed = first; seed <= last; seed += 1) {
      await simulateLife(seed);
      if (seed % 500 === 0) console.log(`${seed} of ${last} lives`);
    }
    const { findings, entries } = await auditCredits();
    for (const { userId, problem } of findings) console.error(`${userId}: ${problem}`);
    console.log(`${last - first + 1} lives, ${entries} ledger entries, ${findings.length} problems`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  } finally {
    await stopQueue();
    await disconnectDb();
  }
}
