import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { beginWork, chargeOf } from "../testing/credits/charge-one.ts";
import { auditCredits } from "./audit.ts";
import { chargeCredits } from "./charge.ts";
import { waiveFreeRemakes } from "./remakes.ts";
import { completeCharge, refundCharge } from "./resolve.ts";

await useDatabase();

type Charged = Awaited<ReturnType<typeof waiveFreeRemakes<ReturnType<typeof chargeOf>["work"][number]>>>;

async function order(userId: string, work: Charged) {
  const outcome = await chargeCredits({ ...chargeOf(userId, []), work });
  return outcome.kind;
}

async function complete(id: string): Promise<void> {
  await beginWork(id);
  await completeCharge(id, { url: newId("row"), publicId: null });
}

/** An account with finished photos at these prices, and other work worth `others` credits. */
async function makePhotos(prices: readonly number[], others = 0) {
  const { userId } = await makeAccount({ monthly: 1_000 });
  const { work } = chargeOf(userId, others === 0 ? prices : [...prices, others]);
  await order(userId, [...work]);
  for (const { id } of work) await complete(id);
  return { userId, photos: work.slice(0, prices.length) };
}

/** Without other work, the month's share runs out first; with it, the remakes of a photo do. */
const otherWork = fc.constantFrom(0, 20, 400);
/** Random histories per test: each is one trial. */
const runs = runsOf(12, 3);

test("concurrent claims of free remakes are granted exactly up to the limits of photo and month", async () => {
  tried("exact-charges", runs);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 }),
      otherWork,
      async (prices, calls, others) => {
        const { userId, photos } = await makePhotos(prices, others);
        const works = calls.map((call) => {
          const asked = call.flatMap((which) => photos[which % photos.length] ?? []);
          const { work } = chargeOf(
            userId,
            asked.map(() => 0),
          );
          return work.map((one, place) => ({
            ...one,
            waived: asked[place]?.cost ?? 0,
            remakeOf: asked[place]?.id ?? null,
          }));
        });
        const kinds = await Promise.all(works.map((work) => order(userId, work)));
        const free = await db().generation.findMany({ where: { userId, waived: { not: null } } });
        const paid = prices.reduce((sum, price) => sum + price, others);
        const allowed = Math.floor(paid / 10);
        const sum = free.reduce((total, { waived }) => total + (waived ?? 0), 0);
        expect(sum).toBeLessThanOrEqual(allowed);
        const made = (id: string | null) => free.filter(({ remakeOf }) => remakeOf === id).length;
        for (const { id } of photos) expect(made(id)).toBeLessThanOrEqual(2);
        // No remake within the limits was refused.
        for (const [place, work] of works.entries()) {
          if (kinds[place] === "charged") continue;
          const wanted = work.reduce((total, { waived }) => total + waived, 0);
          const isFull = work.some(
            ({ remakeOf }) => made(remakeOf) + work.filter((one) => one.remakeOf === remakeOf).length > 2,
          );
          expect(sum + wanted > allowed || isFull).toBe(true);
        }
        const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
        expect(monthly).toBe(1_000 - paid);
      },
    ),
    { numRuns: runs },
  );
  expect((await auditCredits()).findings).toEqual([]);
});

test("free remakes stay within their limits under concurrent orders, completions and refunds", async () => {
  tried("exact-charges", runs);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 4 }),
      fc.array(fc.record({ which: fc.nat(3), cost: fc.integer({ min: 1, max: 12 }), ends: fc.nat(2) }), {
        minLength: 4,
        maxLength: 16,
      }),
      otherWork,
      async (prices, asked, others) => {
        const { userId, photos } = await makePhotos(prices, others);
        const remakes = asked.map(async ({ which, cost, ends }) => {
          const { work } = chargeOf(userId, [cost]);
          const remakeOf = photos[which % photos.length]?.id ?? null;
          const priced = await waiveFreeRemakes(
            work.map((one) => ({ ...one, remakeOf })),
            { userId },
          );
          if ((await order(userId, priced)) !== "charged") return;
          for (const { id } of priced) {
            if (ends === 0) await complete(id);
            if (ends === 1) await refundCharge(id, "generation_failed");
          }
        });
        await Promise.all(remakes);
        const free = await db().generation.findMany({ where: { userId, waived: { not: null } } });
        for (const { remakeOf, waived } of free) {
          expect(waived).toBeLessThanOrEqual(photos.find(({ id }) => id === remakeOf)?.cost ?? 0);
        }
        expect((await auditCredits()).findings).toEqual([]);
      },
    ),
    { numRuns: runs },
  );
});

test("refunding a free remake restores its try and its share of the month, but adds no credit", async () => {
  const { userId, photos } = await makePhotos([10]);
  const remake = async () => {
    const { work } = chargeOf(userId, [1]);
    return waiveFreeRemakes(
      work.map((one) => ({ ...one, remakeOf: photos[0]?.id ?? null })),
      { userId },
    );
  };
  const [first, second] = [await remake(), await remake()];
  expect([await order(userId, first), await order(userId, second)]).toEqual(["charged", "gone"]);
  expect((await remake()).map(({ cost }) => cost)).toEqual([1]);
  await refundCharge(first[0]?.id ?? "", "generation_failed");
  expect((await remake()).map(({ cost }) => cost)).toEqual([0]);
  expect(await order(userId, second)).toBe("charged");
  const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
  expect(monthly).toBe(990);
  expect((await auditCredits()).findings).toEqual([]);
});

test("the first remake that corrects mask or stance is free whatever the month's share, the next one is not", async () => {
  tried("exact-charges");
  const { userId, photos } = await makePhotos([4, 4]);
  await db().generation.updateMany({ where: { userId }, data: { stance: "stand" } });
  const remake = (which: number, part: object) => {
    const { work } = chargeOf(userId, [4]);
    return waiveFreeRemakes(
      work.map((one) => ({ ...one, remakeOf: photos[which]?.id ?? null, ...part })),
      { userId },
    );
  };
  const costOf = (work: Charged) => work.map(({ cost }) => cost);
  // A tenth of 8 credits is less than a photo.
  expect(costOf(await remake(0, {}))).toEqual([4]);
  expect(costOf(await remake(0, { options: { stance: "stand" } }))).toEqual([4]);
  const lying = { options: { stance: "lie" } };
  const [first, second] = [await remake(0, lying), await remake(0, lying)];
  expect([costOf(first), costOf(second)]).toEqual([[0], [0]]);
  expect([await order(userId, first), await order(userId, second)]).toEqual(["charged", "gone"]);
  expect(costOf(await remake(0, lying))).toEqual([4]);
  const masked = await remake(1, { maskPublicId: "masks/m" });
  expect(costOf(masked)).toEqual([0]);
  expect(await order(userId, masked)).toBe("charged");
  const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId } });
  expect(monthly).toBe(992);
  expect((await auditCredits()).findings).toEqual([]);
});
