import type Stripe from "stripe";
import type { PlanTier, TopUpSize } from "../contract/billing/plans.ts";
import { db } from "../db/index.ts";
import { nameTopUp } from "../plans/catalog.ts";
import { offer } from "../plans/offer.ts";
import { env } from "../platform/env.ts";
import { refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import { findOwner, findRunningSubscription, userIdKey, withCustomer } from "./customer.ts";
import { idOf } from "./events.ts";
import { openPlanChange } from "./portal.ts";
import { requirePriceId } from "./prices.ts";
import { stripe, unlessEnded } from "./stripe.ts";
import { syncAccount, syncSubscriptions } from "./sync.ts";

/**
 * Checkout URL for a subscription. Users with a running subscription are sent to change it instead, so that they
 * never pay for two.
 */
export async function startSubscriptionCheckout(userId: string, tier: PlanTier): Promise<string> {
  const price = await requirePriceId(offer().plans[tier].lookupKey);
  return await withCustomer(userId, async (customer) => {
    const running = await findRunningSubscription(customer);
    if (running) return await openPlanChange(customer, running, tier);
    await closeOpenCheckouts(customer);
    return await createCheckout({
      ...commonParams(userId, customer),
      mode: "subscription",
      line_items: [{ price, quantity: 1 }],
      subscription_data: { metadata: { [userIdKey]: userId } },
    });
  });
}

/** Checkout URL for credits that never expire. */
export async function startTopUpCheckout(userId: string, size: TopUpSize): Promise<string> {
  const price = await requirePriceId(offer().topUps[size].lookupKey);
  return await withCustomer(userId, (customer) =>
    createCheckout({
      ...commonParams(userId, customer),
      mode: "payment",
      line_items: [{ price, quantity: 1 }],
      payment_intent_data: { description: `Top-up: ${nameTopUp(size)}`, metadata: { [userIdKey]: userId } },
    }),
  );
}

/**
 * Syncs the account after the browser returns from a checkout, so that credits appear immediately. It reads the same
 * state and uses the same references as the webhook, so nothing is granted twice.
 */
export async function refreshCheckout(userId: string, sessionId: string): Promise<void> {
  const session = await stripe().checkout.sessions.retrieve(sessionId);
  const customerId = idOf(session.customer);
  const owner = customerId ? await findOwner(customerId) : null;
  if (!customerId || owner?.userId !== userId) {
    throw refusal(because("checkout_not_yours"));
  }
  if (session.mode === "payment") await syncAccount(owner, { about: "topup", customerId, sessionId }, null);
  else await syncSubscriptions(owner);
}

/** Syncs the account with Stripe after a visit to the portal. Does nothing for a user without a customer. */
export async function refreshSubscription(userId: string): Promise<void> {
  const row = await db().subscription.findUnique({ where: { userId }, select: { stripeCustomerId: true } });
  if (row?.stripeCustomerId) await syncSubscriptions({ userId, customerId: row.stripeCustomerId });
}

function commonParams(userId: string, customer: string) {
  const { BASE_URL } = env();
  return {
    customer,
    client_reference_id: userId,
    success_url: `${BASE_URL}/billing?checkout={CHECKOUT_SESSION_ID}`,
    cancel_url: `${BASE_URL}/billing?checkout=left`,
    metadata: { [userIdKey]: userId },
  } satisfies Stripe.Checkout.SessionCreateParams;
}

async function createCheckout(params: Stripe.Checkout.SessionCreateParams): Promise<string> {
  const session = await stripe().checkout.sessions.create(params);
  if (!session.url) throw new Error(`Stripe gave no address for checkout ${session.id}`);
  return session.url;
}

/** Prevents a second subscription from a second tab. A checkout paid meanwhile is found as a subscription. */
async function closeOpenCheckouts(customer: string): Promise<void> {
  const { data } = await stripe().checkout.sessions.list({ customer, status: "open", limit: 100 });
  const open = data.filter(({ mode }) => mode === "subscription");
  await Promise.all(open.map(({ id }) => unlessEnded(stripe().checkout.sessions.expire(id))));
}
