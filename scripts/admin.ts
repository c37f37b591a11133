import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createUser, setSubscription } from "#lib/account-lifecycle/open.ts";
import { getAccount, resumeAccount, suspendAccount } from "#lib/accounts/state.ts";
import { createUserWithPassword } from "#lib/auth/passwords.ts";
import { removeSecondStep } from "#lib/auth/second-step.ts";
import { hashOfNoPassword, secureAccount } from "#lib/auth/secure.ts";
import { closeAccount } from "#lib/closing/close-account.ts";
import { plans, planTiers } from "#lib/contract/billing/plans.ts";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import { toWire } from "#lib/contract/wire.ts";
import { adjustCredits } from "#lib/credits/adjust.ts";
import { SubscriptionStatus } from "#lib/db/generated/enums.ts";
import { disconnectDb } from "#lib/db/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeFilesPrivate } from "#lib/platform/private-files.ts";
import { runInRequest } from "#lib/platform/requests.ts";
import { stopQueue } from "#lib/queue/boss.ts";
import { audit } from "./admin/audit.ts";
import {
  createArchive,
  downloadArchive,
  listArchives,
  restoreArchive,
  runScheduled,
  verifyArchive,
} from "./admin/backup.ts";
import { advanceClock, changeTestCard, reconcileWithStripe, setUpStripe } from "./admin/billing.ts";
import { showCosts } from "./admin/costs.ts";
import { generateOne } from "./admin/generate.ts";
import { showBatch, showJob } from "./admin/inspect.ts";
import { reportAdopted } from "./admin/installation.ts";
import { listJobs, retryJobs } from "./admin/jobs.ts";
import { createAccountKey, revokeAccountKey, showKeys } from "./admin/keys.ts";
import { resealSecrets, showSecrets } from "./admin/secrets.ts";
import { checkStorage, copyStorage, takeStorage } from "./admin/storage.ts";
import * as support from "./admin/support.ts";
import { getCount, getOneOf, getText, requireAccount, requireText, type Values } from "./admin/values.ts";

interface Command {
  /** Shown in the usage, and parsed: the options that it names are those that the command accepts. */
  options: string;
  /** The option that a positional argument sets. */
  positional?: string;
  /** Whether the command uses its own database, which is empty at the start. */
  isOffline?: boolean;
  /** Returns the exit code if it can be other than 0. */
  run: (values: Values) => Promise<void> | Promise<number>;
}

