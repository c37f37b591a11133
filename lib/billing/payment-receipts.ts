import { db } from "../db/index.ts";
import { stripe } from "./stripe.ts";

export interface Receipt {
  id: string;
  at: Date;
  description: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  status: "paid" | "pending" | "failed";
  /** The receipt at Stripe. */
  url: string | null;
}

/** The newest payments of a user, newest first; empty for a user who never paid. */
export async function listReceipts(userId: string): Promise<Receipt[]> {
  const row = await db().subscription.findUnique({ where: { userId }, select: { stripeCustomerId: true } });
  if (!row?.stripeCustomerId) return [];
  const { data } = await stripe().charges.list({ customer: row.stripeCustomerId, limit: 50 });
  return data.map((charge) => ({
    id: charge.id,
    at: new Date(charge.created * 1000),
    description: charge.description ?? "Payment",
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    status: charge.status === "succeeded" ? "paid" : charge.status === "pending" ? "pending" : "failed",
    url: charge.receipt_url,
  }));
}
