import { plans } from "../billing/plans.ts";
import { moveCredits } from "../credits/move.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { env } from "../env.ts";
import { newId } from "../ids.ts";

export interface Account {
  userId: string;
  email: string;
  name: string;
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  monthly: number;
  topup: number;
}

/** Gives a user the subscription and balance rows that every account has; does nothing when they are there. */
export async function openAccount(userId: string, on: Queryable = db()): Promise<void> {
  await on.$executeRaw(sql`
    WITH subscribed AS (
      INSERT INTO subscription (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING
    )
    INSERT INTO balance (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`);
}

/** Makes a user without a password, with an empty account. Throws when the address is taken. */
export async function createUser(email: string, name: string): Promise<string> {
  const userId = newId("usr");
  await db().$transaction(async (tx) => {
    await tx.user.create({ data: { id: userId, email: email.toLowerCase(), name } });
    await openAccount(userId, tx);
  });
  return userId;
}

/**
 * Puts an account on a plan by the operator's word, outside of billing: status, limit, and a full monthly
 * allowance (none when the status is not a working one).
 */
export async function setSubscription(
  userId: string,
  subscription: { tier: Tier; status: SubscriptionStatus; creditsLimit: number; trialEndsAt?: Date },
  reference: string,
): Promise<void> {
  const works = subscription.status === "active" || subscription.status === "trialing";
  await db().$transaction(async (tx) => {
    await tx.subscription.update({ where: { userId }, data: subscription });
    await moveCredits(
      {
        userId,
        kind: "allowance",
        reference,
        note: `${subscription.tier} ${subscription.status}`,
        monthly: { set: works ? subscription.creditsLimit : 0 },
      },
      tx,
    );
  });
}

/** Starts the card-free trial: once per user, with the full monthly allowance of the smallest plan. */
export async function startTrial(userId: string): Promise<void> {
  const { TRIAL_DAYS } = env();
  if (TRIAL_DAYS === 0) return;
  await setSubscription(
    userId,
    {
      tier: "starter",
      status: "trialing",
      creditsLimit: plans.starter.monthlyCredits,
      trialEndsAt: new Date(Date.now() + TRIAL_DAYS * 24 * 60 * 60 * 1000),
    },
    `trial:${userId}`,
  );
}

/** Ends trials whose time is over: canceled, and no monthly credits left. Returns how many ended. */
export async function endTrials(): Promise<number> {
  const over = await db().subscription.findMany({
    where: { status: "trialing", stripeSubscriptionId: null, trialEndsAt: { lt: new Date() } },
    select: { userId: true },
  });
  for (const { userId } of over) {
    await db().$transaction(async (tx) => {
      const { count } = await tx.subscription.updateMany({
        where: { userId, status: "trialing", stripeSubscriptionId: null, trialEndsAt: { lt: new Date() } },
        data: { status: "canceled", creditsLimit: 0 },
      });
      if (count === 0) return;
      const reference = `trial-end:${userId}`;
      await moveCredits({ userId, kind: "expiry", reference, note: "trial ended", monthly: { set: 0 } }, tx);
    });
  }
  return over.length;
}

export async function getAccount(email: string): Promise<Account | null> {
  const user = await db().user.findUnique({
    where: { email: email.toLowerCase() },
    include: { subscription: true, balance: true },
  });
  if (!user?.subscription || !user.balance) return null;
  const { subscription, balance } = user;
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    tier: subscription.tier,
    status: subscription.status,
    creditsLimit: subscription.creditsLimit,
    monthly: balance.monthly,
    topup: balance.topup,
  };
}
