import { readFile } from "node:fs/promises";
import path from "node:path";
import type Stripe from "stripe";
import { db } from "../../db/index.ts";
import { emit } from "../../stripe-sandbox/delivery.ts";
import type { Charge, CheckoutSession, SandboxObjects } from "../../stripe-sandbox/objects.ts";
import { inSandbox, newStripeId, realNow, requireObject, saveObject } from "../../stripe-sandbox/store.ts";
import { eventsOf } from "./life.ts";

type StoredObject = SandboxObjects[keyof SandboxObjects];

/** One action of a customer: the objects that it changed, and its events with the ids of their objects. */
interface Step {
  objects: StoredObject[];
  events: [type: Stripe.Event["type"], object: string][];
}

/** The lives of customers in `lives`: forty events each of subscriptions, top-ups, debits, refunds and disputes. */
export const recordedLives = 4;

/** Plays a recorded life for a user; `each` gets the new events after every step. Returns all events. */
export async function playLife(
  userId: string,
  life: number,
  each: (events: Stripe.Event[]) => Promise<void>,
): Promise<Stripe.Event[]> {
  const name = newStripeId("x").slice(2);
  const text = await readFile(path.join(import.meta.dirname, `lives/${life}.jsonl`), "utf8");
  const lines = text.trim().replaceAll("{life}", name).replaceAll("{user}", userId).split("\n");
  const customer = `cus_${name}`;
  await db().subscription.update({ where: { userId }, data: { stripeCustomerId: customer } });
  const objects = new Map<string, StoredObject>();
  let seen: Stripe.Event[] = [];
  for (const line of lines) {
    const step = JSON.parse(line) as Step;
    await inSandbox(async (tx) => {
      for (const object of step.objects) objects.set(object.id, await saveObject(tx, object));
      for (const [type, id] of step.events) await emit(tx, type, { ...objects.get(id), customer });
    });
    // The test delivers events itself.
    await db().sandboxDelivery.deleteMany();
    const events = await eventsOf(customer);
    await each(events.slice(seen.length));
    seen = events;
  }
  return seen;
}

/** A bank disputes a charge, or decides. */
export async function recordDispute(
  chargeId: string,
  status: "needs_response" | "won" | "lost",
): Promise<void> {
  await inSandbox(async (tx) => {
    const charge = await requireObject(tx, "charge", chargeId);
    const { id, customer, amount } = charge;
    const dispute = {
      id: `du_${id}`,
      object: "dispute",
      charge: id,
      amount,
      created: realNow(),
      status,
    } as const;
    await saveObject(tx, { ...charge, disputed: true });
    await saveObject(tx, dispute);
    const type = status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed";
    await emit(tx, type, { ...dispute, customer });
  });
}

/** Pays a checkout by a bank debit that is on its way; call the result with whether the debit succeeds. */
export async function recordDebit(url: string) {
  const id = url.split("/").at(-1) ?? "";
  const intent = newStripeId("pi");
  const session = await inSandbox(async (tx) => {
    const open = await requireObject(tx, "checkout.session", id);
    const complete: CheckoutSession = { ...open, status: "complete", payment_intent: intent, url: null };
    await emit(tx, "checkout.session.completed", await saveObject(tx, complete));
    return complete;
  });
  return (succeeds: boolean) =>
    inSandbox(async (tx) => {
      const { customer, amount_total: amount } = session;
      await saveObject<Charge>(tx, {
        id: newStripeId("ch"),
        object: "charge",
        created: realNow(),
        customer,
        currency: "usd",
        description: "Top-up",
        amount,
        amount_captured: succeeds ? amount : 0,
        amount_refunded: 0,
        paid: succeeds,
        refunded: false,
        disputed: false,
        status: succeeds ? "succeeded" : "failed",
        payment_intent: intent,
        invoice: null,
      });
      const type = `checkout.session.async_payment_${succeeds ? "succeeded" : "failed"}` as const;
      await emit(
        tx,
        type,
        await saveObject<CheckoutSession>(tx, { ...session, payment_status: succeeds ? "paid" : "unpaid" }),
      );
    });
}
