import type { SubscriptionStatus } from "../db/generated/enums.ts";

/**
 * What each status of a Stripe subscription means for the account; null means that the subscription does not
 * count (its first payment never came). Reasons: docs/decisions/billing-status.md.
 */
const statuses: Record<string, { status: SubscriptionStatus; rank: number } | null> = {
  active: { status: "active", rank: 3 },
  trialing: { status: "trialing", rank: 3 },
  past_due: { status: "past_due", rank: 2 },
  unpaid: { status: "past_due", rank: 2 },
  paused: { status: "past_due", rank: 2 },
  canceled: { status: "canceled", rank: 1 },
  incomplete: null,
  incomplete_expired: null,
};

/** The account's status for a status of Stripe's; null when the subscription does not count. */
export function accountStatus(stripeStatus: string): SubscriptionStatus | null {
  return statuses[stripeStatus]?.status ?? null;
}

/** Which of several subscriptions speaks for the account: the highest rank, then the newest. */
export function statusRank(stripeStatus: string): number {
  return statuses[stripeStatus]?.rank ?? 0;
}
