import { type Prisma, type Queryable, sql } from "../db/index.ts";
import { env } from "../platform/env.ts";
import type { BillingDetails } from "./details.ts";
import type { ItemisedReceipt } from "./itemised.ts";
import { billingMode, expectsLivemode } from "./stripe.ts";

/** A payment of which the customer gets a receipt, once. */
export interface PaymentMade {
  /** The id of its invoice or checkout. */
  reference: string;
  /** The credits of a top-up; null for a plan. */
  topUpCredits: number | null;
  receipt: ItemisedReceipt;
}

export interface Seller {
  name: string;
  /** Lines of the address; empty if the operator set none. */
  address: string[];
  taxId: string | null;
  /** Why no tax is due; shown on receipts without tax. */
  taxNote: string | null;
}

/** The customer on a receipt: the billing details, or only a name. */
export type Buyer = Partial<BillingDetails> & { name: string; email: string };

/** A receipt as it was issued: it stays the same when the seller, the customer or a price changes. */
export interface IssuedReceipt extends ItemisedReceipt {
  seller: Seller;
  /** Null after the account was deleted. */
  buyer: Buyer | null;
}

export function seller(): Seller {
  const { SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_ID, SELLER_TAX_NOTE } = env();
  const address = (SELLER_ADDRESS ?? "").split(/[;\n]/).map((line) => line.trim());
  return {
    name: SELLER_NAME,
    address: address.filter((line) => line !== ""),
    taxId: SELLER_TAX_ID ?? null,
    taxNote: SELLER_TAX_NOTE ?? null,
  };
}

/** Payments that move no real money have series of their own, so that the others have no gaps. */
const series = {
  receipts: { live: "R", test: "TEST" },
  creditNotes: { live: "C", test: "TEST-C" },
} as const;
export const isTestNumber = (number: string) => number.startsWith("TEST-");

/** Whether Stripe's own invoice is the receipt: two documents of one payment would be booked twice. */
export const isStripesOwn = (reference: string) => billingMode() === "hosted" && reference.startsWith("in_");

/**
 * Issues the receipts that these payments still lack, oldest first, and returns them. The row of the series is locked
 * until the transaction ends, so that a number is used exactly when its receipt is kept: call it after other locks.
 */
export async function issueReceipts(
  tx: Queryable,
  userId: string,
  payments: readonly PaymentMade[],
): Promise<(PaymentMade & { receipt: IssuedReceipt })[]> {
  if (payments.length === 0) return [];
  const unissued = await tx.$queryRaw<{ reference: string }[]>(sql`
    INSERT INTO payment_receipt (reference, user_id)
    SELECT reference, ${userId} FROM unnest(${payments.map(({ reference }) => reference)}::text[]) AS reference
    ON CONFLICT (reference) DO NOTHING RETURNING reference`);
  const due = new Set(unissued.map(({ reference }) => reference));
  const issued = [];
  for (const payment of payments.toSorted((a, b) => a.receipt.paidAt - b.receipt.paidAt)) {
    if (!due.has(payment.reference)) continue;
    const ownNumber = isStripesOwn(payment.reference) ? null : await nextNumber(tx, "receipts");
    const receipt: IssuedReceipt = {
      ...payment.receipt,
      number: ownNumber ?? payment.receipt.number,
      seller: seller(),
      buyer: await readBuyer(tx, userId),
    };
    await tx.$executeRaw(sql`
      UPDATE payment_receipt
      SET number = ${ownNumber}, payment_intent = ${receipt.paymentIntent}, document = ${JSON.stringify(receipt)}::jsonb
      WHERE reference = ${payment.reference}`);
    issued.push({ ...payment, receipt });
  }
  return issued;
}

/** Locks the row of the series until the transaction ends. */
export async function nextNumber(tx: Queryable, of: keyof typeof series): Promise<string> {
  const name = series[of][expectsLivemode() ? "live" : "test"];
  const [row] = await tx.$queryRaw<{ last: number }[]>(sql`
    INSERT INTO receipt_series (name, last) VALUES (${name}, 1)
    ON CONFLICT (name) DO UPDATE SET last = receipt_series.last + 1 RETURNING last`);
  return `${name}-${String(row?.last).padStart(6, "0")}`;
}

async function readBuyer(tx: Queryable, userId: string): Promise<Buyer | null> {
  const [row] = await tx.$queryRaw<{ name: string; email: string; details: BillingDetails | null }[]>(sql`
    SELECT u.name, u.email, CASE WHEN d.user_id IS NOT NULL THEN jsonb_build_object(
      'name', d.name, 'line1', d.line1, 'line2', d.line2, 'postalCode', d.postal_code, 'city', d.city,
      'country', d.country, 'taxId', d.tax_id) END AS details
    FROM "user" u LEFT JOIN billing_details d ON d.user_id = u.id WHERE u.id = ${userId}`);
  return row ? { name: row.name, email: row.email, ...row.details } : null;
}

/** The issued documents of an account that meet a condition, in the order of their numbers. */
export async function readDocuments<Document extends IssuedReceipt>(
  on: Queryable,
  userId: string,
  which: Prisma.Sql,
): Promise<{ reference: string; paymentIntent: string; document: Document }[]> {
  return await on.$queryRaw(sql`
    SELECT reference, payment_intent AS "paymentIntent", document FROM payment_receipt
    WHERE user_id = ${userId} AND document IS NOT NULL AND ${which} ORDER BY number`);
}

/** The issued receipts of an account's payments, by their payment intents. */
export async function findIssued(
  on: Queryable,
  userId: string,
  paymentIntents: readonly string[],
): Promise<Map<string, IssuedReceipt>> {
  const which = sql`payment_intent = ANY(${[...paymentIntents]}) AND NOT document ? 'creditOf'`;
  const found = await readDocuments(on, userId, which);
  return new Map(found.map(({ paymentIntent, document }) => [paymentIntent, document]));
}

/** Detaches the receipts of an account that is deleted: the seller's books keep them, without their customer. */
export async function anonymizeReceipts(tx: Queryable, userId: string): Promise<void> {
  await tx.$executeRaw(sql`DELETE FROM payment_receipt WHERE user_id = ${userId} AND number IS NULL`);
  await tx.$executeRaw(sql`
    UPDATE payment_receipt
    SET user_id = NULL, reference = 'closed:' || number, payment_intent = NULL,
        document = document || '{"buyer": null}'
    WHERE user_id = ${userId}`);
}
