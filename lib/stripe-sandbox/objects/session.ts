import type Stripe from "stripe";
import { env } from "../../platform/env.ts";
import { newStripeId, realNow, unset } from "../store.ts";

const daySeconds = 24 * 60 * 60;
const page = (kind: string, id: string) => `${env().BASE_URL}/embedded/stripe/${kind}/${id}`;

type GivenOfCheckout = "cancel_url" | "client_reference_id" | "metadata" | "mode" | "success_url";

export function makeCheckoutSession(
  given: Pick<Stripe.Checkout.Session, GivenOfCheckout>,
  customer: Stripe.Customer,
  lineItems: Stripe.LineItem[],
): Stripe.Checkout.Session {
  const id = newStripeId("cs_test");
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  return {
    ...given,
    id,
    object: "checkout.session",
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    created: realNow(),
    currency: lineItems[0]?.currency ?? null,
    custom_fields: [],
    custom_text: unset("after_submit shipping_address submit terms_of_service_acceptance"),
    customer: customer.id,
    customer_details: {
      email: customer.email,
      name: customer.name ?? null,
      tax_exempt: "none",
      tax_ids: [],
      ...unset("address business_name individual_name phone"),
    },
    discounts: [],
    expires_at: realNow() + daySeconds,
    livemode: false,
    payment_method_collection: given.mode === "subscription" ? "always" : "if_required",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    shipping_options: [],
    status: "open",
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: page("checkout", id),
    ...unset("adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types"),
    ...unset("billing_address_collection client_secret collected_information consent consent_collection"),
    ...unset("currency_conversion customer_account customer_creation customer_email"),
    ...unset("integration_identifier invoice invoice_creation locale managed_payments origin_context"),
    ...unset("payment_intent payment_link payment_method_configuration_details permissions recovered_from"),
    ...unset("saved_payment_method_options setup_intent shipping_address_collection shipping_cost"),
    ...unset("submit_type subscription wallet_options"),
  } satisfies Stripe.Checkout.Session;
}

export function makeLineItem(price: Stripe.Price, quantity: number, description: string): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newStripeId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  } satisfies Stripe.LineItem;
}

export function makePortalSession(
  given: Pick<Stripe.BillingPortal.Session, "customer" | "configuration" | "return_url" | "flow">,
): Stripe.BillingPortal.Session {
  const id = newStripeId("bps");
  return {
    ...given,
    id,
    object: "billing_portal.session",
    created: realNow(),
    customer_account: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    url: page("portal", id),
  } satisfies Stripe.BillingPortal.Session;
}

export function makePortalConfiguration(
  given: Pick<Stripe.BillingPortal.Configuration, "default_return_url" | "metadata">,
): Stripe.BillingPortal.Configuration {
  return {
    ...given,
    id: newStripeId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: realNow(),
    features: portalFeatures,
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    name: null,
    updated: realNow(),
  } satisfies Stripe.BillingPortal.Configuration;
}

/** The features of the sandbox's portal, regardless of the configuration. */
const portalFeatures: Stripe.BillingPortal.Configuration.Features = {
  customer_update: { enabled: false, allowed_updates: [] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: true,
    mode: "at_period_end",
    proration_behavior: "none",
  },
  subscription_pause: { duration: { interval_options: [], type: "indefinite" }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: "unchanged",
    default_allowed_updates: ["price"],
    enabled: true,
    products: [],
    proration_behavior: "always_invoice",
    schedule_at_period_end: { conditions: [{ type: "decreasing_item_amount" }] },
    trial_update_behavior: "end_trial",
  },
};
