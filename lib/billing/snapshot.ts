import type Stripe from "stripe";
import type { PlanTier } from "../contract/billing/plans.ts";
import { offer } from "../plans/offer.ts";
import { idOf, nothing, ofCharge, type Subject } from "./events.ts";
import { itemiseInvoice, itemiseTopUp } from "./itemised.ts";
import { itemOfPrice, itemOfPriceId } from "./prices.ts";
import { stripe } from "./stripe.ts";

/** Times are Unix seconds, as in Stripe's API. */
export type SubscriptionFact = Awaited<ReturnType<typeof readSubscription>>;
export type PaidInvoice = NonNullable<Awaited<ReturnType<typeof readInvoice>>>;
export type InvoiceLine = NonNullable<Awaited<ReturnType<typeof readLine>>>;
/** Stripe's state of a customer's subscriptions at one moment. */
export type SubscriptionSnapshot = Awaited<ReturnType<typeof fetchSubscriptions>>;
/** Stripe's state of a top-up's payment at one moment. */
export type TopUpSnapshot = Awaited<ReturnType<typeof fetchTopUp>>;

/** A refund or a dispute of part of the payment. */
export interface Reversal {
  id: string;
  kind: "refund" | "dispute";
  amountCents: number;
  createdAt: number;
  /** The refund failed, or the dispute was won. */
  undone: boolean;
}

type Located = Extract<Subject, { about: "subscriptions" | "topup" | "nothing" }>;

/** Resolves an event's subject; a charge or dispute leads to the top-up that it belongs to. */
export async function locate(subject: Subject): Promise<Located> {
  if (subject.about === "dispute") {
    return await locate(ofCharge(await stripe().charges.retrieve(subject.chargeId)));
  }
  if (subject.about !== "charge") return subject;
  const { customerId, paymentIntentId } = subject;
  const { data } = await stripe().checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
  const session = data[0];
  if (session?.mode !== "payment") return nothing("the charge is not for a top-up");
  return { about: "topup", customerId, sessionId: session.id };
}

/** Reads all subscriptions of a customer and their paid invoices (the newest hundred of each). */
export async function fetchSubscriptions(customerId: string) {
  const [subscriptions, invoices] = await Promise.all([
    stripe().subscriptions.list({
      customer: customerId,
      status: "all",
      limit: 100,
      expand: ["data.latest_invoice", "data.schedule"],
    }),
    stripe().invoices.list({ customer: customerId, status: "paid", limit: 100, expand: ["data.payments"] }),
  ]);
  const paid = await Promise.all(invoices.data.map(readInvoice));
  return {
    subscriptions: await Promise.all(subscriptions.data.map(readSubscription)),
    invoices: paid.filter((invoice) => invoice !== null),
  };
}

async function readSubscription(subscription: Stripe.Subscription) {
  const items = subscription.items.data.map((item) => ({ item, sells: itemOfPrice(item.price) }));
  const plan = items.find(({ sells }) => sells?.kind === "plan");
  const invoice = typeof subscription.latest_invoice === "object" ? subscription.latest_invoice : null;
  const failed = invoice?.status === "open" && invoice.attempt_count > 0;
  return {
    id: subscription.id,
    stripeStatus: subscription.status,
    /** Null if its price is not one of ours. */
    tier: plan?.sells?.kind === "plan" ? plan.sells.tier : null,
    createdAt: subscription.created,
    periodEndsAt: (plan ?? items[0])?.item.current_period_end ?? subscription.created,
    trialEndsAt: subscription.trial_end,
    endedAt: subscription.ended_at,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    /** The plan scheduled for the next period; null if there is none. */
    scheduledTier: await readScheduledTier(subscription),
    /** The open invoice after a failed payment attempt. */
    failedInvoice: invoice && failed ? { id: invoice.id, amountCents: invoice.amount_remaining } : null,
  };
}

