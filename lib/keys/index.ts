import { maxKeys } from "../contract/limits.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { queueKeyMail } from "../mail/security.ts";
import { refusal } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";
import { hashKey, newApiKey } from "./format.ts";

export interface ApiKeyInfo {
  id: string;
  name: string;
  first8: string;
  last4: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

const shown = {
  id: true,
  name: true,
  first8: true,
  last4: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
} as const;

/** Makes a key. The clear text is in the answer only: it is stored nowhere and never shown again. */
export async function createKey(
  { userId, name, expiresAt = null }: { userId: string; name: string; expiresAt?: Date | null },
  on: Pick<Prisma.TransactionClient, "apiKey"> = db(),
): Promise<{ key: string; info: ApiKeyInfo }> {
  const key = newApiKey();
  const info = await on.apiKey.create({
    data: {
      id: newId("key"),
      userId,
      name,
      hash: hashKey(key),
      first8: key.slice(0, 8),
      last4: key.slice(-4),
      expiresAt,
    },
    select: shown,
  });
  return { key, info };
}

/**
 * The same at the wish of somebody who is signed in: a mail notifies the owner, who may be somebody else. Throws ApiError
 * invalid_api_key when that session has ended meanwhile (securing an account waits for its sessions), and
 * invalid_params beyond `maxKeys`.
 */
export async function createOwnKey(
  { id: userId, sessionId }: { id: string; sessionId: string },
  name: string,
  expiresAt: Date | null,
): Promise<string> {
  return await db().$transaction(async (tx) => {
    const session = await tx.$queryRaw<unknown[]>(sql`
      SELECT id FROM session WHERE id = ${sessionId} AND user_id = ${userId} FOR SHARE`);
    if (session.length === 0) throw refusal(because("signed_out"));
    await requireRoomForKey(userId, tx);
    const { key, info } = await createKey({ userId, name, expiresAt }, tx);
    await queueKeyMail(userId, info, tx);
    return key;
  });
}

/** Ended keys of the last day count too: each key is a row and a mail, however soon it is revoked. */
async function requireRoomForKey(userId: string, tx: Prisma.TransactionClient): Promise<void> {
  // One after the other for each account, so that the limit holds.
  await tx.$executeRaw(sql`SELECT id FROM "user" WHERE id = ${userId} FOR NO KEY UPDATE`);
  const [counted] = await tx.$queryRaw<{ count: number }[]>(sql`
    SELECT count(*)::int AS count FROM api_key
    WHERE user_id = ${userId} AND (created_at > now() - interval '1 day'
      OR (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())))`);
  if ((counted?.count ?? 0) >= maxKeys) throw refusal(because("too_many_keys", { count: maxKeys }));
}

/** All keys of a user, newest first, revoked ones too. */
export async function listKeys(userId: string): Promise<ApiKeyInfo[]> {
  return db().apiKey.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: shown,
  });
}

/** Ends every key of a user. Returns how many were in use. */
export async function revokeAllKeys(userId: string, tx: Prisma.TransactionClient): Promise<number> {
  const { count } = await tx.apiKey.updateMany({
    where: { userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return count;
}

/** Ends a key at once, on every process. False when this user has no such key in use. */
export async function revokeKey(userId: string, keyId: string): Promise<boolean> {
  const { count } = await db().apiKey.updateMany({
    where: { id: keyId, userId, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  return count === 1;
}
