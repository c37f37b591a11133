import type { SubscriptionStatus } from "../db/generated/enums.ts";

/**
 * Meaning of each Stripe subscription status for the account; null means that the subscription does not count (its
 * first payment never arrived). Reasons: docs/decisions/billing.md.
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

/** The account status for a Stripe status; null if the subscription does not count. */
export function accountStatus(stripeStatus: string): SubscriptionStatus | null {
  return statuses[stripeStatus]?.status ?? null;
}

/** The rank of a status: the subscription of highest rank, then the newest, determines the account's plan. */
export function statusRank(stripeStatus: string): number {
  return statuses[stripeStatus]?.rank ?? 0;
}
