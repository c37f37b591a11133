import type Stripe from "stripe";
import { env } from "../../platform/env.ts";
import { newStripeId, unset } from "../store.ts";

export interface Payment {
  customer: string;
  amount: number;
  currency: string;
  description: string;
  card: Stripe.PaymentMethod | null;
  succeeds: boolean;
  at: number;
}

/** The objects of a payment: the intent, and the charge that attempted it. */
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
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: status === "succeeded" ? given.amount : 0,
    capture_method: "automatic",
    client_secret: `${id}_secret_${newStripeId("x").slice(2)}`,
    confirmation_method: "automatic",
    created: given.at,
    currency: given.currency,
    customer: given.customer,
    description: given.description,
    livemode: false,
    metadata: {},
    payment_method: status === "requires_payment_method" ? null : (given.card?.id ?? null),
    payment_method_options: {},
    payment_method_types: ["card"],
    status,
    ...unset("allowed_payment_method_types application application_fee_amount automatic_payment_methods"),
    ...unset("canceled_at cancellation_reason customer_account excluded_payment_method_types"),
    ...unset("last_payment_error latest_charge managed_payments next_action on_behalf_of"),
    ...unset("payment_method_configuration_details payment_record processing receipt_email review"),
    ...unset("setup_future_usage shipping source statement_descriptor statement_descriptor_suffix"),
    ...unset("transfer_data transfer_group"),
  } satisfies Stripe.PaymentIntent;
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
    balance_transaction: succeeds ? newStripeId("txn") : null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: "PHOTO SANDBOX",
    captured: succeeds,
    created: given.at,
    currency: given.currency,
    customer: given.customer,
    description: given.description,
    disputed: false,
    failure_code: succeeds ? null : "card_declined",
    failure_message: succeeds ? null : "Your card was declined.",
    fraud_details: {},
    livemode: false,
    metadata: {},
    paid: succeeds,
    payment_intent: intent,
    payment_method: given.card?.id ?? null,
    receipt_url: succeeds ? `${env().BASE_URL}/embedded/stripe/receipts/${id}` : null,
    refunded: false,
    status: succeeds ? "succeeded" : "failed",
    ...unset("application application_fee application_fee_amount failure_balance_transaction on_behalf_of"),
    ...unset("payment_method_details receipt_email receipt_number review shipping source source_transfer"),
    ...unset("statement_descriptor statement_descriptor_suffix transfer_data transfer_group outcome"),
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
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    status: "succeeded",
    ...unset("customer_account reason receipt_number source_transfer_reversal transfer_reversal"),
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
      enhanced_evidence: {},
      ...unset("access_activity_log billing_address cancellation_policy cancellation_policy_disclosure"),
      ...unset("cancellation_rebuttal customer_communication customer_email_address customer_name"),
      ...unset("customer_purchase_ip customer_signature duplicate_charge_documentation"),
      ...unset("duplicate_charge_explanation duplicate_charge_id product_description receipt"),
      ...unset("refund_policy refund_policy_disclosure refund_refusal_explanation service_date"),
      ...unset("service_documentation shipping_address shipping_carrier shipping_date"),
      ...unset("shipping_documentation shipping_tracking_number uncategorized_file uncategorized_text"),
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
