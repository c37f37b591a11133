import type Stripe from "stripe";
import { db } from "../db/index.ts";
import { type CreditNote, findCreditNote, findCreditNotes } from "./credit-notes.ts";
import { findCustomer } from "./customer.ts";
import { idOf } from "./events.ts";
import { findIssued, type IssuedReceipt, seller } from "./issue.ts";
import { type ItemisedReceipt, itemiseCharge, itemiseInvoice, itemiseTopUp } from "./itemised.ts";
import { billingMode, isMissing, stripe } from "./stripe.ts";

/** A payment in the list of receipts. */
export type Receipt = Awaited<ReturnType<typeof listReceipts>>[number];

/** A user's latest payments, newest first; empty if there are none. */
export async function listReceipts(userId: string) {
  const owner = await findCustomer(userId);
  if (!owner) return [];
  const { data } = await stripe().charges.list({ customer: owner.customerId, limit: 50 });
  const intents = data.map((charge) => idOf(charge.payment_intent) ?? "");
  const issued = await findIssued(db(), userId, intents);
  const notes = await findCreditNotes(db(), userId, intents);
  return data.map((charge, index) => ({
    id: charge.id,
    at: new Date(charge.created * 1000),
    /** Stripe's words; `issued` says more. */
    description: charge.description ?? "Payment",
    amountCents: charge.amount,
    refundedCents: charge.amount_refunded,
    currency: charge.currency,
    status: charge.status === "succeeded" ? ("paid" as const) : charge.status,
    /** Null for a payment that failed, or from before receipts were stored. */
    issued: (charge.paid && issued.get(intents[index] ?? "")) || null,
    /** Of its refunds, oldest first. */
    creditNotes: notes.get(intents[index] ?? "") ?? [],
  }));
}

/** A payment with its items. */
export interface FullReceipt {
  receipt: IssuedReceipt | CreditNote;
  refundedCents: number;
  /** Last digits of the card; null for other payment methods. */
  cardLast4: string | null;
  /** The page of Stripe's invoice, which is the receipt where it exists. */
  invoiceUrl: string | null;
}

/**
 * A paid charge of this user, itemised, or a credit note by its number; null if it is unknown, unpaid or another
 * user's.
 */
export async function findReceipt(userId: string, chargeId: string): Promise<FullReceipt | null> {
  const note = /^(TEST-)?C-\d{6,9}$/.test(chargeId) && (await findCreditNote(db(), userId, chargeId));
  if (note) return { receipt: note, refundedCents: 0, cardLast4: null, invoiceUrl: null };
  const owner = await findCustomer(userId);
  if (!owner || !/^(ch|py)_\w{1,100}$/.test(chargeId)) return null;
  const charge = await stripe()
    .charges.retrieve(chargeId)
    .catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  if (!charge?.paid || idOf(charge.customer) !== owner.customerId) return null;
  const intent = idOf(charge.payment_intent);
  const issued = intent ? (await findIssued(db(), userId, [intent])).get(intent) : undefined;
  const invoice = intent && (billingMode() === "hosted" || !issued) ? await findInvoice(intent) : null;
  return {
    receipt: issued ?? (await describeUnissued(userId, charge, invoice)),
    refundedCents: charge.amount_refunded,
    cardLast4: charge.payment_method_details?.card?.last4 ?? null,
    invoiceUrl: (billingMode() === "hosted" && invoice?.hosted_invoice_url) || null,
  };
}

/** A payment from before receipts were stored, under Stripe's number and with the customer's present name. */
async function describeUnissued(
  userId: string,
  charge: Stripe.Charge,
  invoice: Stripe.Invoice | null,
): Promise<IssuedReceipt> {
  const buyer = await db().user.findUnique({ where: { id: userId }, select: { name: true, email: true } });
  return { ...(await itemise(charge, invoice)), seller: seller(), buyer };
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

async function findInvoice(payment_intent: string): Promise<Stripe.Invoice | null> {
  const payment = { type: "payment_intent", payment_intent } as const;
  const { data } = await stripe().invoicePayments.list({ payment, limit: 1 });
  const id = idOf(data[0]?.invoice);
  return id ? await stripe().invoices.retrieve(id) : null;
}

async function itemise(charge: Stripe.Charge, invoice: Stripe.Invoice | null): Promise<ItemisedReceipt> {
  if (invoice) return (await itemiseInvoice(invoice)) ?? itemiseCharge(charge);
  const payment_intent = idOf(charge.payment_intent);
  if (!payment_intent) return itemiseCharge(charge);
  const expand = ["data.line_items"];
  const { data } = await stripe().checkout.sessions.list({ payment_intent, limit: 1, expand });
  return data[0]?.mode === "payment" ? itemiseTopUp(data[0], charge) : itemiseCharge(charge);
}
