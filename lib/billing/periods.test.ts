import fc from "fast-check";
import { expect, test } from "vitest";
import { createUser } from "../account-lifecycle/open.ts";
import { defaultPlans, planTiers } from "../contract/billing/plans.ts";
import { moveCredits } from "../credits/move.ts";
import { db } from "../db/index.ts";
import { newId } from "../platform/ids.ts";
import { nextPeriodEnd } from "../stripe-sandbox/clock.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { deriveAllowances } from "./allowances.ts";
import type { PaidInvoice, SubscriptionFact } from "./snapshot.ts";

await useDatabase();

/** Difficult dates: ends of months, a leap day, nights of daylight-saving changes. */
const anchors = [
  "2027-10-31T01:30:00Z",
  "2028-02-29T12:00:00Z",
  "2027-01-31T23:59:59Z",
  "2028-03-26T00:59:59Z",
  "2027-12-31T00:00:00Z",
  "2027-06-15T08:00:00Z",
];
const life = fc.record({
  anchor: fc.constantFrom(...anchors),
  tier: fc.constantFrom(...planTiers),
  months: fc.integer({ min: 1, max: 14 }),
  /** Deviation of the payer's clock per month, and the duration of a payment. */
  skews: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 14, maxLength: 14 }),
  order: fc.array(fc.nat(), { minLength: 14, maxLength: 14 }),
});

/** The ends of the first periods, preceded by the anchor. */
function boundaries(anchor: string, months: number): number[] {
  const start = Date.parse(anchor) / 1000;
  const ends = [start];
  while (ends.length <= months) ends.push(nextPeriodEnd(start, ends.at(-1) ?? start));
  return ends;
}

function invoicesOf({
  anchor,
  tier,
  months,
  skews,
}: {
  anchor: string;
  tier: (typeof planTiers)[number];
  months: number;
  skews: number[];
}): PaidInvoice[] {
  const ends = boundaries(anchor, months);
  return Array.from({ length: months }, (_, index) => ({
    id: `in_${index}`,
    subscriptionId: "sub_1",
    paidAt: (ends[index] ?? 0) + 600 + (skews[index] ?? 0),
    receipt: null,
    lines: [
      {
        tier,
        periodEndsAt: ends[index + 1] ?? 0,
        proration: false,
        amountCents: defaultPlans[tier].priceCents,
      },
    ],
  }));
}

test("every period sets the allowance once and in order, for any order of its invoices", () => {
  const runs = 300;
  tried("period-reset", runs);
  fc.assert(
    fc.property(life, (given) => {
      const { anchor, tier, months, order } = given;
      const start = Date.parse(anchor) / 1000;
      const invoices = invoicesOf(given);
      const shuffled = invoices
        .map((invoice, index) => ({ invoice, key: order[index] ?? 0 }))
        .sort((a, b) => a.key - b.key);
      const subscription: SubscriptionFact = {
        id: "sub_1",
        stripeStatus: "active",
        tier,
        createdAt: start,
        periodEndsAt: boundaries(anchor, months).at(-1) ?? 0,
        trialEndsAt: null,
        endedAt: null,
        cancelAtPeriodEnd: false,
        scheduledTier: null,
        failedInvoice: null,
      };
      const { moves } = deriveAllowances({
        subscriptions: [subscription],
        invoices: shuffled.map(({ invoice }) => invoice),
      });
      expect(moves.map(({ reference, monthly }) => [reference, monthly])).toEqual(
        invoices.map(({ id }) => [`invoice:${id}`, { set: defaultPlans[tier].monthlyCredits }]),
      );
    }),
    { numRuns: runs },
  );
});

test("concurrent resets of one period reset it once", async () => {
  const periods = 25;
  tried("period-reset", periods);
  const userId = await createUser(`${newId("row")}@example.com`, "Somebody");
  for (let period = 1; period <= periods; period += 1) {
    const move = {
      userId,
      kind: "allowance",
      reference: `invoice:in_${userId}_${period}`,
      monthly: { set: 400 },
    } as const;
    const answers = await Promise.all(Array.from({ length: 6 }, () => moveCredits(move)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const row = await db().balance.findUniqueOrThrow({ where: { userId } });
    expect(row).toMatchObject({ monthly: 400, period });
  }
});
