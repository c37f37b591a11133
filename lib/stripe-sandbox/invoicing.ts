import type Stripe from "stripe";
import { emit } from "./events.ts";
import { makeInvoice, makeInvoicePayment, type NewInvoice } from "./objects/invoice.ts";
import { findCard, takePayment } from "./payments.ts";
import { requireObject, saveObject, type Transaction } from "./store.ts";

/** Days that Stripe waits after each failed attempt of a renewal; then the subscription ends. */
const retryDaysAfterAttempt = [3, 5, 7];
const daySeconds = 24 * 60 * 60;

/** Creates an invoice and tries to collect it. The caller sets the subscription's status. */
export async function issueInvoice(tx: Transaction, given: NewInvoice): Promise<Stripe.Invoice> {
  const invoice = makeInvoice(given);
  given.subscription.latest_invoice = invoice.id;
  await collect(tx, invoice, given.subscription, given.at);
  return invoice;
}

/** Tries to collect an open invoice; true if it is then paid. */
export async function collect(
  tx: Transaction,
  invoice: Stripe.Invoice,
  subscription: Stripe.Subscription,
  at: number,
): Promise<boolean> {
  const { object: customer } = await requireObject(tx, "customer", String(invoice.customer));
  if (invoice.amount_due === 0) return await settle(tx, invoice, at);
  const card = await findCard(tx, customer, subscription);
  const { intent, charge } = await takePayment(tx, {
    customer: customer.id,
    amount: invoice.amount_due,
    currency: invoice.currency,
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    card,
    at,
  });
  invoice.attempted = true;
  invoice.attempt_count += 1;
  if (charge.paid) {
    const payment = makeInvoicePayment(invoice, intent.id, at);
    await saveObject(tx, "invoice_payment", payment, {}, customer.id);
    return await settle(tx, invoice, at);
  }
  const retryDays = retryDaysAfterAttempt[invoice.attempt_count - 1];
  invoice.next_payment_attempt = retryDays === undefined ? null : at + retryDays * daySeconds;
  await saveObject(tx, "invoice", invoice);
  await emit(tx, "invoice.payment_failed", invoice);
  return false;
}

async function settle(tx: Transaction, invoice: Stripe.Invoice, at: number): Promise<true> {
  Object.assign(invoice, {
    status: "paid",
    attempted: true,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: at },
  } satisfies Partial<Stripe.Invoice>);
  await saveObject(tx, "invoice", invoice);
  await emit(tx, "invoice.paid", invoice);
  return true;
}

/** Voids an open invoice. */
export async function voidInvoice(tx: Transaction, invoice: Stripe.Invoice, at: number): Promise<void> {
  invoice.status = "void";
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = at;
  await saveObject(tx, "invoice", invoice);
}
