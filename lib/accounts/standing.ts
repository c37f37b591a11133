import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, type Prisma, sql } from "../db/index.ts";

/** A trial that no card stands behind; `s` is the subscription. One that Stripe keeps is Stripe's to end. */
export const isCardFreeTrial = sql`(
  s.status = 'trialing' AND s.stripe_subscription_id IS NULL AND s.trial_ends_at IS NOT NULL)`;

/** The one rule: such a trial past its end is canceled, with limit 0 and no monthly credits, swept up or not. */
export const isTrialOver = sql`(${isCardFreeTrial} AND s.trial_ends_at <= now())`;

/** Plan and credits as they count now, of `s` (subscription) and `b` (balance). */
export const standingColumns = sql`
  s.tier,
  CASE WHEN ${isTrialOver} THEN 'canceled' ELSE s.status::text END AS status,
  CASE WHEN ${isTrialOver} THEN 0 ELSE s.credits_limit END AS "creditsLimit",
  CASE WHEN ${isTrialOver} THEN 0 ELSE b.monthly END AS monthly,
  b.topup`;

export interface Standing {
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  monthly: number;
  topup: number;
}

/** Why an account got no trial: its mailbox had one, or too many began from one address that day. */
export type TrialRefusal = "mailbox" | "address";

export interface Account extends Standing {
  userId: string;
  email: string;
  name: string;
  emailVerified: boolean;
  /** When the running card-free trial ends; null outside of one. */
  trialEndsAt: Date | null;
  /** A card-free trial began, and may be over. */
  hadTrial: boolean;
  trialRefusal: TrialRefusal | null;
  periodEndsAt: Date | null;
  cancelAtPeriodEnd: boolean;
  stripeCustomerId: string | null;
  stripeSubscriptionId: string | null;
  suspendedAt: Date | null;
  closingAt: Date | null;
}

/** The account of a mail address, or null. */
export async function getAccount(email: string): Promise<Account | null> {
  return await readAccount(sql`u.email = ${email.toLowerCase()}`);
}

/** The account of a user. Throws when there is none. */
export async function requireAccount(userId: string): Promise<Account> {
  const account = await readAccount(sql`u.id = ${userId}`);
  if (!account) throw new Error(`User ${userId} has no account`);
  return account;
}

async function readAccount(who: Prisma.Sql): Promise<Account | null> {
  const rows = await db().$queryRaw<Account[]>(sql`
    SELECT u.id AS "userId", u.email, u.name, u.email_verified AS "emailVerified", ${standingColumns},
           CASE WHEN ${isCardFreeTrial} AND NOT ${isTrialOver} THEN s.trial_ends_at END AS "trialEndsAt",
           s.trial_ends_at IS NOT NULL AS "hadTrial", s.trial_refusal AS "trialRefusal", s.period_ends_at AS "periodEndsAt",
           s.cancel_at_period_end AS "cancelAtPeriodEnd", s.stripe_customer_id AS "stripeCustomerId",
           s.stripe_subscription_id AS "stripeSubscriptionId", s.suspended_at AS "suspendedAt",
           s.closing_at AS "closingAt"
    FROM "user" u JOIN subscription s ON s.user_id = u.id JOIN balance b ON b.user_id = u.id
    WHERE ${who}`);
  return rows[0] ?? null;
}
