import { expect, test } from "vitest";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import type { PlanTier } from "../contract/billing/plans.ts";
import { deriveAllowances } from "./allowances.ts";
import type { InvoiceLine, PaidInvoice, SubscriptionFact } from "./snapshot.ts";
import { accountStatus } from "./status.ts";

everyTestTries("period-reset");

const subscription = (given: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  id: "sub_1",
  stripeStatus: "active",
  tier: "pro",
  createdAt: 0,
  periodEndsAt: 100,
  trialEndsAt: null,
  endedAt: null,
  cancelAtPeriodEnd: false,
  scheduledTier: null,
  failedInvoice: null,
  ...given,
});
const line = (tier: PlanTier, periodEndsAt: number, given: Partial<InvoiceLine> = {}): InvoiceLine => ({
  tier,
  periodEndsAt,
  proration: false,
  amountCents: 100,
  ...given,
});
const invoice = (
  id: string,
  paidAt: number,
  lines: InvoiceLine[],
  subscriptionId = "sub_1",
): PaidInvoice => ({
  id,
  subscriptionId,
  paidAt,
  lines,
  receipt: null,
});

test.each([
  ["active", "active"],
  ["trialing", "trialing"],
  ["past_due", "past_due"],
  ["unpaid", "past_due"],
  ["paused", "past_due"],
  ["canceled", "canceled"],
  ["incomplete", null],
  ["incomplete_expired", null],
  ["a status of the future", null],
])("a subscription that is %s makes the account %s", (stripeStatus, expected) => {
  expect(accountStatus(stripeStatus)).toBe(expected);
});

test("a subscription whose first payment never arrived leaves the account unchanged", () => {
  for (const stripeStatus of ["incomplete", "incomplete_expired"]) {
    const derived = deriveAllowances({ subscriptions: [subscription({ stripeStatus })], invoices: [] });
    expect(derived).toEqual({ moves: [], plan: null });
  }
});

test("a canceled subscription that was never paid leaves the account unchanged", () => {
  const never = subscription({ stripeStatus: "canceled", endedAt: 5 });
  expect(deriveAllowances({ subscriptions: [never], invoices: [] })).toEqual({ moves: [], plan: null });
});

test("a past_due, unpaid or paused subscription does not change tier, limit or credits", () => {
  for (const stripeStatus of ["past_due", "unpaid", "paused"]) {
    const invoices = [invoice("in_1", 1, [line("pro", 100)])];
    const derived = deriveAllowances({
      subscriptions: [subscription({ stripeStatus, periodEndsAt: 200 })],
      invoices,
    });
    expect(derived.plan).toMatchObject({ tier: "pro", creditsLimit: 400 });
    expect(derived.moves.map(({ reference }) => reference)).toEqual(["invoice:in_1"]);
  }
});

test("each paid period sets the allowance once, even with several invoices", () => {
  const invoices = [
    invoice("in_3", 101, [line("pro", 200)]),
    invoice("in_2", 50, [line("pro", 100)]),
    invoice("in_1", 1, [line("pro", 100)]),
  ];
  const { moves } = deriveAllowances({ subscriptions: [subscription({ periodEndsAt: 200 })], invoices });
  expect(moves.map(({ reference, monthly }) => [reference, monthly])).toEqual([
    ["invoice:in_1", { set: 400 }],
    ["invoice:in_3", { set: 400 }],
  ]);
});

test("an invoice of an old period that is paid late changes nothing", () => {
  const invoices = [invoice("in_old", 150, [line("pro", 100)]), invoice("in_new", 101, [line("pro", 200)])];
  const { moves } = deriveAllowances({ subscriptions: [subscription({ periodEndsAt: 200 })], invoices });
  expect(moves.map(({ reference }) => reference)).toEqual(["invoice:in_new"]);
});

test("an upgrade grants the difference under the same reference with or without its invoice", () => {
  const first = invoice("in_1", 1, [line("pro", 100)]);
  const prorated = [
    line("pro", 100, { proration: true, amountCents: -50 }),
    line("max", 100, { proration: true, amountCents: 90 }),
  ];
  const upgraded = subscription({ tier: "max" });
  const seen = deriveAllowances({
    subscriptions: [upgraded],
    invoices: [invoice("in_2", 40, prorated), first],
  });
  const unseen = deriveAllowances({ subscriptions: [upgraded], invoices: [first] });
  const expected = { reference: "upgrade:sub_1:100:max", monthly: { add: 800 } };
  expect(seen.moves[1]).toMatchObject(expected);
  expect(unseen.moves[1]).toMatchObject(expected);
  expect(seen.plan).toMatchObject({ tier: "max", creditsLimit: 1200 });
});

test("repeated upgrades in one period grant the difference once", () => {
  const up = [line("max", 100, { proration: true })];
  const invoices = [invoice("in_3", 60, up), invoice("in_2", 40, up), invoice("in_1", 1, [line("pro", 100)])];
  const { moves } = deriveAllowances({ subscriptions: [subscription({ tier: "max" })], invoices });
  expect(moves).toHaveLength(2);
});

test("an upgrade whose payment failed grants nothing and leaves the paid plan in force", () => {
  const invoices = [invoice("in_1", 1, [line("pro", 100)])];
  const derived = deriveAllowances({
    subscriptions: [subscription({ tier: "max", stripeStatus: "past_due" })],
    invoices,
  });
  expect(derived.moves).toHaveLength(1);
  expect(derived.plan?.tier).toBe("pro");
});

test("a downgrade in mid-period takes effect at the renewal", () => {
  const invoices = [invoice("in_1", 1, [line("max", 100)])];
  const before = deriveAllowances({ subscriptions: [subscription({ tier: "starter" })], invoices });
  expect(before.plan).toMatchObject({ tier: "max", creditsLimit: 1200 });
  const after = deriveAllowances({
    subscriptions: [subscription({ tier: "starter", periodEndsAt: 200 })],
    invoices: [invoice("in_2", 101, [line("starter", 200)]), ...invoices],
  });
  expect(after.plan).toMatchObject({ tier: "starter", creditsLimit: 100 });
});

test("the end of the previous subscription does not empty a new one of the same second", () => {
  const old = subscription({ id: "sub_old", stripeStatus: "canceled", endedAt: 50 });
  const fresh = subscription({ id: "sub_new", createdAt: 50, periodEndsAt: 150 });
  const invoices = [
    invoice("in_b", 50, [line("pro", 150)], "sub_new"),
    invoice("in_a", 1, [line("pro", 100)], "sub_old"),
  ];
  const { moves, plan } = deriveAllowances({ subscriptions: [fresh, old], invoices });
  expect(moves.map(({ reference }) => reference)).toEqual([
    "invoice:in_a",
    "subscription-end:sub_old",
    "invoice:in_b",
  ]);
  expect(plan?.subscription.id).toBe("sub_new");
});

test("a subscription with an unknown price gives no plan", () => {
  expect(deriveAllowances({ subscriptions: [subscription({ tier: null })], invoices: [] }).plan).toBeNull();
});
