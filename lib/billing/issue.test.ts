import { expect, test } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { closeAccount } from "../closing/close-account.ts";
import { db } from "../db/index.ts";
import { mailLanguage } from "../mail/content.ts";
import { companyDetails as details } from "../testing/billing/buyer.ts";
import { newUser, press } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { refreshCheckout, startTopUpCheckout } from "./checkout.ts";
import { billingDetailsForm, getBillingDetails, saveBillingDetails } from "./details.ts";
import { issueReceipts } from "./issue.ts";
import { findReceipt, listReceipts } from "./payment-receipts.ts";
import { buyerLines, sellerLines } from "./receipt-words.ts";

useEnvironment({
  BASE_URL: "http://127.0.0.1:9",
  SELLER_NAME: "First Seller",
  SELLER_ADDRESS: "Elm Street 1",
});
await useDatabase();

async function payTopUp(userId: string): Promise<void> {
  const paid = await press(await startTopUpCheckout(userId, "small"), "pay");
  await refreshCheckout(
    userId,
    new URL(paid.headers.get("location") ?? "").searchParams.get("checkout") ?? "",
  );
}

const payment = (reference: string, paidAt = 1) => ({
  reference,
  topUpCredits: null,
  receipt: {
    number: "of Stripe",
    paymentIntent: `pi_${reference}`,
    paidAt,
    lines: [],
    taxCents: 0,
    includedTaxCents: 0,
    totalCents: 900,
    currency: "usd",
  },
});

async function numbers(): Promise<string[]> {
  const rows = await db().paymentReceipt.findMany({
    where: { number: { not: null } },
    orderBy: { number: "asc" },
  });
  return rows.map(({ number }) => number ?? "");
}

test("concurrent payments get the numbers of one series without gap or repetition, even if some fail or repeat", async () => {
  const { userId } = await newUser();
  const earlier = await numbers();
  const issue = (reference: string, fails = false) =>
    db().$transaction(async (tx) => {
      const issued = await issueReceipts(tx, userId, [payment(reference)]);
      if (fails) throw new Error("the payment is undone");
      return issued.map(({ receipt }) => receipt.number);
    });
  const tries = Array.from({ length: 24 }, (_, index) => issue(`cs_${index % 16}`, index % 5 === 4));
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === "rejected")).toHaveLength(4);
  const given = settled.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const used = await numbers();
  expect(used).toEqual([...earlier, ...given.toSorted()]);
  expect(used).toEqual(used.map((_, index) => `TEST-${String(index + 1).padStart(6, "0")}`));
  expect(given.length).toBeGreaterThanOrEqual(13);
});

test("several payments of one moment are numbered in the order of their payment", async () => {
  const { userId } = await newUser();
  const payments = [payment("in_late", 30), payment("in_early", 10), payment("in_middle", 20)];
  const issued = await issueReceipts(db(), userId, payments);
  expect(issued.map(({ reference }) => reference)).toEqual(["in_early", "in_middle", "in_late"]);
  expect(issued.map(({ receipt }) => receipt.number)).toEqual((await numbers()).slice(-3));
});

test("a receipt keeps customer and seller of its day when either changes", async () => {
  const { userId, email } = await newUser();
  await payTopUp(userId);
  await saveBillingDetails(userId, details);
  await payTopUp(userId);
  useEnvironment({ SELLER_NAME: "Second Seller" });
  await saveBillingDetails(userId, { ...details, name: "Lampenhaus AG", city: "Bonn" });
  await payTopUp(userId);
  const listed = await listReceipts(userId);
  const found = await Promise.all(listed.map(({ id }) => findReceipt(userId, id)));
  const english = mailLanguage("en");
  expect(found.map((one) => one && sellerLines(one.receipt.seller, english)[0])).toEqual([
    "Second Seller",
    "First Seller",
    "First Seller",
  ]);
  expect(found.map((one) => one?.receipt.buyer && buyerLines(one.receipt.buyer, english))).toEqual([
    ["Lampenhaus AG", "Ringstr. 7", "50667 Bonn", "Germany", "VAT id: DE123456789", email],
    ["Lampenhaus GmbH", "Ringstr. 7", "50667 Köln", "Germany", "VAT id: DE123456789", email],
    ["Somebody", email],
  ]);
  const mail = await db().outgoingMail.findFirstOrThrow({
    where: { recipient: email },
    orderBy: { id: "desc" },
  });
  expect(mail.text).toContain(
    "Customer: Lampenhaus AG\nRingstr. 7\n50667 Bonn\nGermany\nVAT id: DE123456789",
  );
  expect(mail.text).toContain(`Number: ${found[0]?.receipt.number}`);
});

