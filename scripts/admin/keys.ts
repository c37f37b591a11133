import { type Scope, scopeNames } from "#lib/contract/keys/scopes.ts";
import { db } from "#lib/db/index.ts";
import { createKey, revokeKey } from "#lib/keys/index.ts";
import { type ApiKeyInfo, listKeys } from "#lib/keys/read.ts";
import { openTestAccount } from "#lib/keys/test-account.ts";
import { getCount, getText, requireAccount, requireText, type Values } from "./values.ts";

export async function createAccountKey(values: Values): Promise<void> {
  const { userId } = await requireAccount(values);
  const expires = getText(values, "expires");
  const expiresAt = expires === undefined ? null : new Date(expires);
  if (expiresAt && !(expiresAt.getTime() > Date.now()))
    throw new Error("--expires must be a date in the future");
  const name = getText(values, "name") ?? "made by the operator";
  const maxCreditsPerMonth = values["max-credits"] === undefined ? null : getCount(values, "max-credits");
  const { key, info } = await createKey({
    userId: values.test ? await openTestAccount(userId, db()) : userId,
    name,
    expiresAt,
    scopes: readScopes(values),
    maxCreditsPerMonth,
  });
  if (values.json) console.log(JSON.stringify({ key_id: info.id, api_key: key }));
  else console.log(`Key ${info.id}\nAPI key, shown only once: ${key}`);
}

/** Reads scopes separated by commas; all scopes without the option. */
function readScopes(values: Values): readonly Scope[] {
  const names = getText(values, "scopes")?.split(",");
  if (!names) return scopeNames;
  return names.map((name) => {
    const scope = scopeNames.find((known) => known === name.trim());
    if (!scope) throw new Error(`--scopes takes ${scopeNames.join(", ")}, not ${name}`);
    return scope;
  });
}

export async function showKeys(values: Values): Promise<void> {
  const { userId } = await requireAccount(values);
  const keys = await listKeys(userId);
  if (values.json) console.log(JSON.stringify(keys));
  else for (const key of keys) console.log(lineOf(key));
}

function lineOf(key: ApiKeyInfo): string {
  const { id, first8, last4, name, scopes, maxCreditsPerMonth, creditsThisMonth } = key;
  const most = maxCreditsPerMonth === null ? "" : ` of ${maxCreditsPerMonth}`;
  const access = scopes.length === scopeNames.length ? "all scopes" : scopes.join(",");
  return `${id}  ${first8}…${last4}  ${stateOf(key)}  ${creditsThisMonth}${most} credits this month  ${access}  ${name}`;
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKeyInfo): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (expiresAt && expiresAt.getTime() <= Date.now()) return `expired ${expiresAt.toISOString()}`;
  return lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : "never used";
}

export async function revokeAccountKey(values: Values): Promise<void> {
  const { userId } = await requireAccount(values);
  const keyId = requireText(values, "id");
  if (!(await revokeKey(userId, keyId))) throw new Error(`This account has no active key ${keyId}`);
  console.log(`Key ${keyId} is revoked.`);
}
