import type Stripe from "stripe";
import { newStripeId } from "../store.ts";
import { makePlan } from "./catalog.ts";

export interface NewSubscription {
  customer: string;
  price: Stripe.Price;
  card: string | null;
  metadata: Record<string, string>;
  status: "active" | "trialing";
  at: number;
  periodEnd: number;
}

export function makeSubscription(given: NewSubscription): Stripe.Subscription {
  const id = newStripeId("sub");
  const trialing = given.status === "trialing";
  return {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialing ? given.periodEnd : given.at,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: given.at,
    currency: given.price.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.card,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [makeItem(id, given)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "on_subscription",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: given.at,
    status: given.status,
    test_clock: null,
    transfer_data: null,
    trial_end: trialing ? given.periodEnd : null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: "cancel" } },
    trial_start: trialing ? given.at : null,
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

/** The one item that every subscription here has. */
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
