import Stripe from "stripe";
import { newStripeId, realNow, unset } from "../store.ts";

export function makeProduct(
  given: Pick<Stripe.Product, "name" | "description" | "metadata">,
): Stripe.Product {
  return {
    ...given,
    id: newStripeId("prod"),
    object: "product",
    active: true,
    created: realNow(),
    images: [],
    livemode: false,
    marketing_features: [],
    type: "service",
    updated: realNow(),
    ...unset("default_price package_dimensions shippable statement_descriptor tax_code tax_details"),
    ...unset("unit_label url"),
  } satisfies Stripe.Product;
}

export function makePrice({
  unit_amount,
  monthly,
  ...given
}: Pick<Stripe.Price, "product" | "currency" | "lookup_key" | "metadata"> & {
  unit_amount: number;
  monthly: boolean;
}): Stripe.Price {
  return {
    ...given,
    id: newStripeId("price"),
    object: "price",
    active: true,
    billing_scheme: "per_unit",
    created: realNow(),
    livemode: false,
    recurring: monthly
      ? { interval: "month", interval_count: 1, meter: null, trial_period_days: null, usage_type: "licensed" }
      : null,
    tax_behavior: "unspecified",
    type: monthly ? "recurring" : "one_time",
    unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(String(unit_amount)),
    ...unset("custom_unit_amount nickname tiers_mode transform_quantity"),
  } satisfies Stripe.Price;
}

/** The legacy plan object of a recurring price, which subscription items still contain. */
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
