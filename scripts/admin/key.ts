import { type ApiKeyInfo, createKey, listKeys, revokeKey } from "#lib/keys/index.ts";
import { getText, readOptions, requireAccount, requireText } from "./options.ts";

export async function run([command, ...args]: string[]): Promise<number> {
  if (command === "create") return create(args);
  if (command === "list") return list(args);
  if (command === "revoke") return revoke(args);
  throw new Error("Use: key create | key list | key revoke");
}

async function create(args: string[]): Promise<number> {
  const values = readOptions(args, ["email", "name", "expires"]);
  const { userId } = await requireAccount(values);
  const expires = getText(values, "expires");
  const expiresAt = expires === undefined ? null : new Date(expires);
  if (expiresAt && !(expiresAt.getTime() > Date.now()))
    throw new Error("--expires must be a date in the future");
  const { key, info } = await createKey(userId, getText(values, "name") ?? "made by the operator", expiresAt);
  if (values.json) console.log(JSON.stringify({ key_id: info.id, api_key: key }));
  else console.log(`Key ${info.id}\nAPI key, shown this once: ${key}`);
  return 0;
}

async function list(args: string[]): Promise<number> {
  const values = readOptions(args, ["email"]);
  const { userId } = await requireAccount(values);
  const keys = await listKeys(userId);
  if (values.json) console.log(JSON.stringify(keys));
  else
    for (const key of keys)
      console.log(`${key.id}  ${key.first8}…${key.last4}  ${stateOf(key)}  ${key.name}`);
  return 0;
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKeyInfo): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (expiresAt && expiresAt.getTime() <= Date.now()) return `expired ${expiresAt.toISOString()}`;
  return lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : "never used";
}

async function revoke(args: string[]): Promise<number> {
  const values = readOptions(args, ["email", "id"]);
  const { userId } = await requireAccount(values);
  const keyId = requireText(values, "id");
  if (!(await revokeKey(userId, keyId))) throw new Error(`This account has no key ${keyId} in use`);
  console.log(`Key ${keyId} is revoked and refused from now on.`);
  return 0;
}
