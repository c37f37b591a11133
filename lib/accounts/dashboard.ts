import { cache } from "react";
import type { SubscriptionStatus } from "../db/generated/enums.ts";
import { requireAccount, type TrialRefusal } from "./standing.ts";
import { awaitsProof } from "./trial.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface DashboardAccount {
  status: SubscriptionStatus;
  balance: { monthly: number; topup: number; total: number };
  /** Days until the trial ends, rounded up; null outside of a trial. */
  trialDaysLeft: number | null;
  /** The trial waits for the mail address to be confirmed. */
  awaitsProof: boolean;
  /** Why this account got no trial. */
  trialRefusal: TrialRefusal | null;
}

/** What the dashboard's frame and pages show of an account. Asked once per request, however often it is called. */
export const getDashboardAccount = cache(async (userId: string): Promise<DashboardAccount> => {
  const account = await requireAccount(userId);
  const { status, monthly, topup, trialEndsAt, trialRefusal } = account;
  return {
    status,
    balance: { monthly, topup, total: monthly + topup },
    trialDaysLeft: trialEndsAt && Math.ceil((trialEndsAt.getTime() - Date.now()) / dayMs),
    awaitsProof: awaitsProof(account),
    trialRefusal,
  };
});
