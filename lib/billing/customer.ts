import { createHash } from "node:crypto";
import type Stripe from "stripe";
import { db, sql } from "../db/index.ts";
import { refusal } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { because } from "../platform/reasons.ts";
import { statusRank } from "./status.ts";
import { billingMode, isMissing, stripe } from "./stripe.ts";
import { isVatId } from "./tax-ids.ts";

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
    select: {
      email: true,
      name: true,
      subscription: { select: { stripeCustomerId: true } },
      billingDetails: { select: { userId: true } },
    },
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
  if (user.billingDetails) await updateCustomer(userId);
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

/**
 * Copies a user's name, mail address and billing details to Stripe, whose mails and invoices use them. A failure is
 * only logged: the next change copies them again. `isErased`: the user removed the billing details.
 */
export async function updateCustomer(userId: string, { isErased = false } = {}): Promise<void> {
  try {
    const owner = await findCustomer(userId);
    const user =
      owner &&
      (await db().user.findUnique({
        where: { id: userId },
        include: { billingDetails: { omit: { updatedAt: true } } },
      }));
    if (!owner || !user) return;
    const { billingDetails: details, email } = user;
    const name = details?.name ?? user.name;
    const address = details ? addressOf(details) : isErased ? "" : undefined;
    await stripe().customers.update(owner.customerId, {
      email,
      name,
      ...(address !== undefined && { address }),
    });
    // The sandbox issues no invoices that anybody sees, so it stores no tax ids.
    if (billingMode() === "hosted" && (details || isErased))
      await updateTaxId(owner.customerId, details?.taxId ?? "");
  } catch (err) {
    log.warn({ err, userId }, "a customer could not be updated in Stripe");
  }
}

function addressOf(details: Record<"line1" | "line2" | "postalCode" | "city" | "country", string>) {
  const { line1, line2, postalCode: postal_code, city, country } = details;
  return { line1, line2, postal_code, city, country };
}

async function updateTaxId(customer: string, taxId: string): Promise<void> {
  const wanted = isVatId(taxId) ? { type: "eu_vat" as const, value: taxId } : null;
  const { data } = await stripe().customers.listTaxIds(customer, { limit: 100 });
  const isWanted = ({ type, value }: Stripe.TaxId) => type === wanted?.type && value === wanted.value;
  for (const old of data.filter((one) => !isWanted(one)))
    await stripe().customers.deleteTaxId(customer, old.id);
  if (wanted && !data.some(isWanted)) await stripe().customers.createTaxId(customer, wanted);
}
