import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { startAllowance } from "#lib/account-lifecycle/allowance.ts";
import { createUser, setSubscription } from "#lib/account-lifecycle/open.ts";
import { getAccount, resumeAccount, suspendAccount } from "#lib/accounts/state.ts";
import { confirmAddress, createUserWithPassword } from "#lib/auth/passwords.ts";
import { removeSecondStep } from "#lib/auth/second-step.ts";
import { hashOfNoPassword, secureAccount } from "#lib/auth/secure.ts";
import { closeAccount } from "#lib/closing/close-account.ts";
import { planTiers } from "#lib/contract/billing/plans.ts";
import { scopeNames } from "#lib/contract/keys/scopes.ts";
import { toWire } from "#lib/contract/wire.ts";
import { adjustCredits } from "#lib/credits/adjust.ts";
import { SubscriptionStatus } from "#lib/db/generated/enums.ts";
import { db, disconnectDb } from "#lib/db/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { offer } from "#lib/plans/offer.ts";
import { env } from "#lib/platform/env.ts";
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
import { checkStorage, claimStorage, copyStorage } from "./admin/storage.ts";
import * as support from "./admin/support.ts";
import { type CommandName, getText, parseCommand, showHelp, type Values } from "./admin/usage.ts";
import { getCount, getOneOf, onAccount, requireAccount, requireText } from "./admin/values.ts";

const commands: Record<CommandName, (values: Values) => Promise<void> | Promise<number>> = {
  "account create": createAccount,
  "account find": support.findByQuery,
  "account show": showAccount,
  "account suspend": onAccount(async ({ userId }, values) =>
    (await suspendAccount(userId, getText(values, "note")))
      ? "is suspended: sessions ended, API keys rejected, all data kept."
      : "is already suspended.",
  ),
  "account resume": onAccount(async ({ userId }) =>
    (await resumeAccount(userId)) ? "is active again." : "was not suspended.",
  ),
  "account confirm-address": onAccount(async ({ userId }) => {
    await confirmAddress(userId);
    return "counts as confirmed: sign-in providers that confirm it too open the account.";
  }),
  "account drop-second-step": onAccount(async ({ userId }) =>
    (await removeSecondStep(userId))
      ? "now signs in by password alone."
      : "already signed in by password alone.",
  ),
  "account secure": secure,
  "account allowance": setAllowance,
  "account delete": onAccount(async ({ userId }) => {
    await closeAccount(userId);
    return `is deleted. Its ledger is kept under ${userId}.`;
  }),
  "key create": createAccountKey,
  "key list": showKeys,
  "key revoke": revokeAccountKey,
  "credits grant": support.grantCredits,
  "credits take": support.deductCredits,
  "credits audit": audit,
  "jobs list": listJobs,
  "jobs retry": retryJobs,
  "job show": showJob,
  "job refund": support.refundJob,
  "batch show": showBatch,
  "mail resend": support.resendOneMail,
  "webhook resend": support.resendOneDelivery,
  "operator add": support.addOperator,
  "operator remove": support.removeOperator,
  "operator list": support.showOperators,
  "support ask": support.askSupport,
  "support end": support.endSupport,
  "installation adopt": reportAdopted,
  "storage check": checkStorage,
  "storage copy": copyStorage,
  "storage take": claimStorage,
  costs: showCosts,
  generate: generateOne,
  doctor: examineSetup,
  "secrets status": showSecrets,
  "secrets reseal": resealSecrets,
  "stripe setup": setUpStripe,
  reconcile: reconcileWithStripe,
  "backup create": createArchive,
  "backup verify": verifyArchive,
  "backup run": runScheduled,
  "backup list": listArchives,
  "backup download": downloadArchive,
  restore: restoreArchive,
  "sandbox advance": advanceClock,
  "sandbox card": changeTestCard,
};

/** Runs the command that the arguments name and returns the exit code; throws an Error if it cannot be run. */
export async function run(words: readonly string[]): Promise<number> {
  const parsed = parseCommand(words);
  if ("help" in parsed) return showHelp(parsed);
  const { command, values } = parsed;
  const actor = { type: "operator", id: null, name: "command line" } as const;
  return (await runInRequest({ route: command, actor }, async () => await commands[command](values))) || 0;
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
    const subscription = {
      tier: plan,
      status: status ?? "active",
      creditsLimit: offer().plans[plan].monthlyCredits,
    };
    await setSubscription(userId, subscription, newReference());
  } else if (env().BILLING === "off") {
    await db().$transaction((tx) => startAllowance(userId, tx));
  }
  if (topup > 0) {
    await adjustCredits({ userId, kind: "topup", topup, note: "by the operator" });
  }
  const { key } = await createKey({ userId, name: "first key", scopes: scopeNames });
  if (values.json) console.log(JSON.stringify({ account_id: userId, email, api_key: key }));
  else console.log(`Account ${userId} (${email})\nAPI key, shown only once: ${key}`);
}

async function setAllowance(values: Values): Promise<void> {
  if (env().BILLING !== "off")
    throw new Error("Allowances are for BILLING=off: here a plan sets the credits");
  const { userId, tier } = await requireAccount(values);
  requireText(values, "credits");
  const creditsLimit = getCount(values, "credits");
  await setSubscription(userId, { tier, status: "active", creditsLimit }, newReference());
  console.log(`${creditsLimit} credits from now on, every month`);
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
