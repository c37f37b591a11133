import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { chargeOf } from "../testing/credits/charge-one.ts";
import { auditCredits } from "./audit.ts";
import { chargeCredits } from "./charge.ts";
import { refundCharge } from "./resolve.ts";

await useDatabase();

const spentBy = async (id: string) =>
  (await db().apiKey.findUniqueOrThrow({ where: { id } })).creditsThisMonth ?? 0;

async function makeKey(userId: string, maxCreditsPerMonth: number | null, limitedBy: string[] = []) {
  const { info } = await createKey({ userId, name: "plugin", maxCreditsPerMonth, limitedBy });
  return info.id;
}

const charge = (userId: string, apiKeyId: string, costs: number[]) =>
  chargeCredits(chargeOf(userId, costs, { apiKeyId }));

describe("the monthly limit of a key", () => {
  test("admits exactly the concurrent charges that it covers, and the others charge nothing", async () => {
    const { userId } = await makeAccount({ monthly: 100, topup: 0 });
    const key = await makeKey(userId, 7);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => charge(userId, key, [1])));
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "charged")).toHaveLength(7);
    expect(kinds.filter((kind) => kind === "over_budget")).toHaveLength(13);
    expect(await spentBy(key)).toBe(7);
    const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
    expect(monthly).toBe(93);
    expect(await db().generation.count({ where: { userId } })).toBe(7);
    expect(await auditCredits()).toMatchObject({ problems: 0 });
  });

  test("admits a charge as a whole or not at all, and returns what is left", async () => {
    const { userId } = await makeAccount({ monthly: 100 });
    const key = await makeKey(userId, 10);
    expect(await charge(userId, key, [4, 2])).toMatchObject({ kind: "charged", budgetLeft: 4 });
    expect(await charge(userId, key, [4, 1])).toEqual({ kind: "over_budget" });
    expect(await charge(userId, key, [4])).toMatchObject({ kind: "charged", budgetLeft: 0 });
    expect(await charge(userId, key, [0])).toMatchObject({ kind: "charged" });
  });

  test("restarts with the calendar month, and a refund for last month does not raise it", async () => {
    const { userId } = await makeAccount({ monthly: 100 });
    const key = await makeKey(userId, 5);
    const order = chargeOf(userId, [5], { apiKeyId: key });
    expect(await chargeCredits(order)).toMatchObject({ kind: "charged" });
    const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1));
    await db().apiKey.update({ where: { id: key }, data: { creditsMonth: lastMonth } });
    const [{ id } = { id: "" }] = order.work;
    await db().generation.update({ where: { id }, data: { createdAt: lastMonth } });
    expect(await charge(userId, key, [3])).toMatchObject({ budgetLeft: 2 });
    expect(await refundCharge(id, "generation_failed")).toBe(true);
    expect(await spentBy(key)).toBe(3);
  });

  test("also limits keys created with the key, for any sequence of charges and refunds", async () => {
    const step = fc.record({
      who: fc.nat(2),
      cost: fc.integer({ min: 1, max: 4 }),
      isRefunded: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { userId } = await makeAccount({ monthly: 1_000 });
        const parent = await makeKey(userId, 12);
        const child = await makeKey(userId, 8, [parent]);
        const grandchild = await makeKey(userId, null, [parent, child]);
        const keys = [parent, child, grandchild];
        const limits = [12, 8, Number.POSITIVE_INFINITY];
        const spent = [0, 0, 0];
        for (const { who, cost, isRefunded } of steps) {
          // Each key spends from its own limit and from those of its parents.
          const paying = [0, 1, 2].slice(0, who + 1);
          const fits = paying.every((at) => (spent[at] ?? 0) + cost <= (limits[at] ?? 0));
          const order = chargeOf(userId, [cost], { apiKeyId: keys[who] ?? null });
          expect((await chargeCredits(order)).kind).toBe(fits ? "charged" : "over_budget");
          if (!fits) continue;
          if (isRefunded) await refundCharge(order.work[0]?.id ?? "", "generation_failed");
          else for (const at of paying) spent[at] = (spent[at] ?? 0) + cost;
          expect(await Promise.all(keys.map(spentBy))).toEqual(spent);
        }
      }),
      { numRuns: runsOf(15, 3) },
    );
  });
});
