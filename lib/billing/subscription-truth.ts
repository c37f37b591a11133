import type Stripe from "stripe";
import type { PlanTier } from "./plans.ts";
import { itemOfPrice, itemOfPriceId } from "./prices.ts";
import { idOf, stripe } from "./stripe.ts";

/** Moments are Unix seconds, as Stripe gives them. */
export interface SubscriptionFact {
  id: string;
  stripeStatus: string;
  /** Null when its price is not one of ours. */
  tier: PlanTier | null;
  createdAt: number;
  periodEndsAt: number;
  trialEndsAt: number | null;
  endedAt: number | null;
  cancelAtPeriodEnd: boolean;
  /** The invoice that waits for a payment that was tried and failed. */
  failedInvoice: { id: string; amountCents: number } | null;
}

export interface InvoiceLine {
  tier: PlanTier;
  periodEndsAt: number;
  /** Part of a change in mid-period, not the price of a period. */
  proration: boolean;
  amountCents: number;
}

export interface PaidInvoice {
  id: string;
  subscriptionId: string;
  paidAt: number;
  lines: InvoiceLine[];
}

/** What Stripe says of one customer's subscriptions at one moment. */
export interface SubscriptionTruth {
  subscriptions: SubscriptionFact[];
  invoices: PaidInvoice[];
}

/** Reads all subscriptions of a customer and their paid invoices (the newest hundred of each). */
export async function fetchSubscriptions(customerId: string): Promise<SubscriptionTruth> {
  const [subscriptions, invoices] = await Promise.all([
    stripe().subscriptions.list({
      customer: customerId,
      status: "all",
      limit: 100,
      expand: ["data.latest_invoice"],
    }),
    stripe().invoices.list({ customer: customerId, status: "paid", limit: 100 }),
  ]);
  const paid = await Promise.all(invoices.data.map(readInvoice));
  return {
    subscriptions: subscriptions.data.map(readSubscription),
    invoices: paid.filter((invoice) => invoice !== null),
  };
}

function readSubscription(subscription: Stripe.Subscription): SubscriptionFact {
  const items = subscription.items.data.map((item) => ({ item, sells: itemOfPrice(item.price) }));
  const plan = items.find(({ sells }) => sells?.kind === "plan");
  const invoice = typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null;
  const failed = invoice?.status === "open" && invoice.attempt_count > 0;
  return {
    id: subscription.id,
    stripeStatus: subscription.status,
    tier: plan?.sells?.kind === "plan" ? plan.sells.tier : null,
    createdAt: subscription.created,
    periodEndsAt: (plan ?? items[0])?.item.current_period_end ?? subscription.created,
    trialEndsAt: subscription.trial_end,
    endedAt: subscription.ended_at,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    failedInvoice: invoice && failed ? { id: invoice.id, amountCents: invoice.amount_remaining } : null,
  };
}

async function readInvoice(invoice: Stripe.Invoice): Promise<PaidInvoice | null> {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if (!subscriptionId) return null;
  const lines = await Promise.all(invoice.lines.data.map(readLine));
  return {
    id: invoice.id,
    subscriptionId,
    paidAt: invoice.status_transitions.paid_at ?? invoice.created,
    lines: lines.filter((line) => line !== null),
  };
}

async function readLine(line: Stripe.InvoiceLineItem): Promise<InvoiceLine | null> {
  const price = line.pricing?.price_details?.price;
  if (!price) return null;
  const item = typeof price === "string" ? await itemOfPriceId(price) : itemOfPrice(price);
  if (item?.kind !== "plan") return null;
  const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    tier: item.tier,
    periodEndsAt: line.period.end,
    proration: details?.proration ?? false,
    amountCents: line.amount,
  };
}
