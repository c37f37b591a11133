import { setTimeout as delay } from "node:timers/promises";
import type Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { enqueueStatement, wakeWorkers } from "../queue/enqueue.ts";
import type { Task } from "../queue/tasks.ts";
import { customerNow } from "./clock.ts";
import { cardDeclined, invalidRequest } from "./errors.ts";
import { emit } from "./events.ts";
import type { CardKind } from "./objects/customer.ts";
import { makeCharge, makeIntent } from "./objects/payment.ts";
import { giveCard, takePayment } from "./payments.ts";
import {
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

/** An expired checkout no longer accepts a payment. */
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
}

/** Pays an open checkout. Throws a card error if the payment fails; the checkout then stays open. */
export async function payCheckout(
  tx: Transaction,
  id: string,
  method: PaymentMethod,
): Promise<Stripe.Checkout.Session> {
  const { object: session, hidden } = await requireOpenCheckout(tx, id);
  if ("card" in method) {
    const card = await giveCard(tx, String(session.customer), method.card);
    if (session.mode === "subscription") await buySubscription(tx, { object: session, hidden }, card);
    else await buyNow(tx, session, card);
  } else {
    if (session.mode === "subscription") throw invalidRequest("Subscriptions are paid by card here.");
    const intent = makeIntent(await paymentOf(tx, session, null), "processing");
    await saveObject(tx, "payment_intent", intent);
    session.payment_intent = intent.id;
    hidden.settles = { at: realNow() + settleSeconds, succeeds: method.debit === "succeeds" };
    await queueDebit(tx, session.id, hidden.settles.at);
  }
  session.status = "complete";
  session.url = null;
  await saveObject(tx, "checkout.session", session, hidden);
  await emit(tx, "checkout.session.completed", session);
  return session;
}

async function buySubscription(
  tx: Transaction,
  { object: session, hidden }: Stored<Stripe.Checkout.Session>,
  card: Stripe.PaymentMethod,
): Promise<void> {
  const price = hidden.lineItems?.[0]?.price;
  if (!price) throw invalidRequest("The checkout has no price.");
  const metadata = hidden.subscriptionMetadata ?? {};
  const customer = String(session.customer);
  const { subscription, invoice } = await startSubscription(tx, { customer, price, card: card.id, metadata });
  session.subscription = subscription.id;
  session.invoice = invoice.id;
  session.payment_status = "paid";
}

async function buyNow(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  card: Stripe.PaymentMethod,
): Promise<void> {
  const { intent, charge } = await takePayment(tx, await paymentOf(tx, session, card));
  if (!charge.paid) throw cardDeclined();
  session.payment_intent = intent.id;
  session.payment_status = "paid";
}

async function paymentOf(
  tx: Transaction,
  session: Stripe.Checkout.Session,
  card: Stripe.PaymentMethod | null,
) {
  const customer = String(session.customer);
  return {
    customer,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "usd",
    description: "Top-up",
    card,
    at: await customerNow(tx, customer),
  };
}

/** Waits until a bank debit settles, which is soon, so no polling is needed. */
export const debitTask: Task<{ at: number }> = {
  queue: "sandbox-debits",
  async run({ at }, signal) {
    await delay(Math.max(0, at * 1000 - Date.now()), undefined, { signal });
    await settleDebits();
  },
};

async function queueDebit(tx: Transaction, session: string, at: number): Promise<void> {
  const jobs = JSON.stringify([{ data: { at }, singletonKey: session }]);
  await tx.$queryRaw(sql`
    WITH job AS (${await enqueueStatement("sandbox-debits", sql`${jobs}`)})
    SELECT ${wakeWorkers("sandbox-debits")}`);
}

/** Settles (or fails) the bank debits that are due. */
export async function settleDebits(now = realNow()): Promise<void> {
  if ((await dueDebits(db(), now)).length === 0) return;
  await inSandbox(async (tx) => {
    for (const due of await dueDebits(tx, now)) await settleDebit(tx, due);
  });
}

async function dueDebits(tx: Transaction, now: number): Promise<Stored<Stripe.Checkout.Session>[]> {
  const where = { status: "complete", payment_status: "unpaid" };
  const { data } = await listObjects(tx, "checkout.session", { where });
  return data.filter(({ hidden }) => hidden.settles && hidden.settles.at <= now);
}

async function settleDebit(
  tx: Transaction,
  { object: session, hidden: { settles, ...hidden } }: Stored<Stripe.Checkout.Session>,
): Promise<void> {
  const succeeds = settles?.succeeds ?? false;
  const { object: intent } = await requireObject(tx, "payment_intent", String(session.payment_intent));
  const charge = makeCharge({ ...(await paymentOf(tx, session, null)), succeeds }, intent.id);
  intent.latest_charge = charge.id;
  intent.status = succeeds ? "succeeded" : "requires_payment_method";
  if (succeeds) session.payment_status = "paid";
  await saveObject(tx, "charge", charge);
  await saveObject(tx, "payment_intent", intent);
  await saveObject(tx, "checkout.session", session, hidden);
  const outcome = succeeds ? "async_payment_succeeded" : "async_payment_failed";
  await emit(tx, `checkout.session.${outcome}`, session);
}
