import { expect, test } from "vitest";
import { tried } from "#lib/testing/evidence/index.ts";
import { type Account, deriveSubscription, deriveTopUp, dueMove, type PlannedMove } from "./derive.ts";
import type { Reversal, SubscriptionSnapshot, TopUpSnapshot } from "./snapshot.ts";

const owner = { userId: "user_1", customerId: "cus_1" };
const account: Account = {
  userId: "user_1",
  version: 1,
  tier: "starter",
  status: "trialing",
  creditsLimit: 100,
  trialEndsAt: new Date(5_000),
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  nextTier: null,
  stripeSubscriptionId: null,
};
const subscriptions = (given: Partial<SubscriptionSnapshot["subscriptions"][number]> = {}) => ({
  subscriptions: [
    {
      id: "sub_1",
      stripeStatus: "active",
      tier: "pro" as const,
      createdAt: 0,
      periodEndsAt: 100,
      trialEndsAt: null,
      endedAt: null,
      cancelAtPeriodEnd: false,
      scheduledTier: null,
      failedInvoice: null,
      ...given,
    },
  ],
  invoices: [],
});
const topUp = (given: Partial<TopUpSnapshot> = {}): TopUpSnapshot => ({
  sessionId: "cs_1",
  customerId: "cus_1",
  userId: "user_1",
  isTopUp: true,
  currency: "usd",
  state: "paid",
  size: "small",
  credits: 100,
  amountCents: 1_200,
  receipt: {
    number: "cs_1",
    paymentIntent: "pi_1",
    paidAt: 0,
    lines: [{ kind: "topup", credits: 100, amountCents: 1_200 }],
    taxCents: 0,
    includedTaxCents: 0,
    totalCents: 1_200,
    currency: "usd",
  },
  reversals: [],
  ...given,
});
const refund = (id: string, amountCents: number, undone = false): Reversal => ({
  id,
  kind: "refund",
  amountCents,
  createdAt: 0,
  undone,
});
const outlineOf = (moves: PlannedMove[]) =>
  moves.map(({ reference, topup, givesBack }) => [reference, topup?.add ?? givesBack]);

test("a subscription that the account already has changes neither account nor mails", () => {
  const first = deriveSubscription(subscriptions(), account, null);
  expect(first).toMatchObject({ summary: "pro active", account: { tier: "pro", creditsLimit: 400 } });
  expect(first.account?.trialEndsAt).toEqual(account.trialEndsAt);
  const held = { ...account, ...first.account };
  expect(deriveSubscription(subscriptions(), held, null)).toMatchObject({ account: null, mails: [] });
  expect(deriveSubscription({ subscriptions: [], invoices: [] }, account, null)).toEqual({
    summary: "no subscription counts",
    moves: [],
    account: null,
    mails: [],
    receipts: [],
    refunds: [],
  });
});

test("a failed payment is mailed when the account is past due, a trial's end when Stripe announces it", () => {
  const failedInvoice = { id: "in_1", amountCents: 2_900 };
  const due = deriveSubscription(subscriptions({ stripeStatus: "past_due", failedInvoice }), account, null);
  expect(due.mails.map(({ reference }) => reference)).toEqual(["payment-failed:in_1"]);
  const trial = subscriptions({ stripeStatus: "trialing", trialEndsAt: 90 });
  const event = (type: string) => ({ id: "evt_1", type, created: 1 });
  const derived = deriveSubscription(trial, account, event("customer.subscription.trial_will_end"));
  expect(derived.mails.map(({ reference }) => reference)).toEqual(["trial-ending:sub_1"]);
  expect(derived.account).toMatchObject({ status: "trialing", trialEndsAt: new Date(90_000) });
  expect(deriveSubscription(trial, account, event("customer.subscription.updated")).mails).toEqual([]);
});

test.each([
  [{ isTopUp: false }, "the session is not a top-up"],
  [{ currency: "eur" }, "refused: paid in eur, sold in usd"],
  [{ size: null }, "the price is not one of ours"],
  [{ customerId: "cus_2" }, "refused: the session is another customer's"],
  [{ userId: "user_2" }, "refused: the session is another user's"],
  [{ state: "waiting" as const }, "the payment has not arrived yet"],
])("a payment with %o grants nothing", (given, summary) => {
  tried("price-integrity");
  expect(deriveTopUp(topUp(given), owner)).toEqual({
    summary,
    moves: [],
    account: null,
    mails: [],
    receipts: [],
    refunds: [],
  });
});

test("a failed payment is mailed without a grant, and a paid one has its receipt with its grant", () => {
  const failed = deriveTopUp(topUp({ state: "failed" }), owner);
  expect(failed).toMatchObject({ moves: [], mails: [{ reference: "payment-failed:cs_1" }] });
  const [grant] = deriveTopUp(topUp(), owner).moves;
  expect(grant).toMatchObject({ topup: { add: 100 }, payment: { reference: "cs_1", topUpCredits: 100 } });
});

test("refunds and disputes follow the grant in order, and an undone one returns its credits", () => {
  tried("take-backs");
  const dispute: Reversal = { ...refund("du_1", 600, true), kind: "dispute" };
  const { moves } = deriveTopUp(topUp({ reversals: [refund("re_1", 600), dispute] }), owner);
  expect(outlineOf(moves)).toEqual([
    ["checkout:cs_1", 100],
    ["reversal:re_1", -50],
    ["dispute:du_1", -50],
    ["undone:du_1", "dispute:du_1"],
  ]);
});

test("a planned move is applied only as far as it is still due", () => {
  tried("take-backs");
  const takes: PlannedMove = { kind: "reversal", reference: "reversal:re_1", topup: { add: -50 } };
  expect(dueMove(takes, new Map([["reversal:re_1", -20]]), false)).toBeNull();
  expect(dueMove(takes, new Map(), true)).toEqual(takes);
  const returns: PlannedMove = { kind: "reversal", reference: "undone:re_1", givesBack: "reversal:re_1" };
  expect(dueMove(returns, new Map([["reversal:re_1", -20]]), false)?.topup).toEqual({ add: 20 });
  expect(dueMove(returns, new Map([["reversal:re_1", 0]]), false)).toBeNull();
  const period: PlannedMove = {
    kind: "allowance",
    reference: "invoice:in_1",
    note: "pro",
    monthly: { set: 400 },
  };
  expect(dueMove(period, new Map(), false)?.monthly).toEqual({ set: 400 });
  const late = dueMove(period, new Map(), true);
  expect(late?.monthly).toBeUndefined();
  expect(late?.note).toBe("pro; came after a later one, balance unchanged");
});
