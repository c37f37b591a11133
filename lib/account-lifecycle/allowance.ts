import { recordAudit } from "../audit/record.ts";
import { moveCredits } from "../credits/move.ts";
import { db, type Prisma, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { noticeSubscription } from "../webhooks/account-events.ts";

// Credits of a service that sells none (BILLING=off): a number a month, set per account by the operator.

/** `2026-11`, in UTC. */
const monthOf = (now: Date) => now.toISOString().slice(0, 7);

const referenceOf = (userId: string, month: string) => `allowance:${userId}:${month}`;

/**
 * Gives a new account MONTHLY_CREDITS, in the given transaction. An account that had an allowance or a plan before
 * keeps what the operator set.
 */
export async function startAllowance(userId: string, tx: Prisma.TransactionClient): Promise<void> {
  const { MONTHLY_CREDITS: credits } = env();
  const reference = referenceOf(userId, monthOf(new Date()));
  const had = await tx.ledgerEntry.count({ where: { userId, kind: "allowance" } });
  if (had > 0) return;
  const after = { tier: "starter", status: "active", creditsLimit: credits } as const;
  const { count } = await tx.subscription.updateMany({
    where: { userId, status: "canceled", stripeSubscriptionId: null },
    data: after,
  });
  if (count === 0) return;
  const note = "first allowance";
  await moveCredits({ userId, kind: "allowance", reference, note, monthly: { set: credits } }, tx);
  await noticeSubscription(userId, reference, tx);
  const actor = { type: "system", id: null, name: "allowance" } as const;
  await recordAudit({ accountId: userId, action: "plan.changed", actor, after }, tx);
}

/**
 * Starts the month of every active account that had no allowance in it yet: its monthly credits become its limit, once,
 * however often and late this runs. Returns the number of accounts.
 */
export async function renewAllowances(now = new Date()): Promise<number> {
  const month = monthOf(now);
  const due = await db().$queryRaw<{ userId: string; credits: number }[]>(sql`
    SELECT s.user_id AS "userId", s.credits_limit AS credits FROM subscription s
    WHERE s.status = 'active' AND s.stripe_subscription_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_entry l WHERE l.user_id = s.user_id AND l.kind = 'allowance'
                      AND l.created_at >= date_trunc('month', ${now}::timestamptz, 'UTC'))`);
  for (const { userId, credits } of due) {
    const reference = referenceOf(userId, month);
    await moveCredits({ userId, kind: "allowance", reference, note: month, monthly: { set: credits } });
  }
  if (due.length > 0) log.info({ accounts: due.length, month }, "allowances renewed");
  return due.length;
}
