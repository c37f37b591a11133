import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { chargeOne, onePhoto } from "../testing/credits/charge-one.ts";
import { auditCredits } from "./audit.ts";
import { moveCredits } from "./move.ts";
import { completeCharge, refundCharge } from "./resolve.ts";

await useDatabase();

describe("moving credits", () => {
  test("moves once per reference under concurrency", async () => {
    tried("one-grant", 20);
    const { userId } = await makeAccount({ monthly: 0 });
    const move = { userId, kind: "topup", reference: "checkout:cs_1", topup: { add: 100 } } as const;
    const answers = await Promise.all(Array.from({ length: 20 }, () => moveCredits(move)));
    expect(answers.filter(Boolean)).toEqual([{ monthly: 0, topup: 100, shortfall: 0 }]);
  });

  test("deducts no more than the balance, and returns the shortfall", async () => {
    tried("take-backs");
    const { userId } = await makeAccount({ monthly: 5, topup: 30 });
    const taken = await moveCredits({
      userId,
      kind: "reversal",
      reference: newId("row"),
      topup: { add: -100 },
    });
    expect(taken).toEqual({ monthly: 5, topup: 0, shortfall: 70 });
  });

  test("rejects a user without a balance", async () => {
    const move = { userId: "usr_none", kind: "topup", reference: newId("row"), topup: { add: 1 } } as const;
    await expect(moveCredits(move)).rejects.toThrow("No balance exists");
  });
});

describe("any sequence of credit operations", () => {
  type End = "completed" | "refunded" | null;
  const step = fc.oneof(
    fc.record({ do: fc.constant("charge" as const), cost: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ do: fc.constant("complete" as const), pick: fc.nat(8) }),
    fc.record({ do: fc.constant("refund" as const), pick: fc.nat(8) }),
    fc.record({ do: fc.constant("renew" as const), credits: fc.nat(30) }),
    fc.record({ do: fc.constant("topup" as const), credits: fc.nat(30) }),
    fc.record({ do: fc.constant("reverse" as const), credits: fc.nat(30) }),
  );

  test("ends with the balances of a simple model and a ledger that sums to them", async () => {
    tried("burn-order", 60);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { userId } = await makeAccount({ monthly: 10, topup: 10 });
        const model = { monthly: 10, topup: 10, period: 0 };
        const open: { id: string; monthly: number; topup: number; period: number; end: End }[] = [];
        for (const one of steps) {
          if (one.do === "charge") {
            const work = onePhoto(userId);
            const { id } = work;
            const charged = await chargeOne(work, one.cost);
            expect(charged !== null).toBe(model.monthly + model.topup >= one.cost);
            if (!charged) continue;
            const monthly = Math.min(model.monthly, one.cost);
            model.monthly -= monthly;
            model.topup -= one.cost - monthly;
            open.push({ id, monthly, topup: one.cost - monthly, period: model.period, end: null });
            expect(charged).toEqual({ monthly: model.monthly, topup: model.topup });
          } else if (one.do === "complete" || one.do === "refund") {
            const charge = open[one.pick];
            if (!charge) continue;
            const completes = one.do === "complete";
            const won = completes
              ? await completeCharge(charge.id, { url: "y", publicId: null })
              : await refundCharge(charge.id, "generation_failed");
            // Completing again with the same result returns the same and moves nothing.
            expect(Boolean(won)).toBe(charge.end === null || (completes && charge.end === "completed"));
            if (charge.end === null && !completes) {
              model.topup += charge.topup;
              if (charge.period === model.period) model.monthly += charge.monthly;
            }
            charge.end ??= completes ? "completed" : "refunded";
          } else {
            const reference = newId("row");
            if (one.do === "renew") {
              await moveCredits({ userId, kind: "allowance", reference, monthly: { set: one.credits } });
              model.monthly = one.credits;
              model.period += 1;
            } else {
              const add = one.do === "topup" ? one.credits : -one.credits;
              await moveCredits({ userId, kind: "adjustment", reference, topup: { add } });
              model.topup = Math.max(0, model.topup + add);
            }
          }
        }
        const left = await moveCredits({ userId, kind: "adjustment", reference: newId("row") });
        expect(left).toMatchObject({ monthly: model.monthly, topup: model.topup });
      }),
      { numRuns: runsOf(60) },
    );
    expect((await auditCredits()).findings).toEqual([]);
  });
});
