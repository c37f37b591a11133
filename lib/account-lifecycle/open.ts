import { isActive } from "../accounts/state.ts";
import { differenceOf, recordAudit } from "../audit/record.ts";
import { moveCredits } from "../credits/move.ts";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db, type Queryable, sql } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { noticeSubscription } from "../webhooks/account-events.ts";

/** Inserts the subscription and balance rows that every account has, unless they exist. */
export async function openAccount(userId: string, on: Queryable = db()): Promise<void> {
  await on.$executeRaw(sql`
    WITH subscribed AS (
      INSERT INTO subscription (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING
    )
    INSERT INTO balance (user_id) VALUES (${userId}) ON CONFLICT DO NOTHING`);
}

/**
 * Creates a user without a password and an empty account. The address counts as verified, because only the operator
 * creates accounts this way. Throws if the address is taken.
 */
export async function createUser(email: string, name: string): Promise<string> {
  const userId = newId("usr");
  await db().$transaction(async (tx) => {
    await tx.user.create({ data: { id: userId, email: email.toLowerCase(), name, emailVerified: true } });
    await openAccount(userId, tx);
    await recordAudit({ accountId: userId, action: "account.created" }, tx);
  });
  return userId;
}

const audited = ["tier", "status", "creditsLimit"] as const;

/**
 * Sets an account's plan for the operator, outside of billing: status, limit, and a full monthly allowance (none if
 * the status is inactive).
 */
export async function setSubscription(
  userId: string,
  subscription: { tier: Tier; status: SubscriptionStatus; creditsLimit: number },
  reference: string,
): Promise<void> {
  await db().$transaction(async (tx) => {
    // A plan set by the operator lasts until the operator changes it: no end of a trial applies.
    const before = await tx.subscription.findUniqueOrThrow({ where: { userId } });
    await tx.subscription.update({ where: { userId }, data: { ...subscription, trialEndsAt: null } });
    const difference = differenceOf<typeof subscription>(before, subscription, audited);
    if (difference) await recordAudit({ accountId: userId, action: "plan.changed", ...difference }, tx);
    await moveCredits(
      {
        userId,
        kind: "allowance",
        reference,
        note: `${subscription.tier} ${subscription.status}`,
        monthly: { set: isActive(subscription.status) ? subscription.creditsLimit : 0 },
      },
      tx,
    );
    await noticeSubscription(userId, reference, tx);
  });
}
