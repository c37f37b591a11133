import type Stripe from "stripe";
import { newStripeId, unset } from "../store.ts";
import { onlyItem } from "./subscription.ts";

/** A scheduled change of price as the portal creates it: the current phase, then the next price. */
export function makeSchedule(
  subscription: Stripe.Subscription,
  { price, at, nextEnd }: { price: Stripe.Price; at: number; nextEnd: number },
): Stripe.SubscriptionSchedule {
  const { price: current, current_period_start: start, current_period_end: end } = onlyItem(subscription);
  return {
    id: newStripeId("sub_sched"),
    object: "subscription_schedule",
    billing_mode: { flexible: null, type: "classic" },
    created: at,
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    default_settings: {
      billing_cycle_anchor: "automatic",
      collection_method: "charge_automatically",
      invoice_settings: {
        issuer: { type: "self" },
        ...unset("account_tax_ids custom_fields days_until_due description footer"),
      },
      ...unset("application_fee_percent billing_thresholds default_payment_method description on_behalf_of"),
      ...unset("transfer_data"),
    },
    end_behavior: "release",
    livemode: false,
    metadata: {},
    pause_schedules: [],
    phases: [makePhase(current, start, end), makePhase(price, end, nextEnd)],
    status: "active",
    subscription: subscription.id,
    ...unset("application canceled_at completed_at customer_account released_at released_subscription"),
    ...unset("test_clock"),
  } satisfies Stripe.SubscriptionSchedule;
}

function makePhase(price: Stripe.Price, start: number, end: number): Stripe.SubscriptionSchedule.Phase {
  return {
    add_invoice_items: [],
    currency: price.currency,
    discounts: [],
    end_date: end,
    items: [
      {
        billing_thresholds: null,
        discounts: [],
        metadata: {},
        plan: price.id,
        price: price.id,
        quantity: 1,
        tax_rates: [],
      },
    ],
    metadata: {},
    proration_behavior: "none",
    start_date: start,
    ...unset("application_fee_percent billing_cycle_anchor billing_thresholds collection_method"),
    ...unset("default_payment_method description invoice_settings on_behalf_of transfer_data trial_end"),
  } satisfies Stripe.SubscriptionSchedule.Phase;
}
