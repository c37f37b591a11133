import type Stripe from "stripe";
import { env } from "../../../env.ts";
import { newStripeId } from "../store.ts";

export interface Payment {
  customer: string;
  amount: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
  card: Stripe.PaymentMethod | null;
  succeeds: boolean;
  at: number;
}

/** What a payment leaves behind: the intent, and the charge that tried it. */
export function makePayment(given: Payment): { intent: Stripe.PaymentIntent; charge: Stripe.Charge } {
  const intent = makeIntent(given, given.succeeds ? "succeeded" : "requires_payment_method");
  const charge = makeCharge(given, intent.id);
  intent.latest_charge = charge.id;
  return { intent, charge };
}

export function makeIntent(
  given: Omit<Payment, "succeeds">,
  status: "succeeded" | "processing" | "requires_payment_method",
): Stripe.PaymentIntent {
  const id = newStripeId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: status === "succeeded" ? given.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${newStripeId("x").slice(2)}`,
    confirmation_method: "automatic",
    created: given.at,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description,
    excluded_payment_method_types: null,
    last_payment_error: status === "requires_payment_method" ? declined(given.card) : null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: status === "requires_payment_method" ? null : (given.card?.id ?? null),
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.PaymentIntent;
}

function declined(card: Stripe.PaymentMethod | null): Stripe.PaymentIntent.LastPaymentError {
  return {
    type: "card_error",
    code: "card_declined",
    decline_code: "generic_decline",
    message: "Your card was declined.",
    ...(card && { payment_method: card }),
  };
}

export function makeCharge(given: Payment, intent: string): Stripe.Charge {
  const id = newStripeId("ch");
  const { succeeds } = given;
  return {
    id,
    object: "charge",
    amount: given.amount,
    amount_captured: succeeds ? given.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: succeeds ? newStripeId("txn") : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "PHOTO SANDBOX",
    captured: succeeds,
    created: given.at,
    currency: given.currency,
    customer: given.customer,
    description: given.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: succeeds ? null : "card_declined",
    failure_message: succeeds ? null : "Your card was declined.",
    fraud_details: {},
    livemode: false,
    metadata: given.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: succeeds ? "approved_by_network" : "declined_by_network",
      reason: succeeds ? null : "generic_decline",
      risk_level: "normal",
      seller_message: succeeds ? "Payment complete." : "The bank did not say why.",
      type: succeeds ? "authorized" : "issuer_declined",
    },
    paid: succeeds,
    payment_intent: intent,
    payment_method: given.card?.id ?? null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: succeeds ? `${env().BASE_URL}/embedded/stripe/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: succeeds ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

export function makeRefund(charge: Stripe.Charge, amount: number, at: number): Stripe.Refund {
  return {
    id: newStripeId("re"),
    object: "refund",
    amount,
    balance_transaction: newStripeId("txn"),
    charge: charge.id,
    created: at,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  } satisfies Stripe.Refund;
}

const weekSeconds = 7 * 24 * 60 * 60;

export function makeDispute(charge: Stripe.Charge, at: number): Stripe.Dispute {
  return {
    id: newStripeId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: null,
      customer_name: null,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: at + weekSeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: "fraudulent",
    status: "needs_response",
  } satisfies Stripe.Dispute;
}
