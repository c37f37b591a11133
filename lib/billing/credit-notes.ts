import { type Queryable, sql } from "../db/index.ts";
import { type IssuedReceipt, nextNumber, readDocuments, seller } from "./issue.ts";

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
    const which = sql`reference = ${refund.payment} AND number IS NOT NULL`;
    const [paid] = await readDocuments(tx, userId, which);
    if (!paid) continue;
    const receipt = paid.document;
    const notes = await readDocuments<CreditNote>(tx, userId, sql`document->>'creditOf' = ${receipt.number}`);
    const before = new Map(notes.map(({ reference, document }) => [reference, document]));
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

/** The credit notes of an account's payments, by their payment intents, oldest first. */
export async function findCreditNotes(
  on: Queryable,
  userId: string,
  paymentIntents: readonly string[],
): Promise<Map<string, CreditNote[]>> {
  const which = sql`payment_intent = ANY(${[...paymentIntents]}) AND document ? 'creditOf'`;
  const groups = Map.groupBy(
    await readDocuments<CreditNote>(on, userId, which),
    ({ paymentIntent }) => paymentIntent,
  );
  return new Map([...groups].map(([intent, found]) => [intent, found.map(({ document }) => document)]));
}

/** One credit note of this account, by its number. */
export async function findCreditNote(
  on: Queryable,
  userId: string,
  number: string,
): Promise<CreditNote | null> {
  const which = sql`number = ${number} AND document ? 'creditOf'`;
  const [found] = await readDocuments<CreditNote>(on, userId, which);
  return found?.document ?? null;
}
