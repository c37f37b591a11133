import { auditCredits } from "#lib/credits/audit.ts";
import { disconnectDb } from "#lib/db/index.ts";
import { deployMigrations } from "#lib/db/migrate.ts";
import { startScratchPostgres } from "#lib/db/scratch.ts";
import { simulateLife } from "#lib/testing/simulation/index.ts";

/** Lives that many random lives, or the one of SIM_SEED, on a database of their own. Answers the exit code. */
export async function simulate(seeds: number): Promise<number> {
  const server = await startScratchPostgres();
  try {
    await deployMigrations(server.url);
    process.env.DATABASE_URL = server.url;
    const replayed = process.env.SIM_SEED;
    const first = replayed ? Number(replayed) : 1;
    const last = replayed ? first : seeds;
    for (let seed = first; seed <= last; seed += 1) {
      await simulateLife(seed);
      if (seed % 500 === 0) console.log(`${seed} of ${last} lives`);
    }
    const { findings, entries } = await auditCredits();
    for (const { userId, problem } of findings) console.error(`${userId}: ${problem}`);
    console.log(`${last - first + 1} lives, ${entries} ledger entries, ${findings.length} problems`);
    return findings.length === 0 ? 0 : 1;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    await disconnectDb();
    await server.stop();
  }
}
