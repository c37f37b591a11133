import type Stripe from "stripe";
import { env } from "../../../env.ts";
import { newStripeId, realNow } from "../store.ts";

const daySeconds = 24 * 60 * 60;
const page = (kind: string, id: string) => `${env().BASE_URL}/embedded/stripe/${kind}/${id}`;

export interface NewCheckout {
  mode: "payment" | "subscription";
  customer: Stripe.Customer;
  clientReferenceId: string | null;
  successUrl: string;
  cancelUrl: string | null;
  metadata: Record<string, string>;
  lineItems: Stripe.LineItem[];
}

export function makeCheckoutSession(given: NewCheckout): Stripe.Checkout.Session {
  const id = newStripeId("cs_test");
  const total = given.lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  return {
    id,
    object: "checkout.session",
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: realNow(),
    currency: given.lineItems[0]?.currency ?? null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: given.customer.id,
    customer_account: null,
    customer_creation: null,
    customer_details: {
      address: null,
      business_name: null,
      email: given.customer.email,
      individual_name: null,
      name: given.customer.name ?? null,
      phone: null,
      tax_exempt: "none",
      tax_ids: [],
    },
    customer_email: null,
    discounts: [],
    expires_at: realNow() + daySeconds,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata,
    mode: given.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: given.mode === "subscription" ? "always" : "if_required",
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: "open",
    submit_type: null,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: page("checkout", id),
    wallet_options: null,
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

export function makePortalSession(given: {
  customer: string;
  configuration: string;
  returnUrl: string | null;
  flow: Stripe.BillingPortal.Session.Flow | null;
}): Stripe.BillingPortal.Session {
  const id = newStripeId("bps");
  return {
    id,
    object: "billing_portal.session",
    configuration: given.configuration,
    created: realNow(),
    customer: given.customer,
    customer_account: null,
    flow: given.flow,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.returnUrl,
    url: page("portal", id),
  } satisfies Stripe.BillingPortal.Session;
}
