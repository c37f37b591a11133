import { auditCredits } from "#lib/credits/audit.ts";
import { moveCredits } from "#lib/credits/move.ts";
import { newId } from "#lib/platform/ids.ts";
import { getCount, getText, readOptions, requireAccount } from "./options.ts";

export async function run([command, ...args]: string[]): Promise<number> {
  if (command === "grant") return grant(args);
  if (command === "audit") return audit();
  throw new Error("Use: credits grant | credits audit");
}

async function grant(args: string[]): Promise<number> {
  const values = readOptions(args, ["email", "topup", "monthly", "note"]);
  const { userId } = await requireAccount(values);
  const topup = getCount(values, "topup") ?? 0;
  const monthly = getCount(values, "monthly") ?? 0;
  if (topup + monthly === 0) throw new Error("Say how many credits: --topup N or --monthly N");
  const left = await moveCredits({
    userId,
    kind: "adjustment",
    reference: `operator:${newId("row")}`,
    note: getText(values, "note") ?? "by the operator",
    monthly: { add: monthly },
    topup: { add: topup },
  });
  console.log(`The balance is now ${left?.monthly} monthly + ${left?.topup} top-up.`);
  return 0;
}

/** Proves that the ledger sums to the balances of every account; exit code 1 when it does not. */
async function audit(): Promise<number> {
  const { accounts, entries, findings } = await auditCredits();
  for (const { userId, problem } of findings) console.error(`${userId}: ${problem}`);
  console.log(`${accounts} accounts, ${entries} ledger entries, ${findings.length} problems`);
  return findings.length === 0 ? 0 : 1;
}
