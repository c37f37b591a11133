import type Stripe from "stripe";
import { db } from "../../db/index.ts";
import { customerNow } from "./clock.ts";
import { invalidRequest, SandboxError } from "./errors.ts";
import { emit } from "./events.ts";
import { type CardKind, makeCard } from "./objects/customer.ts";
import { makeCharge, makeIntent } from "./objects/payment.ts";
import { takePayment } from "./payments.ts";
import {
  type Hidden,
  inSandbox,
  listObjects,
  realNow,
  requireObject,
  type Stored,
  saveObject,
  type Transaction,
} from "./store.ts";
import { startSubscription } from "./subscriptions.ts";

export type PaymentMethod = { card: CardKind } | { debit: "succeeds" | "fails" };

const settleSeconds = 3;

/** A checkout that is past its time no longer takes money. */
export async function requireOpenCheckout(
  tx: Transaction,
  id: string,
): Promise<Stored<Stripe.Checkout.Session>> {
  const stored = await requireObject(tx, "checkout.session", id);
  const { object: session } = stored;
  if (session.status === "open" && session.expires_at <= realNow()) await expireCheckout(tx, session);
  if (session.status !== "open") throw invalidRequest(`This checkout is ${session.status}.`);
  return stored;
}

export async function expireCheckout(tx: Transaction, session: Stripe.Checkout.Session): Promise<void> {
  session.status = "expired";
  session.url = null;
  await saveObject(tx, "checkout.session", session);
  await emit(tx, "checkout.session.expired", session);
}

/** Pays an open checkout. Throws a card error when the card does not pay; the checkout stays open then. */
export async function payCheckout(
  tx: Transaction,
  id: string,
  method: PaymentMethod,
): Promise<Stripe.Checkout.Session> {
  const { object: session, hidden } = await requireOpenCheckout(tx, id);
  const { object: customer } = await requireObject(tx, "customer", String(session.customer));
  const card = makeCard(customer.id, "card" in method ? method.card : "good");
  if (session.mode === "subscription") {
    if (!("card" in method)) throw invalidRequest("Subscriptions are paid by card here.");
    await buySubscription(tx, session, hidden, customer, card);
  } else if ("card" in method) {
    await buyNow(tx, session, customer, card);
  } else {
    await buyByDebit(tx, session, hidden, customer, method.debit === "succeeds");
  }
  if ("card" in method) {
    await saveObject(tx, "payment_method", card);
    customer.invoice_settings.default_payment_method = card.id;
    await saveObject(tx, "customer", customer);
  }
  session.status = "complete";
  session.url = null;
  await saveObject(tx, "checkout.session", session);
  await emit(tx, "checkout.session.completed", session);
  return session;
}

function declined(): SandboxError {
  return new SandboxError(402, "card_error", "Your card was declined.", { code: "card_declined" });
}

async function buySubscription(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  hidden: Hidden,
  customer: Stripe.Customer,
  card: Stripe.PaymentMethod,
): Promise<void> {
  const price = hidden.lineItems?.[0]?.price;
  if (!price) throw invalidRequest("The checkout has no price.");
  await saveObject(tx, "payment_method", card);
  const { subscription, invoice } = await startSubscription(tx, {
    customer,
    price,
    card,
    metadata: hidden.subscriptionMetadata ?? {},
  });
  session.subscription = subscription.id;
  session.invoice = invoice.id;
  session.payment_status = "paid";
}

async function buyNow(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer,
  card: Stripe.PaymentMethod,
): Promise<void> {
  const { intent, charge } = await takePayment(tx, await paymentOf(tx, session, customer, card));
  if (!charge.paid) throw declined();
  session.payment_intent = intent.id;
  session.payment_status = "paid";
}

async function paymentOf(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer,
  card: Stripe.PaymentMethod | null,
) {
  return {
    customer: customer.id,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    description: "Top-up",
    metadata: {},
    card,
    at: await customerNow(tx, customer.id),
  };
}

async function buyByDebit(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  hidden: Hidden,
  customer: Stripe.Customer,
  succeeds: boolean,
): Promise<void> {
  const intent = makeIntent(await paymentOf(tx, session, customer, null), "processing");
  await saveObject(tx, "payment_intent", intent);
  session.payment_intent = intent.id;
  const settles = { at: realNow() + settleSeconds, succeeds };
  await saveObject(tx, "checkout.session", session, { ...hidden, settles });
}

/** Lets the bank debits arrive (or fail) whose time has come. */
export async function settleDebits(now = realNow()): Promise<number> {
  const waiting = { where: { status: "complete", payment_status: "unpaid" } };
  const { data: seen } = await listObjects(db(), "checkout.session", waiting);
  if (!seen.some(({ hidden }) => hidden.settles && hidden.settles.at <= now)) return 0;
  return await inSandbox(async (tx) => {
    const { data } = await listObjects(tx, "checkout.session", waiting);
    const due = data.filter(({ hidden }) => hidden.settles && hidden.settles.at <= now);
    for (const { object, hidden } of due) {
      await settleDebit(tx, object, hidden, hidden.settles?.succeeds ?? false);
    }
    return due.length;
  });
}

async function settleDebit(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  { settles: _done, ...hidden }: Hidden,
  succeeds: boolean,
): Promise<void> {
  const { object: customer } = await requireObject(tx, "customer", String(session.customer));
  const { object: intent } = await requireObject(tx, "payment_intent", String(session.payment_intent));
  const payment = { ...(await paymentOf(tx, session, customer, null)), succeeds };
  const charge = makeCharge(payment, intent.id);
  intent.latest_charge = charge.id;
  intent.status = succeeds ? "succeeded" : "requires_payment_method";
  if (succeeds) session.payment_status = "paid";
  await saveObject(tx, "charge", charge);
  await saveObject(tx, "payment_intent", intent);
  await saveObject(tx, "checkout.session", session, hidden);
  await emit(
    tx,
    succeeds ? "checkout.session.async_payment_succeeded" : "checkout.session.async_payment_failed",
    session,
  );
}
