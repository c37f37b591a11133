import type Stripe from "stripe";
import { db } from "../db/index.ts";
import { log } from "../platform/log.ts";
import { userIdKey } from "./customer.ts";
import { billingMode, stripe, unlessEnded } from "./stripe.ts";

export interface ClosedCustomer {
  customerId: string;
  closedAt: Date;
}

/**
 * Ends further billing of an account that closes: open checkouts expire, subscriptions are canceled, and payments
 * made meanwhile are refunded. Idempotent. Throws if Stripe cannot be reached.
 */
export async function closeBilling(userId: string): Promise<void> {
  if (billingMode() === "off") return;
  const closed = await db().closedAccount.findUnique({ where: { userId } });
  if (!closed?.stripeCustomerId) return;
  const customer = closed.stripeCustomerId;
  for await (const { id } of stripe().checkout.sessions.list({ customer, status: "open", limit: 100 })) {
    await unlessEnded(stripe().checkout.sessions.expire(id));
  }
  await endLatePayments({ customerId: customer, closedAt: closed.closedAt });
}

/** Deletes the customer from the sandbox; Stripe keeps its records, as the law requires. */
export async function forgetCustomer(userId: string): Promise<void> {
  const closed = await db().closedAccount.findUnique({ where: { userId } });
  if (billingMode() === "sandbox" && closed?.stripeCustomerId)
    await stripe().customers.del(closed.stripeCustomerId);
}

/** The customer of an account that was closed here; null if the account still exists or was never ours. */
export async function findClosedCustomer(customerId: string): Promise<ClosedCustomer | null> {
  const known = await db().closedAccount.findUnique({ where: { stripeCustomerId: customerId } });
  if (known) return { customerId, closedAt: known.closedAt };
  const customer = await stripe().customers.retrieve(customerId);
  const userId = customer.deleted ? undefined : customer.metadata[userIdKey];
  const closed = userId ? await db().closedAccount.findUnique({ where: { userId } }) : null;
  return closed && { customerId, closedAt: closed.closedAt };
}

/**
 * Cancels the remaining subscriptions of a closed account and refunds payments made after it was closed, each once.
 * Returns a summary for the event's receipt.
 */
export async function endLatePayments({ customerId, closedAt }: ClosedCustomer): Promise<string> {
  const done: string[] = [];
  for await (const { id } of stripe().subscriptions.list({ customer: customerId, limit: 100 })) {
    if (await unlessEnded(stripe().subscriptions.cancel(id))) done.push(`${id} cancelled`);
  }
  const created = { gte: Math.floor(closedAt.getTime() / 1000) };
  for await (const charge of stripe().charges.list({ customer: customerId, created, limit: 100 })) {
    if (!isPaid(charge)) continue;
    const refund = stripe().refunds.create(
      { charge: charge.id },
      { idempotencyKey: `closed-account:${charge.id}` },
    );
    if (await unlessEnded(refund)) done.push(`${charge.id} refunded`);
  }
  if (done.length > 0) log.warn({ customerId, done }, "payments after an account was closed were undone");
  return ["the account is closed", ...done].join("; ");
}

const isPaid = (charge: Stripe.Charge) => charge.paid && !charge.refunded && !charge.disputed;
