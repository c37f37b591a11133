import { randomBytes } from "node:crypto";
import { attemptsOf, clearAttempts } from "../accounts/attempts.ts";
import { recordAudit } from "../audit/record.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { revokeAllKeys } from "../keys/index.ts";
import { queueSecuredMail, type Secured } from "../mail/secured.ts";
import { accountsOf } from "../platform/ids.ts";
import { secureEndpoints } from "../webhooks/endpoint-status.ts";
import { forgetDevices } from "./devices.ts";
import { auth } from "./index.ts";
import { undoDays } from "./mails.ts";
import { endWaysIn } from "./ways-in.ts";

const dayMs = 24 * 60 * 60 * 1000;

type Transaction = Prisma.TransactionClient;

export interface Securing {
  /**
   * Second steps and providers added less than `undoDays` before this moment are attributed to an intruder and
   * removed; null keeps all that are proven, if only the mailbox is.
   */
  suspectedAt: Date | null;
  /** Hash of the new password; null keeps the current one. */
  passwordHash: string | null;
  /**
   * Also ends the links with which former addresses undo a change. Only for proven owners: an intruder who moved the
   * account and secures it must not end the owner's last way back.
   */
  endsUndoLinks: boolean;
}

/**
 * Ends all access to an account except through its mailbox: sessions, API keys, mailed links, upload
 * signatures, devices, and recently added second steps and providers; webhook endpoints are paused. Work, credits,
 * settings and plan stay. The owner is mailed a list.
 */
export async function secureAccount(userId: string, securing: Securing): Promise<Secured> {
  return await db().$transaction((tx) => secureWithin(tx, userId, securing));
}

/** The same within the caller's transaction. */
export async function secureWithin(
  tx: Transaction,
  userId: string,
  { suspectedAt, passwordHash, endsUndoLinks }: Securing,
): Promise<Secured> {
  // First, which locks the row: operations waiting for it then see the account as secured (accounts/state.ts).
  await tx.subscription.updateMany({
    where: { userId: { in: accountsOf(userId) } },
    data: { securedAt: new Date() },
  });
  const since = suspectedAt && new Date(suspectedAt.getTime() - undoDays * dayMs);
  const sessions = await endWaysIn(userId, tx);
  if (passwordHash !== null) {
    await tx.account.updateMany({
      where: { userId, providerId: "credential" },
      data: { password: passwordHash },
    });
  }
  if (endsUndoLinks) await endUndoLinks(tx, userId);
  const secured: Secured = {
    sessions,
    apiKeys: await revokeAllKeys(userId, tx),
    webhookEndpoints: await secureEndpoints(userId, tx),
    secondStep: since !== null && (await dropNewSecondStep(tx, userId, since)),
    providers: since === null ? 0 : await dropNewProviders(tx, userId, since),
  };
  await forgetDevices(userId, tx);
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, email: true } });
  await clearAttempts(attemptsOf(user), tx);
  await queueSecuredMail(userId, { ...secured, isPasswordKept: passwordHash === null }, tx);
  const after = { ...secured };
  await recordAudit({ accountId: userId, byOwner: true, action: "account.secured", after }, tx);
  return secured;
}

async function endUndoLinks(tx: Transaction, userId: string): Promise<void> {
  await tx.emailChange.updateMany({ where: { userId, undoneAt: null }, data: { undoneAt: new Date() } });
}

/** Removes a second step added since `since`. An older one is the owner's. */
async function dropNewSecondStep(tx: Transaction, userId: string, since: Date): Promise<boolean> {
  await tx.twoFactor.deleteMany({ where: { userId, createdAt: { gte: since } } });
  if ((await tx.twoFactor.count({ where: { userId } })) > 0) return false;
  const { count } = await tx.user.updateMany({
    where: { id: userId, twoFactorEnabled: true },
    data: { twoFactorEnabled: false },
  });
  return count === 1;
}

/** Keeps the first provider, with which the account was created. */
async function dropNewProviders(tx: Transaction, userId: string, since: Date): Promise<number> {
  return await tx.$executeRaw(sql`
    DELETE FROM account a
    WHERE a.user_id = ${userId} AND a.provider_id <> 'credential' AND a.created_at >= ${since}
      AND EXISTS (SELECT FROM account first WHERE first.user_id = a.user_id AND first.created_at < a.created_at)`);
}

/** A password's hash in the library's format. Computed before a transaction begins, because it takes a while. */
export async function hashPassword(password: string): Promise<string> {
  const { password: hasher } = await auth().$context;
  return await hasher.hash(password);
}

/** The hash of a random, unknown password. */
export const hashOfNoPassword = () => hashPassword(randomBytes(32).toString("base64url"));
