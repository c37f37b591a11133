import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { because } from "../platform/reasons.ts";
import { statusRank } from "./status.ts";
import { billingMode, isMissing, stripe } from "./stripe.ts";

/** Key of the customer metadata with the user's id. */
export const userIdKey = "pgs_user_id";

export interface Owner {
  userId: string;
  customerId: string;
}

/**
 * Runs with the user's Stripe customer, which is created on first use: one per user, even for concurrent calls. A
 * customer deleted in Stripe is replaced.
 */
export async function withCustomer<T>(userId: string, run: (customerId: string) => Promise<T>): Promise<T> {
  const customerId = await requireCustomer(userId);
  try {
    return await run(customerId);
  } catch (error) {
    if (!isMissing(error) || error.param !== "customer") throw error;
    log.warn({ userId, customerId }, "the customer is gone from Stripe: it is made anew");
    await db().$executeRaw(sql`
      UPDATE subscription SET stripe_customer_id = NULL
      WHERE user_id = ${userId} AND stripe_customer_id = ${customerId}`);
    return await run(await requireCustomer(userId, customerId));
  }
}

async function requireCustomer(userId: string, replaced = ""): Promise<string> {
  const user = await db().user.findUnique({
    where: { id: userId },
    select: { email: true, name: true, subscription: { select: { stripeCustomerId: true } } },
  });
  if (!user?.subscription) throw refusal(because("account_missing"));
  if (user.subscription.stripeCustomerId) return user.subscription.stripeCustomerId;
  const { email, name } = user;
  const hash = createHash("sha256")
    .update(JSON.stringify([email, name, replaced]))
    .digest("hex")
    .slice(0, 16);
  const customer = await stripe().customers.create(
    { email, ...(name !== "" && { name }), metadata: { [userIdKey]: userId } },
    { idempotencyKey: `customer:${userId}:${hash}` },
  );
  await db().$executeRaw(sql`
    UPDATE subscription SET stripe_customer_id = ${customer.id}
    WHERE user_id = ${userId} AND stripe_customer_id IS NULL`);
  const row = await db().subscription.findUniqueOrThrow({ where: { userId } });
  return row.stripeCustomerId ?? customer.id;
}

/**
 * The owner of a customer; null if the account is closing. An unknown customer whose metadata names a user without a
 * customer is assigned to that user.
 */
export async function findOwner(customerId: string): Promise<Owner | null> {
  const row = await db().subscription.findUnique({
    where: { stripeCustomerId: customerId },
    select: { userId: true, closingAt: true },
  });
  if (row?.closingAt) return null;
  if (row) return { userId: row.userId, customerId };
  const customer = await stripe().customers.retrieve(customerId);
  const userId = customer.deleted ? undefined : customer.metadata[userIdKey];
  if (!userId) return null;
  const adopted = await db().$executeRaw(sql`
    UPDATE subscription SET stripe_customer_id = ${customerId}
    WHERE user_id = ${userId} AND stripe_customer_id IS NULL AND closing_at IS NULL`);
  return adopted === 1 ? { userId, customerId } : null;
}

/** The customer's subscription that has not ended, or null. */
export async function findRunningSubscription(customer: string): Promise<Stripe.Subscription | null> {
  const { data } = await stripe().subscriptions.list({ customer, limit: 100 });
  return data.find(({ status }) => statusRank(status) > 1) ?? null;
}

/** The customer of a user; null without a customer, or if billing is off. */
export async function findCustomer(userId: string): Promise<Owner | null> {
  if (billingMode() === "off") return null;
  const row = await db().subscription.findUnique({ where: { userId }, select: { stripeCustomerId: true } });
  return row?.stripeCustomerId ? { userId, customerId: row.stripeCustomerId } : null;
}

/** Updates a user's name and address in Stripe, which Stripe's own mails use. */
export async function updateCustomer(userId: string): Promise<void> {
  const owner = await findCustomer(userId);
  const user = owner && (await db().user.findUnique({ where: { id: userId } }));
  if (owner && user) {
    await stripe().customers.update(owner.customerId, { email: user.email, name: user.name });
  }
}
