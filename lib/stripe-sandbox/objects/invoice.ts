import Stripe from "stripe";
import { newStripeId, unset } from "../store.ts";
import { onlyItem } from "./subscription.ts";

export interface NewLine {
  price: Stripe.Price;
  amount: number;
  description: string;
  proration: boolean;
  start: number;
  end: number;
}

export interface NewInvoice {
  subscription: Stripe.Subscription;
  reason: "subscription_create" | "subscription_cycle" | "subscription_update";
  lines: NewLine[];
  at: number;
}

/** A finalized invoice awaiting payment. */
export function makeInvoice(given: NewInvoice): Stripe.Invoice {
  const id = newStripeId("in");
  const { subscription, at } = given;
  const total = given.lines.reduce((sum, line) => sum + line.amount, 0);
  const due = Math.max(0, total);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Photo Generation Service (sandbox)",
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: given.reason,
    collection_method: "charge_automatically",
    created: at,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: at,
    ending_balance: 0,
    issuer: { type: "self" },
    lines: {
      object: "list",
      data: given.lines.map((line) => makeLine(id, subscription, line)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    number: id.slice(-8).toUpperCase(),
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: "subscription_details",
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: at,
    period_start: at,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status: "open",
    status_transitions: { finalized_at: at, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: at,
    ...unset("account_tax_ids application automatically_finalizes_at custom_fields customer_account"),
    ...unset("customer_address customer_email customer_name customer_phone customer_shipping"),
    ...unset("default_payment_method default_source hosted_invoice_url"),
    ...unset("description due_date footer from_invoice invoice_pdf last_finalization_error"),
    ...unset("latest_revision next_payment_attempt on_behalf_of receipt_number rendering shipping_cost"),
    ...unset("shipping_details statement_descriptor test_clock"),
  } satisfies Stripe.Invoice;
}

/** Links an invoice to the payment that paid it. */
export function makeInvoicePayment(
  invoice: Stripe.Invoice,
  paymentIntent: string,
  at: number,
): Stripe.InvoicePayment {
  return {
    id: newStripeId("inpay"),
    object: "invoice_payment",
    amount_paid: invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIntent, type: "payment_intent" },
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: at },
  } satisfies Stripe.InvoicePayment;
}

function makeLine(invoice: string, subscription: Stripe.Subscription, line: NewLine): Stripe.InvoiceLineItem {
  const unitAmount = String(line.proration ? line.amount : (line.price.unit_amount ?? 0));
  return {
    id: newStripeId("il"),
    object: "line_item",
    amount: line.amount,
    currency: line.price.currency,
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.proration ? newStripeId("ii") : null,
        proration: line.proration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: onlyItem(subscription).id,
      },
      type: "subscription_item_details",
    },
    period: { start: line.start, end: line.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price.id, product: String(line.price.product) },
      type: "price_details",
      unit_amount_decimal: Stripe.Decimal.from(unitAmount),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from("1"),
    subscription: subscription.id,
    subtotal: line.amount,
    taxes: [],
  } satisfies Stripe.InvoiceLineItem;
}
