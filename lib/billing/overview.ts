import { type Account, requireAccount } from "../accounts/standing.ts";

export interface BillingOverview
  extends Pick<
    Account,
    "tier" | "status" | "creditsLimit" | "monthly" | "topup" | "trialEndsAt" | "periodEndsAt"
  > {
  /** The subscription runs out at the end of its period. */
  endsThen: boolean;
  /** A subscription is paid for through Stripe; otherwise the plan is the operator's or the trial's. */
  isPaid: boolean;
  /** There is something to see in the customer portal. */
  isCustomer: boolean;
}

/** What the billing page shows of an account. */
export async function getBillingOverview(userId: string): Promise<BillingOverview> {
  const account = await requireAccount(userId);
  const { tier, status, creditsLimit, monthly, topup, trialEndsAt, periodEndsAt } = account;
  return {
    ...{ tier, status, creditsLimit, monthly, topup, trialEndsAt, periodEndsAt },
    endsThen: account.cancelAtPeriodEnd,
    isPaid: account.stripeSubscriptionId !== null && status !== "canceled",
    isCustomer: account.stripeCustomerId !== null,
  };
}
