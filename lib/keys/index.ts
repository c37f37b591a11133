import { differenceOf, recordAudit } from "../audit/record.ts";
import { defaultScopes, type Scope } from "../contract/keys/scopes.ts";
import { maxKeys } from "../contract/limits.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { queueKeyMail } from "../mail/security.ts";
import { refusal } from "../platform/errors.ts";
import { accountsOf, isTestAccount, newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { hashKey, newApiKey, shownPrefix } from "./format.ts";
import { type ApiKeyInfo, getKey, present, shown } from "./read.ts";
import { openTestAccount } from "./test-account.ts";

/** Fields that can be set on a key. */
export interface KeyFields {
  name: string;
  scopes?: readonly Scope[] | undefined;
  expiresAt?: Date | null | undefined;
  maxCreditsPerMonth?: number | null | undefined;
}

interface NewKey extends KeyFields {
  userId: string;
  creator?: string;
  limitedBy?: readonly string[];
}

/** Fields of a key in the audit log. */
const audited = ["name", "scopes", "expiresAt", "maxCreditsPerMonth"] as const;

function auditedFields({ name, scopes, expiresAt, maxCreditsPerMonth, first8, last4 }: ApiKeyInfo) {
  return { name, scopes, expiresAt, maxCreditsPerMonth, prefix: first8, last4 };
}

/** Creates a key for an account, or its test account (`openTestAccount`). Only the result has the clear text. */
export async function createKey(
  fields: NewKey,
  tx?: Prisma.TransactionClient,
): Promise<{ key: string; info: ApiKeyInfo }> {
  return tx ? await insertKey(fields, tx) : await db().$transaction((own) => insertKey(fields, own));
}

async function insertKey(
  { userId, name, scopes = defaultScopes, creator = "operator", limitedBy = [], ...fields }: NewKey,
  on: Prisma.TransactionClient,
): Promise<{ key: string; info: ApiKeyInfo }> {
  const { expiresAt = null, maxCreditsPerMonth = null } = fields;
  const key = newApiKey(isTestAccount(userId));
  const row = await on.apiKey.create({
    data: {
      id: newId("key"),
      userId,
      name,
      ...secretColumns(key),
      scopes: [...scopes],
      creator,
      limitedBy: [...limitedBy],
      expiresAt,
      maxCreditsPerMonth,
    },
    select: shown,
  });
  const info = present(row);
  await recordAudit(
    {
      accountId: userId,
      action: "key.created",
      object: { type: "key", id: info.id },
      after: auditedFields(info),
    },
    on,
  );
  return { key, info };
}

const secretColumns = (key: string) => ({
  hash: hashKey(key),
  first8: shownPrefix(key),
  last4: key.slice(-4),
});

/** Keys that ended in the last day count too, because each costs a row and a mail. */
export async function requireRoomForKey(userId: string, tx: Queryable): Promise<void> {
  // Serializes the creation of keys per account, so that the limit holds.
  await tx.$executeRaw(sql`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`);
  const [counted] = await tx.$queryRaw<{ count: number }[]>(sql`
    SELECT count(*)::int AS count FROM api_key
    WHERE user_id = ANY(${accountsOf(userId)}) AND (created_at > now() - interval '1 day'
      OR (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())))`);
  if ((counted?.count ?? 0) >= maxKeys) throw refusal(because("too_many_keys", { count: maxKeys }));
}

/** Changes the given fields. */
export async function changeKey(
  id: string,
  fields: Partial<KeyFields>,
  tx: Prisma.TransactionClient,
): Promise<ApiKeyInfo> {
  const { scopes, ...others } = fields;
  const data = { ...others, ...(scopes && { scopes: [...scopes] }) };
  const row = await tx.apiKey.findUniqueOrThrow({ where: { id }, select: shown });
  const info = present(await tx.apiKey.update({ where: { id }, data, select: shown }));
  const difference = differenceOf(present(row), info, audited);
  const object = { type: "key", id } as const;
  if (difference)
    await recordAudit({ accountId: row.userId, action: "key.changed", object, ...difference }, tx);
  return info;
}

/** Replaces a key's secret; the previous one works for another `overlapMs`, and the one before that no longer. */
export async function replaceSecret(
  id: string,
  overlapMs: number,
  tx: Prisma.TransactionClient,
): Promise<{ key: string; info: ApiKeyInfo }> {
  const { hash, userId } = await tx.apiKey.findUniqueOrThrow({
    where: { id },
    select: { hash: true, userId: true },
  });
  const key = newApiKey(isTestAccount(userId));
  const previous =
    overlapMs > 0
      ? { previousHash: hash, previousUntil: new Date(Date.now() + overlapMs) }
      : { previousHash: null, previousUntil: null };
  const row = await tx.apiKey.update({
    where: { id },
    data: { ...secretColumns(key), ...previous },
    select: shown,
  });
  const info = present(row);
  const { previousUntil } = previous;
  await recordAudit(
    {
      accountId: userId,
      action: "key.rotated",
      object: { type: "key", id },
      after: { prefix: info.first8, last4: info.last4, formerWorksUntil: previousUntil },
    },
    tx,
  );
  return { key, info };
}

/** Revokes every key of a user, including test keys. Returns how many were active. */
export async function revokeAllKeys(userId: string, tx: Prisma.TransactionClient): Promise<number> {
  return await revoke({ userId: { in: accountsOf(userId) } }, tx);
}

/** Revokes a key immediately, in every process. False if this user has no such active key. */
export async function revokeKey(userId: string, keyId: string): Promise<boolean> {
  const which = { id: keyId, userId: { in: accountsOf(userId) } };
  return (await db().$transaction((tx) => revoke(which, tx))) === 1;
}

async function revoke(which: Prisma.ApiKeyWhereInput, tx: Prisma.TransactionClient): Promise<number> {
  const revoked = await tx.apiKey.updateManyAndReturn({
    where: { ...which, revokedAt: null },
    data: { revokedAt: new Date() },
    select: shown,
  });
  const entries = revoked.map((row) => ({
    accountId: row.userId,
    action: "key.deleted" as const,
    object: { type: "key" as const, id: row.id },
    before: auditedFields(present(row)),
  }));
  await recordAudit(entries, tx);
  return revoked.length;
}

/**
 * Creates a key for a signed-in user and mails the owner, in case an intruder did it. Throws ApiError invalid_api_key
 * if the session has ended meanwhile (securing an account waits for its sessions), and invalid_params beyond
 * `maxKeys`.
 */
export async function createOwnKey(
  { id: userId, sessionId }: { id: string; sessionId: string },
  { isTest = false, ...fields }: KeyFields & { isTest?: boolean },
): Promise<string> {
  return await db().$transaction(async (tx) => {
    const session = await tx.$queryRaw<unknown[]>(sql`
      SELECT id FROM session WHERE id = ${sessionId} AND user_id = ${userId} FOR SHARE`);
    if (session.length === 0) throw refusal(because("signed_out"));
    await requireRoomForKey(userId, tx);
    const account = isTest ? await openTestAccount(userId, tx) : userId;
    const { key, info } = await createKey({ ...fields, userId: account, creator: "user" }, tx);
    await queueKeyMail(userId, info, tx);
    return key;
  });
}

/** Changes a key for its signed-in owner. Throws ApiError not_found. */
export async function changeOwnKey(userId: string, id: string, fields: KeyFields): Promise<void> {
  await db().$transaction(async (tx) => {
    if (!(await getKey(userId, id, tx))) throw refusal(because("no_such_key"));
    await changeKey(id, fields, tx);
  });
}
