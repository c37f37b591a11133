import fc from "fast-check";
import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { db } from "../db/index.ts";
import { mailLanguage } from "../mail/content.ts";
import { newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { runsOf } from "../testing/trials.ts";
import { refreshCheckout, startTopUpCheckout } from "./checkout.ts";
import { type CreditNote, issueCreditNotes, type RefundMade } from "./credit-notes.ts";
import { issueReceipts } from "./issue.ts";
import { findReceipt, listReceipts } from "./payment-receipts.ts";
import { receiptRows } from "./receipt-words.ts";
import { stripe } from "./stripe.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });
await useDatabase();

/** The numbers of all credit notes of this database, sorted. */
async function numbers(): Promise<string[]> {
  const where = { number: { startsWith: "TEST-C-" } };
  const rows = await db().paymentReceipt.findMany({ where, orderBy: { number: "asc" } });
  return rows.map(({ number }) => number ?? "");
}

let payments = 0;

async function pay(userId: string, tax: { totalCents: number; taxCents: number; includedTaxCents: number }) {
  payments += 1;
  const reference = `cs_${payments}`;
  const about = { number: "", paymentIntent: `pi_${payments}`, paidAt: 1, lines: [], currency: "eur" };
  await issueReceipts(db(), userId, [{ reference, topUpCredits: 1, receipt: { ...about, ...tax } }]);
  return reference;
}

test("receipts and credit notes add up to what was paid and kept, whatever the order and repetition of events", async () => {
  const { userId } = await newUser();
  const part = fc.record({ weight: fc.integer({ min: 1, max: 99 }), undone: fc.boolean() });
  const total = fc.integer({ min: 1_000, max: 90_000 });
  await fc.assert(
    fc.asyncProperty(
      total,
      fc.boolean(),
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      async (totalCents, isIncluded, parts, dice) => {
        const tax = Math.round(totalCents * 0.19);
        const receipt = {
          totalCents,
          taxCents: isIncluded ? 0 : tax,
          includedTaxCents: isIncluded ? tax : 0,
        };
        const payment = await pay(userId, receipt);
        const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
        const refunds: RefundMade[] = parts.map(({ weight, undone }, index) => ({
          payment,
          id: `re_${payment}_${index}`,
          amountCents: Math.floor((totalCents * weight) / weights),
          createdAt: index,
          undone,
        }));
        const notes: CreditNote[] = [];
        const issue = async (known: readonly RefundMade[]) => {
          notes.push(...(await db().$transaction((tx) => issueCreditNotes(tx, userId, known))));
        };
        // Snapshots as events bring them: some refunds, not failed yet or failed already, some of them again.
        for (let round = 0; round < 4; round += 1) {
          const known = refunds.filter(() => dice.next().value % 2 === 0);
          await issue(known.map((one) => ({ ...one, undone: one.undone && dice.next().value % 2 === 0 })));
        }
        await issue(refunds);
        await issue(refunds.toReversed());
        const kept = refunds.filter(({ undone }) => !undone).reduce((sum, one) => sum + one.amountCents, 0);
        const sumOf = (field: "totalCents" | "taxCents" | "includedTaxCents") =>
          notes.reduce((sum, note) => sum + note[field], 0);
        expect(sumOf("totalCents")).toBe(0 - kept);
        for (const field of ["taxCents", "includedTaxCents"] as const) {
          const due = 0 - (receipt[field] * kept) / totalCents;
          expect(Math.abs(sumOf(field) - due)).toBeLessThan(parts.length);
          if (kept === totalCents) expect(sumOf(field)).toBe(0 - receipt[field]);
        }
        for (const { lines, taxCents, totalCents: back } of notes)
          expect(lines.reduce((sum, { amountCents }) => sum + amountCents, 0) + taxCents).toBe(back);
      },
    ),
    { numRuns: runsOf(60, 12) },
  );
  const used = await numbers();
  expect(used).toEqual(used.map((_, index) => `TEST-C-${String(index + 1).padStart(6, "0")}`));
});

test("each refund of a top-up has one credit note, which only its payer can read", async () => {
  const { userId } = await newUser();
  const paid = await press(await startTopUpCheckout(userId, "small"), "pay");
  const session = new URL(paid.headers.get("location") ?? "").searchParams.get("checkout") ?? "";
  await refreshCheckout(userId, session);
  const [payment] = await listReceipts(userId);
  const charge = payment?.id ?? "";
  for (const amount of [300, 1]) {
    await stripe().refunds.create({ charge, amount });
    await Promise.all([refreshCheckout(userId, session), refreshCheckout(userId, session)]);
    await refreshCheckout(userId, session);
  }
  const [listed] = await listReceipts(userId);
  const receiptNumber = listed?.issued?.number ?? "";
  expect(listed?.creditNotes.map(({ creditOf, totalCents }) => [creditOf, totalCents])).toEqual([
    [receiptNumber, -300],
    [receiptNumber, -1],
  ]);
  const number = listed?.creditNotes[0]?.number ?? "";
  const found = await findReceipt(userId, number);
  expect(found && receiptRows(found.receipt, mailLanguage("en"))).toEqual([
    [`Refund of receipt ${receiptNumber}`, "-$3.00"],
    ["Net amount", "-$3.00"],
    ["Tax", "$0.00"],
    ["Returned", "-$3.00"],
  ]);
  expect(found && receiptRows(found.receipt, mailLanguage("de")).map(([name]) => name)).toEqual([
    `Erstattung zum Beleg ${receiptNumber}`,
    "Nettobetrag",
    "Umsatzsteuer",
    "Erstattet",
  ]);
  expect((await findReceipt(userId, charge))?.receipt.number).toBe(receiptNumber);
  const stranger = await newUser();
  expect(await findReceipt(stranger.userId, number)).toBeNull();
  expect(await findReceipt(userId, "TEST-C-999999")).toBeNull();
});
