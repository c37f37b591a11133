import type { SubscriptionStatus, Tier } from "../db/generated/enums.ts";
import { db } from "../db/index.ts";

export interface BillingOverview {
  tier: Tier;
  status: SubscriptionStatus;
  creditsLimit: number;
  monthly: number;
  topup: number;
  trialEndsAt: Date | null;
  periodEndsAt: Date | null;
  /** The subscription runs out at the end of its period. */
  endsThen: boolean;
  /** A subscription is paid for through Stripe; otherwise the plan is the operator's or the trial's. */
  isPaid: boolean;
  /** There is something to see in the customer portal. */
  isCustomer: boolean;
}

/** What the billing page shows of an account, an ended trial counted as ended. */
export async function getBillingOverview(userId: string): Promise<BillingOverview> {
  const { subscription: plan, balance } = await db().user.findUniqueOrThrow({
    where: { id: userId },
    select: { subscription: true, balance: true },
  });
  const trialEndsAt = plan?.status === "trialing" && !plan.stripeSubscriptionId ? plan.trialEndsAt : null;
  const ended = trialEndsAt !== null && trialEndsAt.getTime() <= Date.now();
  return {
    tier: plan?.tier ?? "starter",
    status: ended ? "canceled" : (plan?.status ?? "canceled"),
    creditsLimit: ended ? 0 : (plan?.creditsLimit ?? 0),
    monthly: ended ? 0 : (balance?.monthly ?? 0),
    topup: balance?.topup ?? 0,
    trialEndsAt,
    periodEndsAt: plan?.periodEndsAt ?? null,
    endsThen: plan?.cancelAtPeriodEnd ?? false,
    isPaid: Boolean(plan?.stripeSubscriptionId) && plan?.status !== "canceled",
    isCustomer: Boolean(plan?.stripeCustomerId),
  };
}
