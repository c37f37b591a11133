import { moveCredits } from "../credits/move.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, type Queryable, sql } from "../db/index.ts";
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
