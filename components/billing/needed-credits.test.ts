import { expect, test } from "vitest";
import type { AccountState } from "#lib/accounts/state.ts";
import { billingPath } from "../language/reactions.ts";
import { fittingOffer } from "./needed-credits.tsx";
import { ownPlan } from "./plan-choice.tsx";

test.each([
  [1, true, { kind: "topup", size: "small" }],
  [100, true, { kind: "topup", size: "small" }],
  [101, true, { kind: "topup", size: "medium" }],
  [9_000, true, { kind: "topup", size: "large" }],
  [100, false, { kind: "plan", tier: "starter" }],
  [401, false, { kind: "plan", tier: "max" }],
  [9_000, false, { kind: "plan", tier: "ultra" }],
] as const)(
  "%d missing credits, plan %s: offers the smallest purchase that covers them",
  (missing, hasPlan, offer) => {
    expect(fittingOffer(missing, { hasPlan })).toEqual(offer);
  },
);

test("the link to billing has the missing credits, and no number if none are missing", () => {
  expect([billingPath(12), billingPath(0), billingPath(-3)]).toEqual([
    "/billing?need=12",
    "/billing",
    "/billing",
  ]);
});

test("a plan by the operator is the account's own, like a paid one; a trial and an ended plan are none", () => {
  const planOf = (status: AccountState["status"], isPaid: boolean) =>
    ownPlan({ tier: "pro", status, isPaid });
  expect([planOf("active", false), planOf("active", true), planOf("past_due", true)]).toEqual([
    "pro",
    "pro",
    "pro",
  ]);
  expect([planOf("trialing", false), planOf("canceled", false)]).toEqual([null, null]);
});