/** A schedule has the current and future phases; the price of the next phase is the plan of the next period. */
async function readScheduledTier({ schedule }: Stripe.Subscription): Promise<PlanTier | null> {
  if (typeof schedule !== "object" || !schedule?.current_phase) return null;
  const { end_date } = schedule.current_phase;
  const next = schedule.phases.find(({ start_date }) => start_date >= end_date);
  for (const { price } of next?.items ?? []) {
    const id = idOf(price);
    const item = id ? await itemOfPriceId(id) : null;
    if (item?.kind === "plan") return item.tier;
  }
  return null;
}

async function readInvoice(invoice: Stripe.Invoice) {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription);
  if (!subscriptionId) return null;
  const lines = await Promise.all(invoice.lines.data.map(readLine));
  return {
    id: invoice.id,
    subscriptionId,
    paidAt: invoice.status_transitions.paid_at ?? invoice.created,
    lines: lines.filter((line) => line !== null),
    /** Null if nothing had to be paid. */
    receipt: await itemiseInvoice(invoice),
  };
}

async function readLine(line: Stripe.InvoiceLineItem) {
  const price = line.pricing?.price_details?.price;
  if (!price) return null;
  const item = typeof price === "string" ? await itemOfPriceId(price) : itemOfPrice(price);
  if (item?.kind !== "plan") return null;
  const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  return {
    tier: item.tier,
    periodEndsAt: line.period.end,
    /** A prorated change within a period, not the price of a period. */
    proration: details?.proration ?? false,
    amountCents: line.amount,
  };
}

/** Statuses of a dispute that has not taken any money. */
const inquiries = ["warning_needs_response", "warning_under_review", "warning_closed", "prevented"];

export async function fetchTopUp(sessionId: string) {
  const session = await stripe().checkout.sessions.retrieve(sessionId, {
    expand: ["line_items", "payment_intent.latest_charge"],
  });
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = intent && typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const line = session.line_items?.data[0];
  const item = line?.price ? itemOfPrice(line.price) : null;
  const size = item?.kind === "topup" ? item.size : null;
  return {
    sessionId: session.id,
    customerId: idOf(session.customer),
    userId: session.client_reference_id,
    isTopUp: session.mode === "payment",
    currency: session.currency,
    state: readState(session, intent),
    size,
    credits: size ? offer().topUps[size].credits * (line?.quantity ?? 1) : 0,
    amountCents: charge?.amount_captured ?? session.amount_total ?? 0,
    receipt: itemiseTopUp(session, charge),
    /** In order of creation. */
    reversals: charge ? await fetchReversals(charge) : [],
  };
}

function readState(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): "paid" | "waiting" | "failed" {
  if (session.payment_status === "paid" || session.payment_status === "no_payment_required") return "paid";
  const failed = session.status === "complete" && intent?.status === "requires_payment_method";
  return failed ? "failed" : "waiting";
}

async function fetchReversals(charge: Stripe.Charge): Promise<Reversal[]> {
  const [refunds, disputes] = await Promise.all([
    stripe().refunds.list({ charge: charge.id, limit: 100 }),
    charge.disputed ? stripe().disputes.list({ charge: charge.id, limit: 100 }) : null,
  ]);
  const reversals: Reversal[] = [
    ...refunds.data.toReversed().map((refund) => ({
      id: refund.id,
      kind: "refund" as const,
      amountCents: refund.amount,
      createdAt: refund.created,
      undone: refund.status === "failed" || refund.status === "canceled",
    })),
    ...(disputes?.data.toReversed() ?? [])
      .filter(({ status }) => !inquiries.includes(status))
      .map((dispute) => ({
        id: dispute.id,
        kind: "dispute" as const,
        amountCents: dispute.amount,
        createdAt: dispute.created,
        undone: dispute.status === "won",
      })),
  ];
  // Stripe's lists are newest first; the stable sort keeps their order within one second.
  return reversals.sort((a, b) => a.createdAt - b.createdAt);
}
