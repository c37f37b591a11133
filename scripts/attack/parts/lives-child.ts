// Lives random lives on the database of DATABASE_URL: `lives-child.ts FIRST LAST`.
import { auditCredits } from "#lib/credits/audit.ts";
import { disconnectDb } from "#lib/db/index.ts";
import { simulateLife } from "#lib/testing/simulation/index.ts";

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
  await disconnectDb();
}
