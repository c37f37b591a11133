import { disconnectDb } from "#lib/db/index.ts";

const usage = `The operator's tool. Usage: npm run admin -- COMMAND

  account create --email E [--name N] [--password P] [--tier T] [--status S] [--topup N] [--json]
  account show --email E [--json]
  account suspend|resume --email E
  account delete --email E
  key create --email E [--name N] [--expires ISO-DATE] [--json]
  key list --email E [--json]
  key revoke --email E --id KEY_ID
  credits grant --email E (--topup N | --monthly N) [--note TEXT]
  credits audit
  stripe setup
  reconcile [--since ISO-DATE] [--json]
  sandbox advance --email E
  sandbox card --email E --card good|failing`;

/** One file per subject; each takes the words after it and answers the exit code. */
const subjects: Record<string, () => Promise<{ run(args: string[]): Promise<number> }>> = {
  account: () => import("./admin/account.ts"),
  key: () => import("./admin/key.ts"),
  credits: () => import("./admin/credits.ts"),
  stripe: () => import("./admin/stripe.ts"),
  reconcile: () => import("./admin/reconcile.ts"),
  sandbox: () => import("./admin/sandbox.ts"),
};

const [subject = "", ...args] = process.argv.slice(2);
const load = subjects[subject];
if (!load) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await (await load()).run(args);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await disconnectDb();
  }
}
