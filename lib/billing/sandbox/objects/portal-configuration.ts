import type Stripe from "stripe";
import { items, nested, type Params, text, texts } from "../form.ts";
import { newStripeId, realNow } from "../store.ts";

type Features = Stripe.BillingPortal.Configuration.Features;

export function makePortalConfiguration(given: {
  features: Features;
  headline: string | null;
  returnUrl: string | null;
  metadata: Record<string, string>;
}): Stripe.BillingPortal.Configuration {
  const now = realNow();
  return {
    id: newStripeId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: given.headline, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: given.returnUrl,
    features: given.features,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata,
    name: null,
    updated: now,
  } satisfies Stripe.BillingPortal.Configuration;
}

/** The features that this sandbox's portal offers, in Stripe's form; the rest is off. */
export function readFeatures(given: Params): Features {
  const feature = (name: string) => nested(given, name) ?? {};
  const enabled = (name: string) => text(feature(name), "enabled") === "true";
  const update = feature("subscription_update");
  const schedule = nested(update, "schedule_at_period_end") ?? {};
  return {
    customer_update: { enabled: enabled("customer_update"), allowed_updates: [] },
    invoice_history: { enabled: enabled("invoice_history") },
    payment_method_update: { enabled: enabled("payment_method_update"), payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: enabled("subscription_cancel"),
      mode: text(feature("subscription_cancel"), "mode") ?? "at_period_end",
      proration_behavior: "none",
    },
    subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: "unchanged",
      default_allowed_updates: texts(update, "default_allowed_updates") ?? [],
      enabled: enabled("subscription_update"),
      products: items(update, "products").map((product) => ({
        adjustable_quantity: { enabled: false, maximum: null, minimum: 1 },
        prices: texts(product, "prices") ?? [],
        product: text(product, "product") ?? "",
      })),
      proration_behavior: text(update, "proration_behavior") ?? "none",
      schedule_at_period_end: {
        conditions: items(schedule, "conditions").map((condition) => ({
          type: text(condition, "type") ?? "",
        })),
      },
      trial_update_behavior: "end_trial",
    },
  };
}
