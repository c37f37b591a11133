import type Stripe from "stripe";
import { customerNow } from "./clock.ts";
import { invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import { type CardKind, cardPays, makeCard } from "./objects/customer.ts";
import { makeDispute, makePayment, makeRefund, type Payment } from "./objects/payment.ts";
import { findObject, requireObject, saveObject, type Transaction } from "./store.ts";

/** Attempts a card payment: stores intent and charge, and returns them. */
export async function takePayment(
  tx: Transaction,
  given: Omit<Payment, "succeeds">,
): Promise<{ intent: Stripe.PaymentIntent; charge: Stripe.Charge }> {
  const payment = makePayment({ ...given, succeeds: cardPays(given.card) });
  await saveObject(tx, "payment_intent", payment.intent);
  await saveObject(tx, "charge", payment.charge);
  return payment;
}

/** Gives a customer a new default card. */
export async function giveCard(
  tx: Transaction,
  customerId: string,
  kind: CardKind,
): Promise<Stripe.PaymentMethod> {
  const { object: customer } = await requireObject(tx, "customer", customerId);
  const card = makeCard(customerId, kind);
  customer.invoice_settings.default_payment_method = card.id;
  await saveObject(tx, "payment_method", card);
  await saveObject(tx, "customer", customer);
  return card;
}

/** The card that pays for a customer: the subscription's own, else the customer's default. */
export async function findCard(
  tx: Transaction,
  customer: Stripe.Customer,
  subscription?: Stripe.Subscription,
): Promise<Stripe.PaymentMethod | null> {
  const id = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  if (typeof id !== "string") return null;
  return (await findObject(tx, "payment_method", id))?.object ?? null;
}

async function requirePaidCharge(tx: Transaction, id: string): Promise<Stripe.Charge> {
  const { object: charge } = await requireObject(tx, "charge", id, "charge");
  if (!charge.paid) throw invalidRequest(`Charge ${id} was not paid.`, "charge");
  return charge;
}

/** Refunds a charge: all that is left, or a part. */
export async function refundCharge(
  tx: Transaction,
  chargeId: string,
  amount?: number,
): Promise<Stripe.Refund> {
  const charge = await requirePaidCharge(tx, chargeId);
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${chargeId} has already been refunded.`;
    throw invalidRequest(message, undefined, "charge_already_refunded");
  }
  const cents = amount ?? left;
  if (!Number.isSafeInteger(cents) || cents < 1 || cents > left) {
    throw invalidRequest(
      `Refund amount (${cents}) is greater than unrefunded amount on charge (${left})`,
      "amount",
    );
  }
  const refund = makeRefund(charge, cents, await customerNow(tx, String(charge.customer)));
  charge.amount_refunded += cents;
  charge.refunded = charge.amount_refunded === charge.amount;
  await saveObject(tx, "refund", refund);
  await saveObject(tx, "charge", charge);
  await emit(tx, "charge.refunded", charge);
  return refund;
}

/** Opens a dispute: the bank takes the money back until it is decided. */
export async function openDispute(tx: Transaction, chargeId: string): Promise<Stripe.Dispute> {
  const charge = await requirePaidCharge(tx, chargeId);
  if (charge.disputed) throw invalidRequest(`Charge ${chargeId} is disputed already.`, "charge");
  const dispute = makeDispute(charge, await customerNow(tx, String(charge.customer)));
  charge.disputed = true;
  await saveObject(tx, "charge", charge);
  await saveObject(tx, "dispute", dispute);
  await emit(tx, "charge.dispute.created", dispute, String(charge.customer));
  return dispute;
}

export async function closeDispute(
  tx: Transaction,
  disputeId: string,
  status: "won" | "lost",
): Promise<Stripe.Dispute> {
  const { object: dispute } = await requireObject(tx, "dispute", disputeId);
  if (dispute.status === "won" || dispute.status === "lost") {
    throw invalidRequest(`Dispute ${disputeId} is closed already.`);
  }
  const { object: charge } = await requireObject(tx, "charge", String(dispute.charge));
  dispute.status = status;
  await saveObject(tx, "dispute", dispute);
  await emit(tx, "charge.dispute.closed", dispute, String(charge.customer));
  return dispute;
}
