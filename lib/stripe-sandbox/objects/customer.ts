import type Stripe from "stripe";
import { newStripeId, realNow, unset } from "../store.ts";

export function makeCustomer(given: Pick<Stripe.Customer, "email" | "name" | "metadata">): Stripe.Customer {
  return {
    ...given,
    id: newStripeId("cus"),
    object: "customer",
    balance: 0,
    created: realNow(),
    delinquent: false,
    invoice_settings: unset("custom_fields default_payment_method footer rendering_options"),
    livemode: false,
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: "none",
    ...unset("address currency customer_account default_source description invoice_prefix phone shipping"),
    ...unset("test_clock"),
  } satisfies Stripe.Customer;
}

/** Stripe's test cards: one whose payments succeed, and one that can be attached but whose payments fail. */
export const cards = { good: "4242", failing: "0341" } as const;
export type CardKind = keyof typeof cards;

export function makeCard(customer: string, kind: CardKind): Stripe.PaymentMethod {
  return {
    id: newStripeId("pm"),
    object: "payment_method",
    allow_redisplay: "always",
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: "visa",
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
      country: "US",
      display_brand: "visa",
      exp_month: 12,
      exp_year: new Date().getUTCFullYear() + 3,
      fingerprint: newStripeId("fp").slice(3, 19),
      funding: "credit",
      generated_from: null,
      last4: cards[kind],
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: realNow(),
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  } satisfies Stripe.PaymentMethod;
}

export function cardPays(card: Stripe.PaymentMethod | null): boolean {
  return card?.card?.last4 === cards.good;
}
