import type Stripe from "stripe";
import { findCustomer } from "./customer.ts";
import { idOf } from "./events.ts";
import { type ItemisedReceipt, itemiseCharge, itemiseInvoice, itemiseTopUp } from "./itemised.ts";
import { billingMode, isMissing, stripe } from "./stripe.ts";

/** A payment in the list of receipts. */
export interface Receipt {
  id: string;
  at: Date;
  description: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  status: "paid" | "pending" | "failed";
}

/** A user's latest payments, newest first; empty if there are none. */
export async function listReceipts(userId: string): Promise<Receipt[]> {
  const owner = await findCustomer(userId);
  if (!owner) return [];
  const { data } = await stripe().charges.list({ customer: owner.customerId, limit: 50 });
  return data.map((charge) => ({
    id: charge.id,
    at: new Date(charge.created * 1000),
    description: charge.description ?? "Payment",
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    status: charge.status === "succeeded" ? "paid" : charge.status === "pending" ? "pending" : "failed",
  }));
}

/** A payment with its items. */
export interface FullReceipt {
  receipt: ItemisedReceipt;
  refundedCents: number;
  /** Last digits of the card; null for other payment methods. */
  cardLast4: string | null;
}

/** A paid charge of this user, itemised; null if it is unknown, unpaid or another user's. */
export async function findReceipt(userId: string, chargeId: string): Promise<FullReceipt | null> {
  const owner = await findCustomer(userId);
  if (!owner || !/^(ch|py)_\w{1,100}$/.test(chargeId)) return null;
  const charge = await stripe()
    .charges.retrieve(chargeId)
    .catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  if (!charge?.paid || idOf(charge.customer) !== owner.customerId) return null;
  return {
    receipt: await itemise(charge),
    refundedCents: charge.amount_refunded,
    cardLast4: charge.payment_method_details?.card?.last4 ?? null,
  };
}

/** The Stripe customer of a payment, by the id of its charge or payment intent; null if unknown. */
export async function findPayer(paymentId: string): Promise<string | null> {
  if (billingMode() === "off" || !/^(ch|py|pi)_\w{1,100}$/.test(paymentId)) return null;
  const payment = paymentId.startsWith("pi_")
    ? stripe().paymentIntents.retrieve(paymentId)
    : stripe().charges.retrieve(paymentId);
  try {
    return idOf((await payment).customer);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function itemise(charge: Stripe.Charge): Promise<ItemisedReceipt> {
  const intent = idOf(charge.payment_intent);
  if (!intent) return itemiseCharge(charge);
  const [sessions, payments] = await Promise.all([
    stripe().checkout.sessions.list({ payment_intent: intent, limit: 1, expand: ["data.line_items"] }),
    stripe().invoicePayments.list({
      payment: { type: "payment_intent", payment_intent: intent },
      limit: 1,
    }),
  ]);
  const invoiceId = idOf(payments.data[0]?.invoice);
  if (invoiceId) {
    return (await itemiseInvoice(await stripe().invoices.retrieve(invoiceId))) ?? itemiseCharge(charge);
  }
  const session = sessions.data[0];
  return session?.mode === "payment" ? itemiseTopUp(session, charge) : itemiseCharge(charge);
}
