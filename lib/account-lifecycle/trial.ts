import { isCardFreeTrial, isTrialOver, type TrialRefusal } from "../accounts/state.ts";
import { recordAudit } from "../audit/record.ts";
import { trialEndingMail } from "../billing/mails.ts";
import { retention } from "../contract/retention.ts";
import { moveCredits } from "../credits/move.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { queueMail } from "../mail/queue.ts";
import { smallestPlan } from "../plans/offer.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { keyedHash, keyedHashes } from "../platform/secrets.ts";
import { noticeSubscription } from "../webhooks/account-events.ts";
import { startAllowance } from "./allowance.ts";

/** Trials per client address and day. */
export const trialsPerAddress = 3;

/**
 * Starts the card-free trial with the full monthly allowance of the smallest plan, in the given transaction: once per
 * mailbox, also over deleted accounts, and `trialsPerAddress` a day per client address (null: not counted). A refusal
 * is stored in the account. With BILLING=off it starts the allowance instead.
 */
export async function startTrial(
  userId: string,
  tx: Prisma.TransactionClient,
  clientAddress?: string,
): Promise<void> {
  const { BILLING, TRIAL_DAYS } = env();
  if (BILLING === "off") return await startAllowance(userId, tx);
  if (TRIAL_DAYS === 0) return;
  const { tier, plan } = smallestPlan();
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const refusal = await claimTrial(canonicalMailbox(user.email), clientAddress, tx);
  const started = await tx.subscription.updateMany({
    // Never replaces a plan that is paid, set by the operator, or was used before.
    where: { userId, status: "canceled", stripeSubscriptionId: null, trialEndsAt: null },
    data: refusal
      ? { trialRefusal: refusal }
      : {
          tier,
          status: "trialing",
          creditsLimit: plan.monthlyCredits,
          trialEndsAt: new Date(Date.now() + TRIAL_DAYS * 24 * 60 * 60 * 1000),
          trialRefusal: null,
        },
  });
  if (refusal || started.count === 0) return;
  await moveCredits(
    {
      userId,
      kind: "allowance",
      reference: trialReference(userId),
      note: `${tier} trialing`,
      monthly: { set: plan.monthlyCredits },
    },
    tx,
  );
  await noticeSubscription(userId, "trial", tx);
  const after = { tier, status: "trialing", creditsLimit: plan.monthlyCredits };
  await recordAudit({ accountId: userId, action: "plan.changed", actor: trialActor, after }, tx);
}

const trialActor = { type: "system", id: null, name: "trial" } as const;

const trialReference = (userId: string) => `trial:${userId}`;

async function claimTrial(
  mailbox: string,
  clientAddress: string | undefined,
  tx: Prisma.TransactionClient,
): Promise<TrialRefusal | null> {
  const mailboxHash = keyedHash("trial mailbox", mailbox);
  const addressHash = clientAddress === undefined ? null : keyedHash("trial address", clientAddress);
  const hashes = keyedHashes("trial mailbox", mailbox);
  const known = await tx.trialClaim.findFirst({ where: { mailboxHash: { in: hashes } } });
  if (known) return "mailbox";
  if (addressHash !== null) {
    // Serializes concurrent starts, so that each counts the ones before it.
    await tx.$executeRaw(sql`SELECT pg_advisory_xact_lock(hashtextextended(${addressHash}, 0))`);
    const [counted] = await tx.$queryRaw<{ trials: number }[]>(sql`
      SELECT count(*)::int AS trials FROM trial_claim
      WHERE address_hash = ${addressHash} AND created_at > now() - interval '1 day'`);
    if ((counted?.trials ?? 0) >= trialsPerAddress) return "address";
  }
  const claimed = await tx.$executeRaw(sql`
    INSERT INTO trial_claim (mailbox_hash, address_hash) VALUES (${mailboxHash}, ${addressHash})
    ON CONFLICT DO NOTHING`);
  return claimed === 1 ? null : "mailbox";
}

/** Records, when an account is deleted, that its mailbox had a trial. */
export async function storeTrialClaim(userId: string, email: string, tx: Queryable): Promise<void> {
  const mailboxHash = keyedHash("trial mailbox", canonicalMailbox(email));
  await tx.$executeRaw(sql`
    INSERT INTO trial_claim (mailbox_hash)
    SELECT ${mailboxHash} FROM ledger_entry WHERE reference = ${trialReference(userId)}
    ON CONFLICT DO NOTHING`);
}

/** Deletes the client addresses of trials once they no longer count. */
export async function forgetTrialAddresses(): Promise<void> {
  await db().$executeRaw(sql`
    UPDATE trial_claim SET address_hash = NULL
    WHERE address_hash IS NOT NULL AND created_at < now() - ${retention.trialAddresses.days}::int * interval '1 day'`);
}

/** Ends expired trials: canceled, without monthly credits. Returns how many ended. */
export async function endTrials(): Promise<number> {
  const over = await db().$queryRaw<{ userId: string }[]>(sql`
    SELECT s.user_id AS "userId" FROM subscription s WHERE ${isTrialOver}`);
  for (const { userId } of over) {
    await db().$transaction(async (tx) => {
      const ended = await tx.$executeRaw(sql`
        UPDATE subscription s SET status = 'canceled', credits_limit = 0
        WHERE s.user_id = ${userId} AND ${isTrialOver}`);
      if (ended === 0) return;
      const reference = `trial-end:${userId}`;
      await moveCredits({ userId, kind: "expiry", reference, note: "trial ended", monthly: { set: 0 } }, tx);
      await noticeSubscription(userId, "trial-end", tx);
      const [before, after] = [{ status: "trialing" }, { status: "canceled", creditsLimit: 0 }];
      await recordAudit({ accountId: userId, action: "plan.changed", actor: trialActor, before, after }, tx);
    });
  }
  if (over.length > 0) log.info({ trials: over.length }, "trials ended");
  return over.length;
}

/** Domains that ignore dots in mailbox names. */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox behind the spellings of an address: case, plus-tags and, at Gmail, dots are dropped. */
export function canonicalMailbox(email: string): string {
  const address = email.normalize("NFC").trim().toLowerCase();
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  const name = address.slice(0, at).replace(/\+.*/, "");
  return dotless.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}

/** The trial that follows sign-up; null if this deployment has none. */
export function trialTerms(): { days: number; credits: number } | null {
  const { BILLING, TRIAL_DAYS } = env();
  return BILLING === "off" || TRIAL_DAYS === 0
    ? null
    : { credits: smallestPlan().plan.monthlyCredits, days: TRIAL_DAYS };
}

const noticeMs = 2 * 24 * 60 * 60 * 1000;

/** Queues one mail for each card-free trial that ends within two days. Returns the number of these trials. */
export async function noticeEndingTrials(now = new Date()): Promise<number> {
  const ending = await db().$queryRaw<{ userId: string; trialEndsAt: Date }[]>(sql`
    SELECT s.user_id AS "userId", s.trial_ends_at AS "trialEndsAt" FROM subscription s
    WHERE ${isCardFreeTrial}
      AND s.trial_ends_at > ${now} AND s.trial_ends_at < ${new Date(now.getTime() + noticeMs)}`);
  for (const { userId, trialEndsAt } of ending) {
    await queueMail(trialEndingMail(userId, userId, trialEndsAt.getTime() / 1000));
  }
  return ending.length;
}
