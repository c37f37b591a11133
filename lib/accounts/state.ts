import { recordAudit } from "../audit/record.ts";
import type { Locale } from "../contract/locales.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, type Prisma, type Queryable, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { refusal } from "../platform/errors.ts";
import { accountsOf } from "../platform/ids.ts";
import { because } from "../platform/reasons.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A trial without a card; `s` is the subscription. Trials at Stripe are ended by Stripe. */
export const isCardFreeTrial = sql`(
  s.status = 'trialing' AND s.stripe_subscription_id IS NULL AND s.trial_ends_at IS NOT NULL)`;

/** The single rule: such a trial past its end is canceled, with limit 0 and no monthly credits, swept or not. */
export const isTrialOver = sql`(${isCardFreeTrial} AND s.trial_ends_at <= now())`;

/** The columns of an `AccountRow`, from `s` (subscription) and `b` (balance). */
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

/** An account as stored. */
export interface AccountRow {
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  monthly: number;
  topup: number;
  /** End of the current card-free trial; null without one. */
  trialEndsAt: Date | null;
  /** A card-free trial was started; it may have ended. */
  hadTrial: boolean;
  trialRefusal: TrialRefusal | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  /** The plan of the next period, if it differs. */
  nextTier: Tier | null;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  suspendedAt: Date | null;
  /** When the account was last secured (auth/secure.ts). */
  securedAt: Date | null;
  /** Set if the account is suspended or being deleted: nothing may be done with it. */
  shut: "suspended" | "deleted" | null;
}

/** State and permissions of an account, the same for the API, every page and the operator's command line. */
export interface AccountState extends AccountRow {
  /** Monthly and top-up credits together. */
  total: number;
  /** The subscription allows orders. */
  isActive: boolean;
  /** A subscription is paid through Stripe; otherwise the plan comes from the operator or the trial. */
  isPaid: boolean;
  /** Days until the card-free trial ends, rounded up; null without one. */
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

/** Whether a subscription with this status allows orders. */
export function isActive(status: SubscriptionStatus): boolean {
  return status === "active" || status === "trialing";
}

/** The credits of the caller, already read by the statement that authenticated it. */
export async function readCredits(_input: unknown, { account }: { account: AccountState }) {
  const { monthly: monthlyRemaining, topup: topupRemaining, total, creditsLimit, tier, status } = account;
  return { monthlyRemaining, topupRemaining, total, creditsLimit, tier, status };
}

export interface Account extends AccountState {
  userId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  /** The trial starts when the mail address is confirmed. */
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

/** The account of a user. Throws if there is none. */
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
  const { BILLING, TRIAL_DAYS } = env();
  const mayHaveTrial =
    (BILLING === "off" || TRIAL_DAYS > 0) && isWithoutPlan && !row.hadTrial && !row.trialRefusal;
  return { ...toAccountState(row), awaitsProof: needsProof() && !row.emailVerified && mayHaveTrial };
}

/** Whether trials wait for a verified mail address, which requires a configured mail server. */
export const needsProof = () => env().SMTP_URL !== undefined;

/** Stores the language of an account's mails and of its next sign-in in another browser. */
export async function storeLocale(userId: string, locale: Locale): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { locale } });
}

/**
 * Suspends an account until it is resumed: sessions end, sign-in, keys and uploads are refused. No data is changed or
 * lost; the note goes to the audit log. False if it was already suspended.
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

/** Resumes a suspended account, exactly as it was. False if it was not suspended. */
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

/** The caller as authenticated at the start of its request. */
export interface RecognizedCaller {
  userId: string;
  /** Absent without a request. */
  account?: { securedAt: Date | null };
}

/**
 * Refuses to grant access to a request that began before its account was secured: a slow body or name server can
 * delay a request for long. Runs in the transaction that grants access.
 */
export async function requireNotSecuredSince(caller: RecognizedCaller, tx: Queryable): Promise<void> {
  const { userId, account } = caller;
  if (!account) return;
  const [now] = await tx.$queryRaw<{ securedAt: Date | null }[]>(sql`
    SELECT secured_at AS "securedAt" FROM subscription WHERE user_id = ${userId} FOR SHARE`);
  if (now?.securedAt?.getTime() === account.securedAt?.getTime()) return;
  throw refusal(because("secured_meanwhile"));
}
