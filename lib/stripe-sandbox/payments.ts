import { customerNow, daySeconds } from "./clock.ts";
import { emit } from "./delivery.ts";
import { cardDeclined, invalidRequest } from "./errors.ts";
import {
  type Charge,
  type Invoice,
  type InvoiceLine,
  listOf,
  type Refund,
  type Subscription,
} from "./objects.ts";
import { newStripeId, requireObject, saveObject, type Transaction } from "./store.ts";

/** Days that Stripe waits after each failed attempt of a renewal; then the subscription ends. */
const retryDaysAfterAttempt = [3, 5, 7];

/** Charges a customer's card; the charge tells whether it was paid. */
export async function chargeCard(
  tx: Transaction,
  given: Pick<Charge, "customer" | "amount" | "currency" | "description" | "invoice">,
  at: number,
): Promise<Charge> {
  const { card } = await requireObject(tx, "customer", given.customer);
  const paid = card === "good";
  return await saveObject<Charge>(tx, {
    ...given,
    id: newStripeId("ch"),
    object: "charge",
    created: at,
    amount_captured: paid ? given.amount : 0,
    amount_refunded: 0,
    paid,
    refunded: false,
    disputed: false,
    status: paid ? "succeeded" : "failed",
    payment_intent: newStripeId("pi"),
  });
}

/** Refunds a charge: all that is left, or a part. */
export async function refundCharge(tx: Transaction, chargeId: string, part?: number): Promise<Refund> {
  const charge = await requireObject(tx, "charge", chargeId, "charge");
  const { customer, currency } = charge;
  const left = charge.paid ? charge.amount - charge.amount_refunded : 0;
  const amount = part ?? left;
  if (amount < 1 || amount > left) throw invalidRequest(`Charge ${chargeId} has ${left} left to refund.`);
  const amount_refunded = charge.amount_refunded + amount;
  await emit(
    tx,
    "charge.refunded",
    await saveObject(tx, { ...charge, amount_refunded, refunded: amount === left }),
  );
  return await saveObject<Refund>(tx, {
    id: newStripeId("re"),
    object: "refund",
    created: await customerNow(tx, customer),
    customer,
    charge: chargeId,
    amount,
    currency,
    status: "succeeded",
  });
}

export interface NewInvoice {
  subscription: Pick<Subscription, "id" | "customer" | "currency">;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: InvoiceLine[];
  at: number;
}

/** An invoice that awaits payment. */
export function makeInvoice({ subscription, reason, lines, at }: NewInvoice): Invoice {
  const id = newStripeId("in");
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    object: "invoice",
    created: at,
    customer: subscription.customer,
    currency: subscription.currency,
    number: id.slice(-8).toUpperCase(),
    billing_reason: reason,
    status: "open",
    amount_due: Math.max(0, total),
    amount_paid: 0,
    amount_remaining: Math.max(0, total),
    attempt_count: 0,
    next_payment_attempt: null,
    status_transitions: { paid_at: null },
    payments: listOf([]),
    parent: { subscription_details: { subscription: subscription.id } },
    lines: listOf(lines),
  };
}

/** Creates an invoice and collects it. Throws a card error, which undoes everything, if the payment fails. */
export async function issuePaidInvoice(tx: Transaction, given: NewInvoice): Promise<Invoice> {
  const invoice = await collect(tx, makeInvoice(given), given.at);
  if (invoice.status !== "paid") throw cardDeclined();
  return invoice;
}

/** Tries to collect an open invoice; returns its new state. */
export async function collect(tx: Transaction, before: Invoice, at: number): Promise<Invoice> {
  const { id: invoice, customer, amount_due: amount, currency, attempt_count: attempts } = before;
  const isFirst = before.billing_reason === "subscription_create";
  const description = isFirst ? "Subscription creation" : "Subscription update";
  const payment = { customer, amount, currency, description, invoice };
  const charge = amount === 0 ? null : await chargeCard(tx, payment, at);
  const isPaid = charge?.paid !== false;
  const retryDays = isPaid ? undefined : retryDaysAfterAttempt[attempts];
  const after: Invoice = {
    ...before,
    status: isPaid ? "paid" : "open",
    amount_paid: isPaid ? amount : 0,
    amount_remaining: isPaid ? 0 : amount,
    attempt_count: attempts + 1,
    next_payment_attempt: retryDays === undefined ? null : at + retryDays * daySeconds,
    status_transitions: { paid_at: isPaid ? at : null },
    payments: listOf(
      charge?.paid ? [{ status: "paid", payment: { payment_intent: charge.payment_intent } }] : [],
    ),
  };
  await emit(tx, isPaid ? "invoice.paid" : "invoice.payment_failed", await saveObject(tx, after));
  return after;
}
