import { recordAudit } from "../audit/record.ts";
import type { Locale } from "../contract/locales.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { accountsOf } from "../platform/ids.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A trial without a card; `s` is the subscription. One that Stripe keeps is Stripe's to end. */
export const isCardFreeTrial = sql`(
  s.status = 'trialing' AND s.stripe_subscription_id IS NULL AND s.trial_ends_at IS NOT NULL)`;

/** The one rule: such a trial past its end is canceled, with limit 0 and no monthly credits, swept up or not. */
export const isTrialOver = sql`(${isCardFreeTrial} AND s.trial_ends_at <= now())`;

/** The columns of an `AccountRow`, of `s` (subscription) and `b` (balance). */
export const accountColumns = sql`
  s.tier,
  CASE WHEN ${isTrialOver} THEN 'canceled' ELSE s.status::text END AS status,
  CASE WHEN ${isTrialOver} THEN 0 ELSE s.credits_limit END AS "creditsLimit",
  CASE WHEN ${isTrialOver} THEN 0 ELSE b.monthly END AS monthly,
  b.topup,
  CASE WHEN ${isCardFreeTrial} AND NOT ${isTrialOver} THEN s.trial_ends_at END AS "trialEndsAt",
  s.trial_ends_at IS NOT NULL AS "hadTrial", s.trial_refusal AS "trialRefusal",
  s.period_ends_at AS "periodEndsAt", s.cancel_at_period_end AS "cancelAtPeriodEnd",
  s.next_tier AS "nextTier",
  s.stripe_customer_id AS "stripeCustomerId", s.stripe_subscription_id AS "stripeSubscriptionId",
  s.suspended_at AS "suspendedAt", s.secured_at AS "securedAt",
  CASE WHEN s.closing_at IS NOT NULL THEN 'deleted' WHEN s.suspended_at IS NOT NULL THEN 'suspended' END AS shut`;

/** Why an account got no trial: its mailbox had one, or too many began from one address that day. */
export type TrialRefusal = "mailbox" | "address";

/** An account as the database has it. */
export interface AccountRow {
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  monthly: number;
  topup: number;
  /** When the running card-free trial ends; null outside of one. */
  trialEndsAt: Date | null;
  /** A card-free trial began, and may be over. */
  hadTrial: boolean;
  trialRefusal: TrialRefusal | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  /** The plan that the next period brings, where it is another. */
  nextTier: Tier | null;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  suspendedAt: Date | null;
  /** When every way into the account was last ended (auth/secure.ts). */
  securedAt: Date | null;
  /** The operator suspended the account, or it is being deleted: nothing may be done with it. */
  shut: "suspended" | "deleted" | null;
}

/** What an account has and may do, the same for the API, every page and the operator's tool. */
export interface AccountState extends AccountRow {
  /** Both kinds of credits. */
  total: number;
  /** The subscription lets its owner work. */
  isActive: boolean;
  /** A subscription is paid for through Stripe; otherwise the plan is the operator's or the trial's. */
  isPaid: boolean;
  /** Days until the card-free trial ends, rounded up; null outside of one. */
  trialDaysLeft: number | null;
}

export function toAccountState<Row extends AccountRow>(row: Row): Row & AccountState {
  const { monthly, topup, status, stripeSubscriptionId, trialEndsAt } = row;
  return {
    ...row,
    total: monthly + topup,
    isActive: isActive(status),
    isPaid: stripeSubscriptionId !== null && status !== "canceled",
    trialDaysLeft: trialEndsAt && Math.ceil((trialEndsAt.getTime() - Date.now()) / dayMs),
  };
}

/** Whether a subscription of this status lets its owner work. */
export function isActive(status: SubscriptionStatus): boolean {
  return status === "active" || status === "trialing";
}

/** The credit query: what the statement that knew the caller has found. */
export async function readCredits(_input: unknown, { account }: { account: AccountState }) {
  const { monthly: monthlyRemaining, topup: topupRemaining, total, creditsLimit, tier, status } = account;
  return { monthlyRemaining, topupRemaining, total, creditsLimit, tier, status };
}

export interface Account extends AccountState {
  userId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  /** The trial waits for the mail address to be confirmed. */
  awaitsProof: boolean;
}

/** The account of a mail address, or null. */
export async function getAccount(email: string): Promise<Account | null> {
  return await readAccount(sql`u.email = ${email.toLowerCase()}`);
}

/** The account of a user, or null. */
export async function findAccount(userId: string): Promise<Account | null> {
  return await readAccount(sql`u.id = ${userId}`);
}

/** The account of a user. Throws when there is none. */
export async function requireAccount(userId: string): Promise<Account> {
  const account = await findAccount(userId);
  if (!account) throw new Error(`User ${userId} has no account`);
  return account;
}

async function readAccount(who: Prisma.Sql): Promise<Account | null> {
  const [row] = await db().$queryRaw<
    (AccountRow & Pick<Account, "userId" | "email" | "name" | "emailVerified">)[]
  >(sql`
    SELECT u.id AS "userId", u.email, u.name, u.email_verified AS "emailVerified", ${accountColumns}
    FROM "user" u JOIN subscription s ON s.user_id = u.id JOIN balance b ON b.user_id = u.id
    WHERE ${who}`);
  if (!row) return null;
  const isWithoutPlan = row.status === "canceled" && row.stripeSubscriptionId === null;
  const mayHaveTrial = env().TRIAL_DAYS > 0 && isWithoutPlan && !row.hadTrial && !row.trialRefusal;
  return { ...toAccountState(row), awaitsProof: needsProof() && !row.emailVerified && mayHaveTrial };
}

/** Whether trials wait until the mail address is proven: where mail is set up. */
export const needsProof = () => env().SMTP_URL !== undefined;

/** Keeps the language that an account is written to in, and that its next sign-in elsewhere takes. */
export async function keepLocale(userId: string, locale: Locale): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { locale } });
}

/**
 * Shuts an account until it is resumed: sessions end, nobody signs in, its keys and uploads are refused. Nothing of
 * it is changed or lost; the note is in the audit log. False when it was suspended already.
 */
export async function suspendAccount(userId: string, note?: string): Promise<boolean> {
  return await db().$transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { userId: { in: accountsOf(userId) }, suspendedAt: null },
      data: { suspendedAt: new Date() },
    });
    await tx.session.deleteMany({ where: { userId } });
    const after = note === undefined ? {} : { after: { note } };
    if (count > 0) await recordAudit({ accountId: userId, action: "account.suspended", ...after }, tx);
    return count > 0;
  });
}

/** Opens a suspended account again, exactly as it was. False when it was not suspended. */
export async function resumeAccount(userId: string): Promise<boolean> {
  return await db().$transaction(async (tx) => {
    const { count } = await tx.subscription.updateMany({
      where: { userId: { in: accountsOf(userId) }, suspendedAt: { not: null } },
      data: { suspendedAt: null },
    });
    if (count > 0) await recordAudit({ accountId: userId, action: "account.resumed" }, tx);
    return count > 0;
  });
}
