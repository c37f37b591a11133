import { closeAccount, resumeAccount, suspendAccount } from "#lib/accounts/close.ts";
import { createUser, setSubscription } from "#lib/accounts/open.ts";
import { getAccount } from "#lib/accounts/state.ts";
import { createUserWithPassword } from "#lib/auth/passwords.ts";
import { plans, planTiers } from "#lib/billing/plans.ts";
import { moveCredits } from "#lib/credits/move.ts";
import { createKey } from "#lib/keys/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { getCount, getOneOf, getText, readOptions, requireAccount, requireText } from "./options.ts";

const statuses = ["active", "canceled", "past_due", "trialing"] as const;

export async function run([command, ...args]: string[]): Promise<number> {
  if (command === "create") return create(args);
  if (command === "show") return show(args);
  if (command === "suspend") return suspend(args);
  if (command === "resume") return resume(args);
  if (command === "delete") return remove(args);
  throw new Error("Use: account create | show | suspend | resume | delete");
}

async function create(args: string[]): Promise<number> {
  const values = readOptions(args, ["email", "name", "password", "tier", "status", "topup"]);
  const email = requireText(values, "email");
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`--email is no address: ${email}`);
  const name = getText(values, "name") ?? email.replace(/@.*/, "");
  const tier = getOneOf(values, "tier", planTiers);
  const status = getOneOf(values, "status", statuses);
  const topup = getCount(values, "topup") ?? 0;
  const password = getText(values, "password");
  if (await getAccount(email)) throw new Error(`The address ${email} has an account already`);

  const userId = password
    ? await createUserWithPassword(email, name, password)
    : await createUser(email, name);
  if (tier || status) {
    const plan = tier ?? "starter";
    const subscription = { tier: plan, status: status ?? "active", creditsLimit: plans[plan].monthlyCredits };
    await setSubscription(userId, subscription, `operator:${newId("row")}`);
  }
  if (topup > 0) {
    const reference = `operator:${newId("row")}`;
    await moveCredits({ userId, kind: "topup", reference, note: "by the operator", topup: { add: topup } });
  }
  const { key } = await createKey(userId, "first key");
  if (values.json) console.log(JSON.stringify({ account_id: userId, email, api_key: key }));
  else console.log(`Account ${userId} (${email})\nAPI key, shown this once: ${key}`);
  return 0;
}

async function show(args: string[]): Promise<number> {
  const values = readOptions(args, ["email"]);
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
  return 0;
}

async function suspend(args: string[]): Promise<number> {
  const { userId, email } = await requireAccount(readOptions(args, ["email"]));
  const done = await suspendAccount(userId);
  console.log(
    done
      ? `${email} is suspended: signed out, keys refused, everything kept.`
      : `${email} is suspended already.`,
  );
  return 0;
}

async function resume(args: string[]): Promise<number> {
  const { userId, email } = await requireAccount(readOptions(args, ["email"]));
  const done = await resumeAccount(userId);
  console.log(done ? `${email} is open again, as it was.` : `${email} was not suspended.`);
  return 0;
}

async function remove(args: string[]): Promise<number> {
  const { userId, email } = await requireAccount(readOptions(args, ["email"]));
  await closeAccount(userId);
  console.log(`${email} is deleted. Its ledger stays under ${userId}.`);
  return 0;
}
