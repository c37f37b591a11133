import { auditCredits, auditProblems, countAudited, noteAudit, visitFindings } from "#lib/credits/audit.ts";
import type { Values } from "./values.ts";

/**
 * Verifies that the ledger sums to the balances of every account; summarizes the problems by kind. Returns the exit
 * code.
 */
export async function audit(values: Values): Promise<number> {
  if (values.json) return printAll();
  const startedAtMs = performance.now();
  const { accounts, entries, problems, findings } = await auditCredits();
  await noteAudit({ entries, problems, durationMs: performance.now() - startedAtMs });
  for (const { kind, count, userId, problem } of findings) {
    console.error(`${count} ${auditProblems[kind]}. First: ${userId}: ${problem}`);
  }
  console.log(`${accounts} accounts, ${entries} ledger entries, ${problems} problems`);
  if (problems > findings.length) console.log("List all problems: npm run admin -- credits audit --json");
  return problems === 0 ? 0 : 1;
}

/** Streams one JSON document with each problem on its own line, because there may be any number of them. */
async function printAll(): Promise<number> {
  const startedAtMs = performance.now();
  const { accounts, entries } = await countAudited();
  let count = 0;
  console.log(`{"accounts":${accounts},"entries":${entries},"findings":[`);
  await visitFindings((page) => {
    const lines = page.map(({ kind, userId, problem }) =>
      JSON.stringify({ kind, account_id: userId, problem }),
    );
    console.log(`${count > 0 ? "," : ""}${lines.join(",\n")}`);
    count += page.length;
  });
  console.log(`],"problems":${count}}`);
  await noteAudit({ entries, problems: count, durationMs: performance.now() - startedAtMs });
  return count === 0 ? 0 : 1;
}
