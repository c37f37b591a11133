import { type Queryable, sql } from "../db/index.ts";
import { type IssuedReceipt, nextNumber, seller } from "./issue.ts";

/** A refund of a payment with a receipt of ours. */
export interface RefundMade {
  /** The reference of the payment's receipt. */
  payment: string;
  id: string;
  amountCents: number;
  /** Unix seconds. */
  createdAt: number;
  /** It failed: the customer has no money back. */
  undone: boolean;
}

/** A credit note, or the reversal of one after a failed refund: a receipt with its signs reversed. */
export interface CreditNote extends IssuedReceipt {
  /** The number of the receipt that it corrects. */
  creditOf: string;
}

/** The references of the documents that a refund has. */
const noteReferences = ({ id, undone }: Pick<RefundMade, "id" | "undone">): string[] =>
  undone ? [id, `undone:${id}`] : [id];

/**
 * Issues the credit notes that these refunds still lack, oldest first. A refund that had failed before it was known
 * has none. Call it in the transaction that holds the account, after its receipts were issued.
 */
export async function issueCreditNotes(
  tx: Queryable,
  userId: string,
  refunds: readonly RefundMade[],
): Promise<CreditNote[]> {
  const issued: CreditNote[] = [];
  for (const refund of refunds.toSorted((a, b) => a.createdAt - b.createdAt)) {
    const receipt = await readReceipt(tx, userId, refund.payment);
    if (!receipt) continue;
    const before = await readNotes(tx, userId, receipt.number);
    const [first = "", reversal] = noteReferences(refund);
    const note = before.get(first);
    if (!note && !refund.undone) {
      issued.push(await storeNote(tx, userId, first, shareOf(receipt, [...before.values()], refund)));
    } else if (note && reversal && !before.has(reversal)) {
      issued.push(await storeNote(tx, userId, reversal, negated(note)));
    }
  }
  return issued;
}

/** Part of the receipt, rounded on the running sum, so that all parts together have exactly its tax. */
function shareOf(
  receipt: IssuedReceipt,
  before: readonly CreditNote[],
  { amountCents, createdAt }: RefundMade,
): CreditNote {
  const back = -before.reduce((sum, { totalCents }) => sum + totalCents, 0) + amountCents;
  const tax = (of: "taxCents" | "includedTaxCents") =>
    0 -
    Math.round((receipt[of] * back) / receipt.totalCents) -
    before.reduce((sum, note) => sum + note[of], 0);
  const taxCents = tax("taxCents");
  const { number } = receipt;
  return {
    ...receipt,
    seller: seller(),
    paidAt: createdAt,
    creditOf: number,
    lines: [{ kind: "refund", number, amountCents: -amountCents - taxCents }],
    taxCents,
    includedTaxCents: tax("includedTaxCents"),
    totalCents: -amountCents,
  };
}

function negated(note: CreditNote): CreditNote {
  return {
    ...note,
    seller: seller(),
    lines: note.lines.map((line) => ({ ...line, amountCents: -line.amountCents })),
    taxCents: -note.taxCents,
    includedTaxCents: -note.includedTaxCents,
    totalCents: -note.totalCents,
  };
}

async function storeNote(
  tx: Queryable,
  userId: string,
  reference: string,
  note: CreditNote,
): Promise<CreditNote> {
  const numbered = { ...note, number: await nextNumber(tx, "creditNotes") };
  await tx.$executeRaw(sql`
    INSERT INTO payment_receipt (reference, user_id, number, payment_intent, document)
    VALUES (${reference}, ${userId}, ${numbered.number}, ${note.paymentIntent}, ${JSON.stringify(numbered)}::jsonb)`);
  return numbered;
}

async function readReceipt(tx: Queryable, userId: string, reference: string): Promise<IssuedReceipt | null> {
  const [row] = await tx.$queryRaw<{ document: IssuedReceipt }[]>(sql`
    SELECT document FROM payment_receipt
    WHERE reference = ${reference} AND user_id = ${userId} AND number IS NOT NULL AND document IS NOT NULL`);
  return row?.document ?? null;
}

async function readNotes(tx: Queryable, userId: string, number: string): Promise<Map<string, CreditNote>> {
  const rows = await tx.$queryRaw<{ reference: string; document: CreditNote }[]>(sql`
    SELECT reference, document FROM payment_receipt
    WHERE user_id = ${userId} AND document->>'creditOf' = ${number} ORDER BY number`);
  return new Map(rows.map(({ reference, document }) => [reference, document]));
}

/** The credit notes of an account's payments, by their payment intents, oldest first. */
export async function findCreditNotes(
  on: Queryable,
  userId: string,
  paymentIntents: readonly string[],
): Promise<Map<string, CreditNote[]>> {
  const rows = await on.$queryRaw<{ paymentIntent: string; document: CreditNote }[]>(sql`
    SELECT payment_intent AS "paymentIntent", document FROM payment_receipt
    WHERE user_id = ${userId} AND payment_intent = ANY(${[...paymentIntents]}) AND document ? 'creditOf'
    ORDER BY number`);
  const groups = Map.groupBy(rows, ({ paymentIntent }) => paymentIntent);
  return new Map([...groups].map(([intent, found]) => [intent, found.map(({ document }) => document)]));
}

/** One credit note of this account, by its number. */
export async function findCreditNote(
  on: Queryable,
  userId: string,
  number: string,
): Promise<CreditNote | null> {
  const [row] = await on.$queryRaw<{ document: CreditNote }[]>(sql`
    SELECT document FROM payment_receipt
    WHERE user_id = ${userId} AND number = ${number} AND document ? 'creditOf'`);
  return row?.document ?? null;
}
