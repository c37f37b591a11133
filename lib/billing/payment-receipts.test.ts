import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { db } from "../db/index.ts";
import { mailLanguage } from "../mail/content.ts";
import { advanceToNext } from "../stripe-sandbox/calendar.ts";
import { customerOf, newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { refreshCheckout, startSubscriptionCheckout, startTopUpCheckout } from "./checkout.ts";
import { findPayer, findReceipt, listReceipts } from "./payment-receipts.ts";
import { receiptRows, summarize } from "./receipt-words.ts";
import { stripe } from "./stripe.ts";
import { syncSubscriptions } from "./sync.ts";
import { confirmUpgrade, offerUpgrade } from "./upgrade.ts";

useEnvironment({
  BASE_URL: "http://127.0.0.1:9",
  SELLER_NAME: "Muster Fotos GmbH",
  SELLER_ADDRESS: "Hauptstr. 1; 12345 Musterstadt; Germany",
  SELLER_TAX_ID: "DE123456789",
  SELLER_TAX_NOTE: "No VAT: small business, § 19 UStG",
});
await useDatabase();

/** A user who paid for a plan, an upgrade, a renewal and a top-up. */
async function payer(locale: "en" | "de" = "en") {
  const { userId, email } = await newUser();
  await db().user.update({ where: { id: userId }, data: { locale } });
  await press(await startSubscriptionCheckout(userId, "starter"), "pay");
  const customerId = await customerOf(userId);
  const sync = () => syncSubscriptions({ userId, customerId });
  await sync();
  const offer = await offerUpgrade(userId, "pro");
  await confirmUpgrade(userId, offer?.token ?? "");
  await advanceToNext(customerId);
  await sync();
  const paid = await press(await startTopUpCheckout(userId, "small"), "pay");
  const session = new URL(paid.headers.get("location") ?? "").searchParams.get("checkout") ?? "";
  await refreshCheckout(userId, session);
  const mails = () => db().outgoingMail.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });
  return { userId, sync, mails, again: () => refreshCheckout(userId, session) };
}

test("every payment is mailed once with its lines and seller, even if its mail was purged", async () => {
  const { sync, again, mails } = await payer();
  const sent = await mails();
  expect(sent.map(({ subject }) => subject)).toEqual([
    "Receipt for your plan",
    "Receipt for your plan",
    "Receipt for your plan",
    "Receipt: 100 credits",
  ]);
  expect(sent[0]?.text).toMatch(
    /Starter plan, \w+ \d+, \d{4} to \w+ \d+, \d{4}: 100 credits: \$9\.00\nNet amount: \$9\.00\nTax: \$0\.00\nPaid: \$9\.00/,
  );
  expect(sent[1]?.text).toMatch(
    /Starter plan, not used.*: -\$9\.00\nPro plan, rest of the period.*: \$29\.00\nNet amount: \$20\.00\nTax: \$0\.00\nPaid: \$20\.00/,
  );
  expect(sent[3]?.text).toContain(
    "Top-up: 100 credits that never expire: $12.00\nNet amount: $12.00\nTax: $0.00\nPaid: $12.00",
  );
  for (const { text, html } of sent) {
    expect(text).toContain("Seller: Muster Fotos GmbH\nHauptstr. 1\n12345 Musterstadt\nGermany");
    expect(text).toContain("VAT id: DE123456789");
    expect(text).toContain("No VAT: small business, § 19 UStG");
    expect(html).toContain("Hauptstr. 1<br>12345 Musterstadt");
  }
  await db().outgoingMail.deleteMany();
  await sync();
  await again();
  expect(await mails()).toEqual([]);
});

test("a receipt is mailed in the language of its account", async () => {
  const [first] = await (await payer("de")).mails();
  expect(first?.subject).toBe("Beleg für Ihren Tarif");
  expect(first?.text).toMatch(
    /Tarif Starter, \d+\. \S+ \d{4} bis .*: 100 Credits: 9,00\s\$\nNettobetrag: 9,00\s\$\nUmsatzsteuer: 0,00\s\$\nBezahlt: 9,00\s\$/,
  );
});

test("a receipt lists the lines of its payment, and only the payer can read it", async () => {
  const { userId } = await payer();
  const stranger = await payer();
  const listed = await listReceipts(userId);
  const full = await Promise.all(listed.map(({ id }) => findReceipt(userId, id)));
  const rows = full.map((found) => found && receiptRows(found.receipt, mailLanguage("en")));
  expect(rows.map((lines) => lines?.map(([, amount]) => amount))).toEqual([
    ["$12.00", "$12.00", "$0.00", "$12.00"],
    ["$29.00", "$29.00", "$0.00", "$29.00"],
    ["-$9.00", "$29.00", "$20.00", "$0.00", "$20.00"],
    ["$9.00", "$9.00", "$0.00", "$9.00"],
  ]);
  const words = listed.map(({ issued }) => issued && summarize(issued, mailLanguage("en")));
  expect(words).toEqual([
    "Top-up: 100 credits that never expire",
    expect.stringMatching(/^Pro plan, \w+ \d+ to \w+ \d+$/),
    expect.stringMatching(/^Pro plan, rest of the period from \w+ \d+ to \w+ \d+$/),
    expect.stringMatching(/^Starter plan, \w+ \d+ to \w+ \d+$/),
  ]);
  for (const { id } of listed) expect(await findReceipt(stranger.userId, id)).toBeNull();
  for (const id of ["ch_unknown", "", "../x", `ch_${"x".repeat(500)}`]) {
    expect(await findReceipt(userId, id)).toBeNull();
  }
});

test("the customer of a charge or payment intent can be found", async () => {
  const { userId } = await payer();
  const [receipt] = await listReceipts(userId);
  const charge = await stripe().charges.retrieve(receipt?.id ?? "");
  expect(charge.payment_intent).toMatch(/^pi_/);
  for (const id of [charge.id, String(charge.payment_intent)])
    expect(await findPayer(id)).toBe(await customerOf(userId));
  for (const id of ["ch_none", "pi_none", "cus_1", "ch_../customers", ""])
    expect(await findPayer(id)).toBeNull();
});
