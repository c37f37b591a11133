import type Stripe from "stripe";
import { currency, type TopUpSize, topUps } from "./plans.ts";
import { itemOfPrice } from "./prices.ts";
import { idOf, stripe } from "./stripe.ts";

/** What Stripe says of one top-up's payment at one moment. */
export interface TopUpTruth {
  sessionId: string;
  customerId: string | null;
  userId: string | null;
  isTopUp: boolean;
  currency: string | null;
  state: "paid" | "waiting" | "failed";
  size: TopUpSize | null;
  credits: number;
  amountCents: number;
  /** In the order they were made. */
  takes: Take[];
}

/** A refund or a dispute: a part of the payment that went back. */
export interface Take {
  id: string;
  kind: "refund" | "dispute";
  amountCents: number;
  createdAt: number;
  /** The money came back: the refund failed, or the dispute was won. */
  undone: boolean;
}

/** Statuses in which a dispute has not taken any money. */
const inquiries = ["warning_needs_response", "warning_under_review", "warning_closed", "prevented"];

export async function fetchTopUp(sessionId: string): Promise<TopUpTruth> {
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
    credits: size ? topUps[size].credits * (line?.quantity ?? 1) : 0,
    amountCents: charge?.amount_captured ?? session.amount_total ?? 0,
    takes: charge ? await fetchTakes(charge) : [],
  };
}

/** The top-up that a charge paid for, or null. */
export async function findTopUpSession(paymentIntentId: string): Promise<string | null> {
  const { data } = await stripe().checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
  const session = data[0];
  return session?.mode === "payment" ? session.id : null;
}

/** Why a payment is not turned into credits; null when it may be. */
export function refuseTopUp(truth: TopUpTruth, owner: { userId: string; customerId: string }): string | null {
  if (!truth.isTopUp) return "the session is not a top-up";
  if (truth.currency !== currency) return `refused: paid in ${truth.currency}, sold in ${currency}`;
  if (!truth.size) return "the price is not one of ours";
  if (truth.customerId !== owner.customerId) return "refused: the session is another customer's";
  if (truth.userId !== null && truth.userId !== owner.userId) return "refused: the session is another user's";
  return null;
}

function readState(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): TopUpTruth["state"] {
  if (session.payment_status === "paid" || session.payment_status === "no_payment_required") return "paid";
  const failed = session.status === "complete" && intent?.status === "requires_payment_method";
  return failed ? "failed" : "waiting";
}

async function fetchTakes(charge: Stripe.Charge): Promise<Take[]> {
  const [refunds, disputes] = await Promise.all([
    stripe().refunds.list({ charge: charge.id, limit: 100 }),
    charge.disputed ? stripe().disputes.list({ charge: charge.id, limit: 100 }) : null,
  ]);
  const takes: Take[] = [
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
  // Lists come newest first; within one second, their order stands.
  return takes.sort((a, b) => a.createdAt - b.createdAt);
}
