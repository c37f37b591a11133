import { db } from "../db/index.ts";
import { customerNow } from "./clock.ts";
import { deliverPending, emit } from "./delivery.ts";
import { cardDeclined, invalidRequest, isDeclined } from "./errors.ts";
import type { CheckoutSession } from "./objects.ts";
import { type Params, text } from "./params.ts";
import { chargeCard } from "./payments.ts";
import { inSandbox, realNow, requireObject, saveObject, type Transaction } from "./store.ts";
import { startSubscription } from "./subscriptions.ts";

/** `wasDeclined`: the last card was declined. */
export type CheckoutPage = Awaited<ReturnType<typeof readCheckout>>;

export async function readCheckout(id: string, wasDeclined = false) {
  const session = await requireOpenCheckout(db(), id);
  const { email } = await requireObject(db(), "customer", session.customer);
  const item = session.line_items.data[0]?.description ?? null;
  const monthly = session.mode === "subscription";
  return { kind: "checkout" as const, monthly, item, email, amountCents: session.amount_total, wasDeclined };
}

/** An expired checkout no longer accepts a payment. */
async function requireOpenCheckout(tx: Transaction, id: string): Promise<CheckoutSession> {
  const session = await requireObject(tx, "checkout.session", id);
  const isOpen = session.status === "open" && session.expires_at > realNow();
  if (!isOpen) throw invalidRequest("This checkout is complete or has expired.");
  return session;
}

/** Performs the action of a button; null if the page has to be shown again, because the card was declined. */
export async function actOnCheckout(id: string, form: Params): Promise<{ goTo: string } | null> {
  const session = await requireOpenCheckout(db(), id);
  if (text(form, "action") === "leave") return { goTo: session.cancel_url ?? "/" };
  try {
    await inSandbox((tx) => payCheckout(tx, id, text(form, "action") === "pay"));
  } catch (error) {
    if (isDeclined(error)) return null;
    throw error;
  }
  await deliverPending();
  return { goTo: session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", id) };
}

async function payCheckout(tx: Transaction, id: string, hasGoodCard: boolean): Promise<void> {
  const session = await requireOpenCheckout(tx, id);
  const { customer, currency, amount_total: amount, line_items } = session;
  const owner = await requireObject(tx, "customer", customer);
  await saveObject(tx, { ...owner, card: hasGoodCard ? ("good" as const) : ("failing" as const) });
  let payment_intent: string | null = null;
  const price = line_items.data[0]?.price;
  if (price?.recurring) await startSubscription(tx, customer, price);
  else {
    const payment = { customer, amount, currency: currency ?? "", description: "Top-up", invoice: null };
    const charge = await chargeCard(tx, payment, await customerNow(tx, customer));
    if (!charge.paid) throw cardDeclined();
    ({ payment_intent } = charge);
  }
  const done: CheckoutSession = {
    ...session,
    status: "complete",
    payment_status: "paid",
    payment_intent,
    url: null,
  };
  await emit(tx, "checkout.session.completed", await saveObject(tx, done));
}
