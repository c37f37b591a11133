import type Stripe from "stripe";
import { newStripeId, unset } from "../store.ts";
import { makePlan } from "./catalog.ts";

export interface NewSubscription {
  customer: string;
  price: Stripe.Price;
  card: string | null;
  metadata: Record<string, string>;
  at: number;
  periodEnd: number;
}

export function makeSubscription(given: NewSubscription): Stripe.Subscription {
  const id = newStripeId("sub");
  return {
    id,
    object: "subscription",
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: given.at,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: given.at,
    currency: given.price.currency,
    customer: given.customer,
    default_payment_method: given.card,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      issuer: { type: "self" },
      ...unset("account_tax_ids custom_fields description footer"),
    },
    items: {
      object: "list",
      data: [makeItem(id, given)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
    metadata: given.metadata,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "on_subscription",
    },
    start_date: given.at,
    status: "active",
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "cancel" } },
    trial_start: null,
    ...unset("application application_fee_percent billing_cycle_anchor_config billing_thresholds"),
    ...unset("cancel_at canceled_at customer_account days_until_due default_source description ended_at"),
    ...unset("latest_invoice managed_payments next_pending_invoice_item_invoice on_behalf_of"),
    ...unset("pause_collection pending_invoice_item_interval pending_setup_intent pending_update schedule"),
    ...unset("test_clock transfer_data"),
  } satisfies Stripe.Subscription;
}

function makeItem(subscription: string, given: NewSubscription): Stripe.SubscriptionItem {
  return {
    id: newStripeId("si"),
    object: "subscription_item",
    billing_thresholds: null,
    created: given.at,
    current_period_end: given.periodEnd,
    current_period_start: given.at,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: makePlan(given.price),
    price: given.price,
    quantity: 1,
    subscription,
    tax_rates: [],
  } satisfies Stripe.SubscriptionItem;
}

/** The single item of a sandbox subscription. */
export function onlyItem(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  return item;
}

export function setPrice(subscription: Stripe.Subscription, price: Stripe.Price): void {
  const item = onlyItem(subscription);
  item.price = price;
  item.plan = makePlan(price);
}
