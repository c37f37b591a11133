import type Stripe from "stripe";
import type { PlanTier } from "../contract/billing/plans.ts";
import { offer } from "../plans/offer.ts";
import { env } from "../platform/env.ts";
import { withCustomer } from "./customer.ts";
import { requirePriceId } from "./prices.ts";
import { findPortalConfiguration } from "./setup.ts";
import { stripe } from "./stripe.ts";

/** URL of the portal, where the user changes plan, card and details, or cancels. */
export async function openPortal(userId: string): Promise<string> {
  return await withCustomer(userId, (customer) => openSession(customer));
}

/** URL of the portal at the confirmation of a change to `tier`. */
export async function openPlanChange(
  customer: string,
  subscription: Stripe.Subscription,
  tier: PlanTier,
): Promise<string> {
  const item = subscription.items.data[0];
  const price = await requirePriceId(offer().plans[tier].lookupKey);
  if (!item || item.price.id === price) return await openSession(customer);
  return await openSession(customer, {
    type: "subscription_update_confirm",
    subscription_update_confirm: {
      subscription: subscription.id,
      items: [{ id: item.id, price, quantity: 1 }],
    },
    after_completion: { type: "redirect", redirect: { return_url: returnUrl() } },
  });
}

const returnUrl = () => `${env().BASE_URL}/billing?portal=back`;

async function openSession(
  customer: string,
  flow?: Stripe.BillingPortal.SessionCreateParams.FlowData,
): Promise<string> {
  const configuration = await findPortalConfiguration(stripe());
  const session = await stripe().billingPortal.sessions.create({
    customer,
    return_url: returnUrl(),
    ...(configuration && { configuration }),
    ...(flow && { flow_data: flow }),
  });
  return session.url;
}
