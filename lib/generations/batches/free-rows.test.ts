import { expect, test } from "vitest";
import { defaultPlans } from "#lib/contract/billing/plans.ts";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useMadeResults } from "#lib/testing/generations/made-results.ts";

await useDatabase();
const results = useMadeResults();
const { perHour } = defaultPlans.starter.jobs;

test("endless ordering and canceling hits the account's own hourly limit, with a Retry-After header", async () => {
  const [greedy, modest] = [await makeAccount({ tier: "starter", topup: 1_000 }), await makeAccount()];
  // Most of the hour's orders were placed before.
  const left = 60;
  const orderedUntil = new Date(Date.now() + (1 - left / perHour) * 60 * 60 * 1000);
  await db().balance.update({ where: { userId: greedy.userId }, data: { orderedUntil } });
  const order = ({ key }: { key: string }, count: number) => {
    const request = { image_url: results.imageUrl, type: "product", style: "studio" };
    const items = Array.from({ length: count }, (_, at) => ({
      operation: "generate",
      custom_id: `${at}`,
      request,
    }));
    return api("createBatch", { key, json: { items } });
  };
  let taken = 0;
  let refused = await order(greedy, 1);
  for (let round = 0; refused.status === 202 && round < 12; round += 1) {
    taken += refused.body.counts.total;
    await api("cancelBatch", { key: greedy.key, id: refused.body.id });
    refused = await order(greedy, 20);
  }
  expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(taken).toBeGreaterThan(left - 20);
  expect(taken).toBeLessThanOrEqual(1.1 * left);
  expect(await db().generation.count({ where: { userId: greedy.userId } })).toBe(taken);
  // All credits were refunded.
  const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId: greedy.userId } });
  expect(topup + monthly).toBeGreaterThanOrEqual(1_000);
  expect((await order(modest, 2)).status).toBe(202);
}, 60_000);

test("a batch is rejected with a fix when the account's metadata storage is full", async () => {
  const { key, userId } = await makeAccount({ tier: "starter" });
  const storedBytes = defaultPlans.starter.uploads.storageMb * 250_000;
  await db().balance.update({ where: { userId }, data: { storedBytes } });
  const request = { image_url: results.imageUrl, type: "product", style: "studio" };
  const items = [{ operation: "generate", custom_id: "1", request }];
  const { status, body } = await api("createBatch", { key, json: { items } });
  expect([status, body.error.code]).toEqual([400, "invalid_params"]);
  expect(body.error.message).toContain("Delete work that you no longer need");
});