const commands: Record<string, Command> = {
  "account create": {
    options: "--email E [--name N] [--password P] [--tier T] [--status S] [--topup N] [--json]",
    run: createAccount,
  },
  "account find": { options: "TEXT [--query TEXT] [--json]", positional: "query", run: support.findByQuery },
  "account show": { options: "--email E [--all] [--json]", run: showAccount },
  "account suspend": { options: "--email E [--note TEXT]", run: suspend },
  "account resume": { options: "--email E", run: resume },
  "account drop-second-step": { options: "--email E", run: dropSecondStep },
  "account secure": { options: "--email E [--json]", run: secure },
  "account delete": { options: "--email E", run: deleteAccount },
  "key create": {
    options: "--email E [--name N] [--expires ISO-DATE] [--scopes S,S] [--max-credits N] [--test] [--json]",
    run: createAccountKey,
  },
  "key list": { options: "--email E [--json]", run: showKeys },
  "key revoke": { options: "--email E --id KEY_ID", run: revokeAccountKey },
  "credits grant": {
    options: "--email E (--topup N | --monthly N) [--note TEXT]",
    run: support.grantCredits,
  },
  "credits take": { options: "--email E (--topup N | --monthly N) --note TEXT", run: support.takeCredits },
  "credits audit": { options: "[--json]", run: audit },
  "jobs list": {
    options: "[--status S] [--code CODE] [--since ISO-DATE|2h] [--email E] [--json]",
    run: listJobs,
  },
  "jobs retry": { options: "--id gen_… | --all", run: retryJobs },
  "job show": { options: "gen_… [--id gen_…] [--json]", positional: "id", run: showJob },
  "job refund": { options: "--id gen_… --note TEXT", run: support.refundJob },
  "batch show": { options: "bat_… [--id bat_…] [--json]", positional: "id", run: showBatch },
  "mail resend": { options: "--id ID", run: support.resendOneMail },
  "webhook resend": { options: "--id whd_…", run: support.resendOneDelivery },
  "operator add": { options: "--email E", run: support.addOperator },
  "operator remove": { options: "--email E", run: support.removeOperator },
  "operator list": { options: "[--json]", run: support.showOperators },
  "support ask": { options: "--email E --operator E --reason TEXT", run: support.askSupport },
  "support end": { options: "--id sup_…", run: support.endSupport },
  "installation adopt": { options: "", run: reportAdopted },
  "storage check": { options: "[--deep] [--json]", run: checkStorage },
  "storage copy": { options: "--to s3|disk", run: copyStorage },
  "storage take": { options: "", run: takeStorage },
  costs: { options: "[--since ISO-DATE] [--credit-value USD] [--json]", run: showCosts },
  generate: {
    options:
      "--image FILE [--model provider/name] [--mode M] [--style S] [--scene ID] [--prompt TEXT] [--ratio R] [--resolution R] [--out FILE]",
    run: generateOne,
  },
  doctor: { options: "[--json]", isOffline: true, run: examineSetup },
  "secrets status": { options: "[--json]", run: showSecrets },
  "secrets reseal": { options: "[--json]", run: resealSecrets },
  "stripe setup": { options: "", run: setUpStripe },
  reconcile: { options: "[--since ISO-DATE] [--json]", run: reconcileWithStripe },
  "backup create": {
    options: "--out FILE [--without-pictures] [--passphrase-file F]",
    run: createArchive,
  },
  "backup verify": {
    options: "FILE [--file FILE] [--passphrase-file F]",
    positional: "file",
    isOffline: true,
    run: verifyArchive,
  },
  "backup run": { options: "", run: runScheduled },
  "backup list": { options: "[--json]", run: listArchives },
  "backup download": { options: "--name NAME --out FILE", run: downloadArchive },
  restore: {
    options:
      "FILE --data-dir D [--file FILE] [--base-url U] [--database-url URL] [--queued refund|requeue] " +
      "[--keep-outgoing] [--passphrase-file F]",
    positional: "file",
    isOffline: true,
    run: restoreArchive,
  },
  "sandbox advance": { options: "--email E", run: advanceClock },
  "sandbox card": { options: "--email E --card good|failing", run: changeTestCard },
};

/** Runs the command that the arguments name and returns the exit code; throws an Error if it cannot be run. */
export async function run([subject = "", ...words]: string[]): Promise<number> {
  const [command, args] = commands[subject] ? [subject, words] : [`${subject} ${words[0]}`, words.slice(1)];
  const found = commands[command];
  const related = Object.keys(commands).filter((name) => name.startsWith(`${subject} `) || name === words[0]);
  if ([subject, ...words].some((word) => word === "--help" || word === "-h")) {
    const names = found ? [command] : related.length > 0 ? related : Object.keys(commands);
    console.log(`Usage: npm run admin -- COMMAND\n\n${usageOf(names)}`);
    return 0;
  }
  if (!found) {
    if (related.length > 0) throw new Error(`Use:\n${usageOf(related)}`);
    console.error(
      `The admin tool for operators. Usage: npm run admin -- COMMAND\n\n${usageOf(Object.keys(commands))}`,
    );
    return 2;
  }
  const options = readOptions(found.options);
  const allowPositionals = found.positional !== undefined;
  const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals });
  if (positionals.length > 1) throw new Error(`Use:\n${usageOf([command])}`);
  const named = found.positional && positionals[0] ? { [found.positional]: positionals[0] } : {};
  const actor = { type: "operator", id: null, name: "command line" } as const;
  const perform = async () => await found.run({ ...(values as Values), ...named });
  return (await runInRequest({ route: command, actor }, perform)) || 0;
}

/** Options named in a usage string; an option without a value is a switch. */
function readOptions(usage: string) {
  const options = [...usage.matchAll(/--([\w-]+)( [\w…])?/g)].map(([, name = "", value]) => {
    return [name, { type: value ? ("string" as const) : ("boolean" as const) }];
  });
  return Object.fromEntries(options);
}

function usageOf(names: readonly string[]): string {
  return names.map((name) => `  ${name} ${commands[name]?.options}`.trimEnd()).join("\n");
}

