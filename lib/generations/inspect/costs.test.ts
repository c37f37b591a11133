import { beforeEach, expect, test } from "vitest";
import { deleteExpired } from "#lib/db/expired.ts";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOne, finishOne, onePhoto } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { callsRetainedDays, earliestBooks, recordModelCall } from "../run/model-calls.ts";
import { lowestCreditValue, readCosts } from "./costs.ts";

await useDatabase();
beforeEach(() => db().modelCall.deleteMany());
const dayMs = 24 * 60 * 60 * 1000;
const call = { provider: "google", model: "gemini-x-image", mode: "scene", generationId: null } as const;
const model = "google/gemini-x-image";

async function makeOne(userId: string, made: { style: string; cost: number; by: string | null }) {
  const result = { url: "https://example.com/a.jpg", publicId: null, model: made.by };
  await finishOne(userId, made.cost, { style: made.style, result });
}

test("the costs of a style and model are the prices of its calls, and its worth is its spent credits", async () => {
  const { userId } = await makeAccount({ monthly: 100 });
  await makeOne(userId, { style: "luxury", cost: 4, by: model });
  await makeOne(userId, { style: "luxury", cost: 1, by: model });
  await makeOne(userId, { style: "luxury", cost: 2, by: null });
  await makeOne(userId, { style: "studio", cost: 1, by: null });
  // Charged but not completed.
  await chargeOne({ ...onePhoto(userId), style: "luxury" }, 8);
  const luxury = { ...call, style: "luxury" } as const;
  await recordModelCall({ ...luxury, outcome: "succeeded", costMicros: 39_000, durationMs: 6_000.4 });
  await recordModelCall({ ...luxury, outcome: "succeeded", costMicros: 39_000, durationMs: 5_000 });
  await recordModelCall({ ...luxury, outcome: "empty", costMicros: 39_000, durationMs: 900 });
  await recordModelCall({ ...luxury, outcome: "provider_error", costMicros: null, durationMs: 80 });
  await recordModelCall({ ...call, style: "lifestyle", outcome: "refused", costMicros: 0, durationMs: 80 });

  const rows = await readCosts({ since: earliestBooks(), creditValueMicros: 50_000 });
  const none = { calls: 0, failedCalls: 0, unpricedCalls: 0, costMicros: 0 };
  expect(rows).toEqual([
    {
      style: "luxury",
      model,
      photos: 2,
      calls: 4,
      failedCalls: 2,
      unpricedCalls: 1,
      costMicros: 117_000,
      credits: 5,
      worthMicros: 250_000,
      marginMicros: 133_000,
    },
    {
      style: "luxury",
      model: null,
      photos: 1,
      ...none,
      credits: 2,
      worthMicros: 100_000,
      marginMicros: 100_000,
    },
    {
      style: "studio",
      model: null,
      photos: 1,
      ...none,
      credits: 1,
      worthMicros: 50_000,
      marginMicros: 50_000,
    },
    {
      style: "lifestyle",
      model,
      photos: 0,
      calls: 1,
      failedCalls: 1,
      unpricedCalls: 0,
      costMicros: 0,
      credits: 0,
      worthMicros: 0,
      marginMicros: 0,
    },
  ]);
  const later = new Date(Date.now() + 1_000);
  expect(await readCosts({ since: later, creditValueMicros: 50_000 })).toEqual([]);
});

test("the value of a credit is the lowest price that any customer pays for one", () => {
  expect(lowestCreditValue()).toBeCloseTo((199 / 4_000) * 1_000_000, 6);
});

test("model calls are purged after their retention time and not before", async () => {
  const now = new Date();
  const data = { ...call, style: "studio", outcome: "succeeded", costMicros: 1, durationMs: 1 };
  const at = (days: number) => new Date(now.getTime() - days * dayMs);
  await db().modelCall.create({ data: { ...data, createdAt: at(callsRetainedDays + 1) } });
  await db().modelCall.create({ data: { ...data, createdAt: at(callsRetainedDays - 1) } });
  await deleteExpired();
  expect(await db().modelCall.count()).toBe(1);
});
