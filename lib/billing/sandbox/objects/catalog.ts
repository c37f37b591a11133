import Stripe from "stripe";
import { newStripeId, realNow, unset } from "../store.ts";

export function makeProduct(given: {
  name: string;
  description: string | null;
  metadata: Record<string, string>;
}): Stripe.Product {
  const now = realNow();
  return {
    id: newStripeId("prod"),
    object: "product",
    active: true,
    created: now,
    description: given.description,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata,
    name: given.name,
    type: "service",
    updated: now,
    ...unset("default_price package_dimensions shippable statement_descriptor tax_code tax_details"),
    ...unset("unit_label url"),
  } satisfies Stripe.Product;
}

export function makePrice(given: {
  product: string;
  currency: string;
  unitAmount: number;
  monthly: boolean;
  lookupKey: string | null;
  metadata: Record<string, string>;
}): Stripe.Price {
  return {
    id: newStripeId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: realNow(),
    currency: given.currency,
    livemode: false,
    lookup_key: given.lookupKey,
    metadata: given.metadata,
    product: given.product,
    recurring: given.monthly
      ? { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" }
      : null,
    tax_behavior: "unspecified",
    type: given.monthly ? "recurring" : "one_time",
    unit_amount: given.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(String(given.unitAmount)),
    ...unset("custom_unit_amount nickname tiers_mode transform_quantity"),
  } satisfies Stripe.Price;
}

/** The older face of a recurring price, which subscription items still carry. */
export function makePlan(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: "month",
    interval_count: 1,
    livemode: false,
    metadata: price.metadata,
    product: price.product,
    usage_type: "licensed",
    ...unset("meter nickname tiers_mode transform_usage trial_period_days"),
  } satisfies Stripe.Plan;
}