/** Runs in its own process, because it must start with settings with which nothing else starts. */
async function examineSetup(values: Values): Promise<number> {
  const script = fileURLToPath(new URL("doctor.ts", import.meta.url));
  return (
    spawnSync(process.execPath, [script, ...(values.json ? ["--json"] : [])], { stdio: "inherit" }).status ??
    1
  );
}

async function createAccount(values: Values): Promise<void> {
  const email = requireText(values, "email");
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`--email is not a valid address: ${email}`);
  const name = getText(values, "name") ?? email.replace(/@.*/, "");
  const tier = getOneOf(values, "tier", planTiers);
  const status = getOneOf(values, "status", Object.values(SubscriptionStatus));
  const topup = getCount(values, "topup");
  const password = getText(values, "password");
  if (await getAccount(email)) throw new Error(`The address ${email} already has an account`);

  const userId = password
    ? await createUserWithPassword(email, name, password)
    : await createUser(email, name);
  if (tier || status) {
    const plan = tier ?? "starter";
    const subscription = { tier: plan, status: status ?? "active", creditsLimit: plans[plan].monthlyCredits };
    await setSubscription(userId, subscription, newReference());
  }
  if (topup > 0) {
    await adjustCredits({ userId, kind: "topup", topup, note: "by the operator" });
  }
  const { key } = await createKey({ userId, name: "first key", scopes: scopeNames });
  if (values.json) console.log(JSON.stringify({ account_id: userId, email, api_key: key }));
  else console.log(`Account ${userId} (${email})\nAPI key, shown only once: ${key}`);
}

async function showAccount(values: Values): Promise<void> {
  if (values.all) return await support.showDesk(values);
  const account = await requireAccount(values);
  const { userId, email, name, tier, status, creditsLimit, monthly, topup } = account;
  const shown = {
    account_id: userId,
    email,
    name,
    tier,
    status,
    credits_limit: creditsLimit,
    monthly_remaining: monthly,
    topup_remaining: topup,
    suspended_at: account.suspendedAt?.toISOString() ?? null,
  };
  if (values.json) console.log(JSON.stringify(shown));
  else for (const [field, value] of Object.entries(shown)) console.log(`${field.padEnd(18)} ${value}`);
}

async function suspend(values: Values): Promise<void> {
  const { userId, email } = await requireAccount(values);
  const outcome = (await suspendAccount(userId, getText(values, "note")))
    ? "suspended: sessions ended, API keys rejected, all data kept"
    : "already suspended";
  console.log(`${email} is ${outcome}.`);
}

async function dropSecondStep(values: Values): Promise<void> {
  const { userId, email } = await requireAccount(values);
  const outcome = (await removeSecondStep(userId))
    ? "now signs in by password alone"
    : "already signed in by password alone";
  console.log(`${email} ${outcome}.`);
}

async function secure(values: Values): Promise<void> {
  const { userId, email } = await requireAccount(values);
  const passwordHash = await hashOfNoPassword();
  const secured = await secureAccount(userId, { suspectedAt: new Date(), passwordHash, endsUndoLinks: true });
  if (values.json) {
    console.log(JSON.stringify(toWire(secured)));
    return;
  }
  const { sessions, apiKeys, webhookEndpoints, secondStep, providers } = secured;
  console.log(
    [
      `${email} is secured. A mail explains the next steps; only a password link sent to this address gives access.`,
      `ended    ${sessions} sessions, ${apiKeys} API keys, all links in mails`,
      `paused   ${webhookEndpoints} webhook endpoints, each with a new secret`,
      `removed  ${secondStep ? "two-step sign-in" : "no two-step sign-in"}, ${providers} sign-in providers (added in the last 7 days)`,
      "kept     photos, credits, plan",
    ].join("\n"),
  );
}

async function resume(values: Values): Promise<void> {
  const { userId, email } = await requireAccount(values);
  const outcome = (await resumeAccount(userId)) ? "is active again" : "was not suspended";
  console.log(`${email} ${outcome}.`);
}

async function deleteAccount(values: Values): Promise<void> {
  const { userId, email } = await requireAccount(values);
  await closeAccount(userId);
  console.log(`${email} is deleted. Its ledger is kept under ${userId}.`);
}

const newReference = () => `operator:${newId("row")}`;

if (import.meta.main) {
  makeFilesPrivate();
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await stopQueue();
    await disconnectDb();
  }
}
