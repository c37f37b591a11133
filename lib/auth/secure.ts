import { randomBytes } from "node:crypto";
import { attemptsOf, clearAttempts } from "../accounts/attempts.ts";
import { recordAudit } from "../audit/record.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { revokeAllKeys } from "../keys/index.ts";
import { unshareAllLooks } from "../looks/share.ts";
import { queueSecuredMail } from "../mail/secured.ts";
import { accountsOf } from "../platform/ids.ts";
import { endLinksOf } from "../support/links.ts";
import { secureEndpoints } from "../webhooks/endpoints.ts";
import { forgetDevices } from "./devices.ts";
import { auth } from "./index.ts";
import { undoDays } from "./mails.ts";

const dayMs = 24 * 60 * 60 * 1000;

type Transaction = Prisma.TransactionClient;

/** What securing an account ended. */
export interface Secured {
  sessions: number;
  apiKeys: number;
  /** Paused, each with a new secret. */
  webhookEndpoints: number;
  sharedLooks: number;
  /** A second step that was set up lately is gone. */
  secondStep: boolean;
  /** Ways to sign in through a provider that were added lately. */
  providers: number;
}

export interface Securing {
  /**
   * Second steps and providers that were set up less than `undoDays` before this moment count as somebody else's and are
   * removed; null keeps them all, where only the mailbox is proven.
   */
  suspectedAt: Date | null;
  /** The password from now on, hashed; null keeps the one of today. */
  passwordHash: string | null;
  /**
   * Ends also the links by which former addresses take the account back. Only for who is known to be the owner: an
   * intruder who moved the account and then secures it must not end the owner's last way back.
   */
  endsUndoLinks: boolean;
}

/**
 * Ends every way into an account but the mailbox of its address: sessions, API keys, shared links, links in mails,
 * upload signatures, devices, and second steps and providers that were added lately; webhook endpoints are paused. Work,
 * credits, settings and the plan stay. What was ended is mailed to the owner.
 */
export async function secureAccount(userId: string, securing: Securing): Promise<Secured> {
  return await db().$transaction((tx) => secureWithin(tx, userId, securing));
}

/** The same in a transaction of the caller. */
export async function secureWithin(
  tx: Transaction,
  userId: string,
  { suspectedAt, passwordHash, endsUndoLinks }: Securing,
): Promise<Secured> {
  // First, and locked until the end: what waits for it finds the account secured (accounts/secured.ts).
  await tx.subscription.updateMany({
    where: { userId: { in: accountsOf(userId) } },
    data: { securedAt: new Date() },
  });
  const since = suspectedAt && new Date(suspectedAt.getTime() - undoDays * dayMs);
  const { count: sessions } = await tx.session.deleteMany({ where: { userId } });
  if (passwordHash !== null) {
    await tx.account.updateMany({
      where: { userId, providerId: "credential" },
      data: { password: passwordHash },
    });
  }
  await endLinks(tx, userId, endsUndoLinks);
  await endLinksOf(userId, tx);
  const secured: Secured = {
    sessions,
    apiKeys: await revokeAllKeys(userId, tx),
    webhookEndpoints: await secureEndpoints(userId, tx),
    sharedLooks: await unshareAllLooks(userId, tx),
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

/** Links for a new password, halves of a sign-in, and addresses that wait to be confirmed. */
async function endLinks(tx: Transaction, userId: string, endsUndoLinks: boolean): Promise<void> {
  await tx.verification.deleteMany({ where: { value: userId } });
  await tx.emailChange.deleteMany({ where: { userId, confirmedAt: null } });
  if (!endsUndoLinks) return;
  await tx.emailChange.updateMany({ where: { userId, undoneAt: null }, data: { undoneAt: new Date() } });
}

/** A second step since `since`, and one whose setting up was only begun. An older one is its owner's. */
async function dropNewSecondStep(tx: Transaction, userId: string, since: Date): Promise<boolean> {
  await tx.twoFactor.deleteMany({
    where: { userId, OR: [{ createdAt: { gte: since } }, { verified: false }] },
  });
  if ((await tx.twoFactor.count({ where: { userId } })) > 0) return false;
  const { count } = await tx.user.updateMany({
    where: { id: userId, twoFactorEnabled: true },
    data: { twoFactorEnabled: false },
  });
  return count === 1;
}

/** The first way to sign in stays: with it the account was made. */
async function dropNewProviders(tx: Transaction, userId: string, since: Date): Promise<number> {
  return await tx.$executeRaw(sql`
    DELETE FROM account a
    WHERE a.user_id = ${userId} AND a.provider_id <> 'credential' AND a.created_at >= ${since}
      AND EXISTS (SELECT FROM account first WHERE first.user_id = a.user_id AND first.created_at < a.created_at)`);
}

/** A password's hash as the library stores it. Made before a transaction begins: it takes a while. */
export async function hashPassword(password: string): Promise<string> {
  const { password: hasher } = await auth().$context;
  return await hasher.hash(password);
}

/** The hash of a password that nobody knows. */
export const hashOfNoPassword = () => hashPassword(randomBytes(32).toString("base64url"));