test("a deleted account leaves its receipts numbered, without the customer", async () => {
  const { userId, email } = await newUser();
  await saveBillingDetails(userId, details);
  await payTopUp(userId);
  const [receipt] = await listReceipts(userId);
  const before = await numbers();
  await closeAccount(userId);
  expect(await numbers()).toEqual(before);
  const kept = await db().paymentReceipt.findUniqueOrThrow({
    where: { number: receipt?.issued?.number ?? "" },
  });
  expect(kept).toMatchObject({
    userId: null,
    paymentIntent: null,
    document: { totalCents: 1_200, buyer: null },
  });
  const everything = JSON.stringify(kept);
  for (const secret of [userId, email, details.name, details.line1]) expect(everything).not.toContain(secret);
  expect(await db().billingDetails.count({ where: { userId } })).toBe(0);
});

const right = {
  ...details,
  taxId: " de 123.456.789 ",
  name: "  <script>alert(1)</script> & Söhne  ",
};

test.each([
  ["as written", {}, { taxId: "DE123456789", name: "<script>alert(1)</script> & Söhne" }],
  ["of another country of the EU", { taxId: "ATU12345678" }, { taxId: "ATU12345678" }],
  ["of a country outside of the EU", { country: "CH", taxId: "CHE-123.456.789 MWST" }, { country: "CH" }],
  ["none", { taxId: "" }, { taxId: "" }],
])("billing details with a tax number %s are accepted", (_name, given, expected) => {
  expect(billingDetailsForm.parse({ ...right, ...given })).toMatchObject(expected);
});

test("empty billing details are removed", async () => {
  const { userId } = await newUser();
  await saveBillingDetails(userId, details);
  expect(await getBillingDetails(userId)).toEqual(details);
  const empty = billingDetailsForm.parse(
    Object.fromEntries(Object.keys(details).map((name) => [name, "  "])),
  );
  await saveBillingDetails(userId, empty);
  expect(await getBillingDetails(userId)).toBeNull();
});

test.each([
  ["name", { name: " " }],
  ["name", { name: "x".repeat(151) }],
  ["line1", { line1: "Ringstr. 7\nSeller: Somebody else" }],
  ["city", { city: "\u202eKöln" }],
  ["city", { city: "Köln\u0000" }],
  ["city", { city: "" }],
  ["country", { country: "XX" }],
  ["country", { country: "" }],
  ["taxId", { taxId: "DE12345678" }],
  ["taxId", { taxId: "123456789" }],
  ["taxId", { country: "CH", taxId: "<b>" }],
])("billing details are refused at the field %s: %j", (field, given) => {
  const parsed = billingDetailsForm.safeParse({ ...details, ...given });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toContain(field);
});

test("an address reaches the mail as text, whatever it contains", async () => {
  const { userId, email } = await newUser();
  const hostile = billingDetailsForm.parse({
    ...right,
    line2: '"><img src=x onerror=alert(1)> {name} %s $& \\n',
  });
  await saveBillingDetails(userId, hostile);
  await payTopUp(userId);
  const mail = await db().outgoingMail.findFirstOrThrow({ where: { recipient: email } });
  expect(mail.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne");
  expect(mail.html).not.toMatch(/<script|<img src=x/);
  expect(mail.text).toContain(hostile?.line2);
  const [receipt] = await listReceipts(userId);
  expect(receipt?.issued?.buyer).toMatchObject({ name: hostile?.name, line2: hostile?.line2 });
});
