import { expect, test } from "vitest";
import { billingPath } from "../language/reactions.ts";
import { fittingOffer } from "./needed-credits.tsx";

test.each([
  [1, true, { kind: "topup", size: "small" }],
  [100, true, { kind: "topup", size: "small" }],
  [101, true, { kind: "topup", size: "medium" }],
  [9_000, true, { kind: "topup", size: "large" }],
  [100, false, { kind: "plan", tier: "starter" }],
  [401, false, { kind: "plan", tier: "max" }],
  [9_000, false, { kind: "plan", tier: "ultra" }],
] as const)(
  "%d missing credits, paid plan %s: offers the smallest purchase that covers them",
  (missing, isPaid, offer) => {
    expect(fittingOffer(missing, { isPaid })).toEqual(offer);
  },
);

test("the link to billing has the missing credits, and no number if none are missing", () => {
  expect([billingPath(12), billingPath(0), billingPath(-3)]).toEqual([
    "/billing?need=12",
    "/billing",
    "/billing",
  ]);
});
