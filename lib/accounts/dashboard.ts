import { cache } from "react";
import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db } from "../db/index.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface DashboardAccount {
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  balance: { monthly: number; topup: number; total: number };
  /** Days until the trial ends, rounded up; null outside of a trial. */
  trialDaysLeft: number | null;
}

/** What the dashboard's frame and pages show of an account. Asked once per request, however often it is called. */
export const getDashboardAccount = cache(async (userId: string): Promise<DashboardAccount> => {
  const { subscription, balance } = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { subscription: true, balance: true },
  });
  const trialMs =
    subscription?.status === "trialing" && subscription.trialEndsAt
      ? subscription.trialEndsAt.getTime() - Date.now()
      : null;
  const ended = trialMs !== null && trialMs <= 0;
  const monthly = ended ? 0 : (balance?.monthly ?? 0);
  const topup = balance?.topup ?? 0;
  return {
    tier: subscription?.tier ?? "starter",
    status: ended ? "canceled" : (subscription?.status ?? "canceled"),
    creditsLimit: ended ? 0 : (subscription?.creditsLimit ?? 0),
    balance: { monthly, topup, total: monthly + topup },
    trialDaysLeft: trialMs === null || ended ? null : Math.ceil(trialMs / dayMs),
  };
});
