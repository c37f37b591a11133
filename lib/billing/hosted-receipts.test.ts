import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useEnvironment } from "#lib/testing/environment.ts";
import { db } from "../db/index.ts";
import { companyDetails } from "../testing/billing/buyer.ts";
import { newUser } from "../testing/billing/life.ts";
import { useDatabase } from "../testing/database.ts";
import { saveBillingDetails } from "./details.ts";
import { issueReceipts } from "./issue.ts";
import { findReceipt } from "./payment-receipts.ts";

useEnvironment({
  STRIPE_SECRET_KEY: "sk_live_for_this_test_alone",
  STRIPE_WEBHOOK_SECRET: "whsec_x",
  STRIPE_API_URL: "http://127.0.0.1:9",
});
await useDatabase();

const listOf = (data: object[]) => ({ object: "list", data, has_more: false });
const taxIds = [
  { id: "txi_old", type: "eu_vat", value: "ATU12345678" },
  { id: "txi_same", type: "eu_vat", value: "DE123456789" },
];
const invoiceUrl = "https://invoice.stripe.com/i/acct_1/live_1";
/** Stripe's answers, by method and path; everything else is answered with an empty object. */
const answers: Record<string, object> = {
  "GET /v1/customers/cus_1/tax_ids": listOf(taxIds),
  "GET /v1/charges/ch_plan": { customer: "cus_1", paid: true, payment_intent: "pi_plan", amount_refunded: 0 },
  "GET /v1/charges/ch_topup": {
    customer: "cus_1",
    paid: true,
    payment_intent: "pi_topup",
    amount_refunded: 0,
  },
  "GET /v1/invoice_payments?payment[payment_intent]=pi_plan": listOf([{ invoice: "in_1" }]),
  "GET /v1/invoice_payments?payment[payment_intent]=pi_topup": listOf([]),
  "GET /v1/invoices/in_1": { id: "in_1", hosted_invoice_url: invoiceUrl },
};
let sent: [call: string, body: Record<string, string>][] = [];

beforeEach(() => {
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input));
    const intent = searchParams.get("payment[payment_intent]");
    const call = `${init?.method} ${pathname}${intent ? `?payment[payment_intent]=${intent}` : ""}`;
    if (init?.method !== "GET")
      sent.push([call, Object.fromEntries(new URLSearchParams(String(init?.body ?? "")))]);
    return Response.json(answers[call] ?? {});
  });
});
afterEach(() => vi.restoreAllMocks());

async function customer() {
  const user = await newUser();
  await db().subscription.updateMany({
    where: { stripeCustomerId: "cus_1" },
    data: { stripeCustomerId: null },
  });
  await db().subscription.update({ where: { userId: user.userId }, data: { stripeCustomerId: "cus_1" } });
  return user;
}

const details = { ...companyDetails, taxId: "DE987654321" };

test("billing details are copied to Stripe, whose invoices show them; removed ones are removed there", async () => {
  const { userId, email } = await customer();
  await saveBillingDetails(userId, details);
  expect(sent).toEqual([
    [
      "POST /v1/customers/cus_1",
      {
        email,
        name: "Lampenhaus GmbH",
        "address[line1]": "Ringstr. 7",
        "address[line2]": "",
        "address[postal_code]": "50667",
        "address[city]": "Köln",
        "address[country]": "DE",
      },
    ],
    ["DELETE /v1/customers/cus_1/tax_ids/txi_old", {}],
    ["DELETE /v1/customers/cus_1/tax_ids/txi_same", {}],
    ["POST /v1/customers/cus_1/tax_ids", { type: "eu_vat", value: "DE987654321" }],
  ]);
  sent = [];
  await saveBillingDetails(userId, { ...details, taxId: "DE123456789" });
  expect(sent.slice(1)).toEqual([["DELETE /v1/customers/cus_1/tax_ids/txi_old", {}]]);
  sent = [];
  await saveBillingDetails(userId, null);
  expect(sent[0]).toEqual(["POST /v1/customers/cus_1", { email, name: "Somebody", address: "" }]);
  expect(sent.slice(1).map(([call]) => call)).toEqual([
    "DELETE /v1/customers/cus_1/tax_ids/txi_old",
    "DELETE /v1/customers/cus_1/tax_ids/txi_same",
  ]);
});

test("billing details are saved while Stripe cannot be reached", async () => {
  const { userId } = await customer();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ error: {} }, { status: 400 }));
  await saveBillingDetails(userId, details);
  expect(await db().billingDetails.count({ where: { userId } })).toBe(1);
});

test("Stripe's own invoice is the receipt of a plan; only a top-up gets one of our numbers", async () => {
  const { userId } = await customer();
  const paid = (reference: string, paymentIntent: string) => ({
    reference,
    topUpCredits: null,
    receipt: {
      number: "STRIPE-1",
      paymentIntent,
      paidAt: 1,
      lines: [],
      taxCents: 0,
      includedTaxCents: 0,
      totalCents: 900,
      currency: "usd",
    },
  });
  const issued = await issueReceipts(db(), userId, [paid("in_1", "pi_plan"), paid("cs_1", "pi_topup")]);
  expect(issued.map(({ receipt }) => receipt.number)).toEqual(["STRIPE-1", "R-000001"]);
  expect(await findReceipt(userId, "ch_plan")).toMatchObject({ invoiceUrl });
  expect(await findReceipt(userId, "ch_topup")).toMatchObject({
    invoiceUrl: null,
    receipt: { number: "R-000001" },
  });
});
