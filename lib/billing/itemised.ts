import type Stripe from "stripe";
import type { PlanTier } from "../contract/billing/plans.ts";
import { offer } from "../plans/offer.ts";
import { idOf } from "./events.ts";
import { itemOfPrice, itemOfPriceId } from "./prices.ts";

/** A line of a receipt. Times are Unix seconds. */
export type ReceiptLine = { amountCents: number } & (
  | { kind: "plan" | "unused" | "remaining"; tier: PlanTier; from: number; to: number; credits: number }
  | { kind: "topup"; credits: number }
  /** In credit notes: money back for the receipt with this number; a positive amount takes that back. */
  | { kind: "refund"; number: string }
  /** Discounts and the customer's balance at Stripe, so that the lines add up to the total. */
  | { kind: "balance" }
  | { kind: "other"; text: string }
);

/** An itemised payment; lines plus added tax make up the total. */
export interface ItemisedReceipt {
  /** Stripe's, unless the service issues the receipt under one of its own. */
  number: string;
  paymentIntent: string | null;
  paidAt: number;
  lines: ReceiptLine[];
  /** In addition to the lines. */
  taxCents: number;
  /** Included in the lines. */
  includedTaxCents: number;
  totalCents: number;
  currency: string;
}

/** The receipt of a paid invoice; null if its amount is 0. */
export async function itemiseInvoice(invoice: Stripe.Invoice): Promise<ItemisedReceipt | null> {
  if (invoice.amount_paid <= 0) return null;
  const taxes = invoice.total_taxes ?? [];
  const taxOf = (behavior: string) =>
    taxes.filter((tax) => tax.tax_behavior === behavior).reduce((sum, { amount }) => sum + amount, 0);
  return balanced({
    number: invoice.number ?? invoice.id,
    paymentIntent: idOf(
      invoice.payments?.data.find(({ status }) => status === "paid")?.payment.payment_intent,
    ),
    paidAt: invoice.status_transitions.paid_at ?? invoice.created,
    lines: await Promise.all(invoice.lines.data.map(itemiseLine)),
    taxCents: taxOf("exclusive"),
    includedTaxCents: taxOf("inclusive"),
    totalCents: invoice.amount_paid,
    currency: invoice.currency,
  });
}

async function itemiseLine(line: Stripe.InvoiceLineItem): Promise<ReceiptLine> {
  const price = line.pricing?.price_details?.price;
  const item = typeof price === "string" ? await itemOfPriceId(price) : price ? itemOfPrice(price) : null;
  const amountCents = line.amount;
  if (item?.kind !== "plan") return { kind: "other", text: line.description ?? "", amountCents };
  const details = line.parent?.subscription_item_details ?? line.parent?.invoice_item_details;
  const { tier } = item;
  return {
    kind: !details?.proration ? "plan" : amountCents < 0 ? "unused" : "remaining",
    tier,
    from: line.period.start,
    to: line.period.end,
    credits: offer().plans[tier].monthlyCredits,
    amountCents,
  };
}

/** The receipt of a paid top-up; `session` includes its line items. */
export function itemiseTopUp(
  session: Stripe.Checkout.Session,
  charge: Stripe.Charge | null,
): ItemisedReceipt {
  const totalCents = charge?.amount_captured ?? session.amount_total ?? 0;
  return balanced({
    number: session.id,
    paymentIntent: idOf(session.payment_intent),
    paidAt: charge?.created ?? session.created,
    lines: (session.line_items?.data ?? []).map((line) => {
      const item = line.price ? itemOfPrice(line.price) : null;
      const amountCents = line.amount_subtotal;
      if (item?.kind !== "topup") return { kind: "other", text: line.description ?? "", amountCents };
      return {
        kind: "topup",
        credits: offer().topUps[item.size].credits * (line.quantity ?? 1),
        amountCents,
      };
    }),
    taxCents: session.total_details?.amount_tax ?? 0,
    includedTaxCents: 0,
    totalCents,
    currency: session.currency ?? offer().currency,
  });
}

/** The receipt of a payment without an invoice or checkout. */
export function itemiseCharge(charge: Stripe.Charge): ItemisedReceipt {
  return {
    number: charge.id,
    paymentIntent: idOf(charge.payment_intent),
    paidAt: charge.created,
    lines: [{ kind: "other", text: charge.description ?? "", amountCents: charge.amount_captured }],
    taxCents: 0,
    includedTaxCents: 0,
    totalCents: charge.amount_captured,
    currency: charge.currency,
  };
}

function balanced(receipt: ItemisedReceipt): ItemisedReceipt {
  const { lines, taxCents, totalCents } = receipt;
  const missing = totalCents - taxCents - lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return missing === 0
    ? receipt
    : { ...receipt, lines: [...lines, { kind: "balance", amountCents: missing }] };
}
