import type { PlanTier } from "../contract/billing/plans.ts";
import { offer } from "../plans/offer.ts";
import type { InvoiceLine, PaidInvoice, SubscriptionFact, SubscriptionSnapshot } from "./snapshot.ts";
import { accountStatus, statusRank } from "./status.ts";

/** A change of the monthly credits. */
export interface AllowanceMove {
  reference: string;
  kind: "allowance" | "expiry";
  monthly: { set: number } | { add: number };
  note: string;
}

export interface AccountPlan {
  subscription: SubscriptionFact;
  tier: PlanTier;
  creditsLimit: number;
  /** The plan from the next payment on, if it differs. */
  nextTier: PlanTier | null;
}

/** The period paid last, with the largest plan paid for in it. */
interface PaidPeriod {
  endsAt: number;
  tier: PlanTier;
}

const allowanceOf = (tier: PlanTier) => offer().plans[tier].monthlyCredits;

/**
 * Processes a customer's paid invoices and ended subscriptions, oldest first, into the required moves of monthly
 * credits and the account's plan. Deterministic for a snapshot, so lost, repeated or reordered events do not change
 * the outcome.
 */
export function deriveAllowances(snapshot: SubscriptionSnapshot): {
  moves: AllowanceMove[];
  plan: AccountPlan | null;
} {
  const moves: AllowanceMove[] = [];
  const paid = new Map<string, PaidPeriod>();
  let holder: string | null = null;

  for (const { invoice, ended } of oldestFirst(snapshot)) {
    if (invoice) {
      const move = invoiceMove(invoice, paid);
      if (move) moves.push(move);
      if (move && "set" in move.monthly) holder = invoice.subscriptionId;
    } else if (ended && holder === ended.id) {
      moves.push({
        reference: `subscription-end:${ended.id}`,
        kind: "expiry",
        monthly: { set: 0 },
        note: "subscription ended",
      });
      holder = null;
    }
  }

  const subscription = speakingSubscription(snapshot.subscriptions, paid);
  if (!subscription?.tier) return { moves, plan: null };
  const upgrade = unpaidUpgrade(subscription, subscription.tier, paid);
  if (upgrade) moves.push(upgrade);
  const tier = currentTier(subscription, subscription.tier, paid);
  const ended = accountStatus(subscription.stripeStatus) === "canceled";
  const nextTier = ended ? null : nextTierOf(subscription, tier);
  return { moves, plan: { subscription, tier, creditsLimit: ended ? 0 : allowanceOf(tier), nextTier } };
}

interface Fact {
  at: number;
  invoice?: PaidInvoice;
  ended?: SubscriptionFact;
}

/**
 * Payments and ends of subscriptions, oldest first. Stripe's times are whole seconds: within one, an older
 * subscription ends before a newer one begins, and otherwise the order of Stripe's lists (newest first) decides.
 */
function oldestFirst({ subscriptions, invoices }: SubscriptionSnapshot): Fact[] {
  const age = new Map(subscriptions.map(({ id }, index) => [id, -index]));
  const oldest = -subscriptions.length;
  const facts = [
    ...invoices.toReversed().map((invoice) => ({
      at: invoice.paidAt,
      age: age.get(invoice.subscriptionId) ?? oldest,
      invoice,
    })),
    ...subscriptions
      .filter((subscription) => subscription.endedAt !== null)
      .map((ended) => ({ at: ended.endedAt ?? 0, age: age.get(ended.id) ?? oldest, ended })),
  ];
  return facts.sort((a, b) => a.at - b.at || a.age - b.age);
}

function invoiceMove(invoice: PaidInvoice, paid: Map<string, PaidPeriod>): AllowanceMove | null {
  const period = largestPlan(invoice.lines.filter((line) => !line.proration));
  const current = paid.get(invoice.subscriptionId);
  if (period && (!current || period.periodEndsAt > current.endsAt)) {
    paid.set(invoice.subscriptionId, { endsAt: period.periodEndsAt, tier: period.tier });
    return {
      reference: `invoice:${invoice.id}`,
      kind: "allowance",
      monthly: { set: allowanceOf(period.tier) },
      note: `${period.tier}, new period`,
    };
  }
  const change = largestPlan(invoice.lines.filter((line) => line.amountCents > 0));
  if (!current || !change || change.periodEndsAt !== current.endsAt) return null;
  return upgradeMove(invoice.subscriptionId, change.tier, paid);
}

/** An upgrade that is paid with the next invoice: the subscription already has the larger plan. */
function unpaidUpgrade(
  subscription: SubscriptionFact,
  tier: PlanTier,
  paid: Map<string, PaidPeriod>,
): AllowanceMove | null {
  const current = paid.get(subscription.id);
  const works = statusRank(subscription.stripeStatus) === 3;
  if (!works || !current || current.endsAt !== subscription.periodEndsAt) return null;
  return upgradeMove(subscription.id, tier, paid);
}

function upgradeMove(id: string, tier: PlanTier, paid: Map<string, PaidPeriod>): AllowanceMove | null {
  const current = paid.get(id);
  if (!current || allowanceOf(tier) <= allowanceOf(current.tier)) return null;
  paid.set(id, { ...current, tier });
  return {
    // The reference names the purchased plan, so that switching back and forth in one period grants credits once.
    reference: `upgrade:${id}:${current.endsAt}:${tier}`,
    kind: "allowance",
    monthly: { add: allowanceOf(tier) - allowanceOf(current.tier) },
    note: `${current.tier} to ${tier} in mid-period`,
  };
}

/**
 * A downgrade takes effect at the renewal: until then the paid plan applies. While a renewal awaits its payment,
 * plan, limit and credits stay those of the plan paid last.
 */
function currentTier(
  subscription: SubscriptionFact,
  tier: PlanTier,
  paid: Map<string, PaidPeriod>,
): PlanTier {
  const current = paid.get(subscription.id);
  const isDue = accountStatus(subscription.stripeStatus) === "past_due";
  return current && (isDue || current.endsAt === subscription.periodEndsAt) ? current.tier : tier;
}

function nextTierOf(subscription: SubscriptionFact, current: PlanTier): PlanTier | null {
  const next = subscription.cancelAtPeriodEnd ? null : (subscription.scheduledTier ?? subscription.tier);
  return next === current ? null : next;
}

/** The subscription that determines the account's plan. */
function speakingSubscription(
  subscriptions: SubscriptionFact[],
  paid: Map<string, PaidPeriod>,
): SubscriptionFact | null {
  const counted = subscriptions.filter(
    ({ id, stripeStatus, tier }) =>
      tier !== null && statusRank(stripeStatus) > 0 && (statusRank(stripeStatus) > 1 || paid.has(id)),
  );
  counted.sort(
    (a, b) => statusRank(b.stripeStatus) - statusRank(a.stripeStatus) || b.createdAt - a.createdAt,
  );
  return counted[0] ?? null;
}

function largestPlan(lines: InvoiceLine[]): InvoiceLine | undefined {
  return lines.toSorted((a, b) => allowanceOf(b.tier) - allowanceOf(a.tier))[0];
}
