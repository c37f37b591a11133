import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { cancelBatch } from "./change.ts";
import { createBatch } from "./create.ts";
import { listBatchItems, listOrders, listRecentOrders } from "./read.ts";

await useDatabase();

function order({ userId }: Account, { count = 1, apiKeyId = null as string | null } = {}) {
  const items = Array.from({ length: count }, (_, at) => ({
    customId: `item-${at}`,
    operation: "generate" as const,
    request: {
      imageUrl: `https://shop.example/${at}.jpg`,
      style: "studio" as const,
      aspectRatio: "1:1" as const,
      resolution: "1K" as const,
    },
  }));
  const by = { userId, apiKeyId, account: { tier: "pro" as const, total: 400 }, idempotencyKey: null };
  return createBatch({ items }, { ...by, resumedId: null });
}

test("an account's batches are listed newest first, each with its first items in their given order", async () => {
  const [owner, stranger] = await Promise.all([makeAccount(), makeAccount()]);
  const first = await order(owner, { count: 5 });
  const second = await order(owner, { apiKeyId: owner.keyId });
  await order(stranger);
  const query = { limit: 1, items: 3 };
  const newest = await listOrders(query, owner);
  expect(newest.data).toMatchObject([{ id: second.id, items: [{ customId: "item-0" }] }]);
  const older = await listOrders({ ...query, cursor: newest.nextCursor ?? "" }, owner);
  expect(older.nextCursor).toBeNull();
  expect(older.data[0]).toMatchObject({ id: first.id, counts: { total: 5 } });
  expect(older.data[0]?.items.map(({ customId }) => customId)).toEqual(["item-0", "item-1", "item-2"]);
});

test("the studio lists batches from the dashboard that are open or recent", async () => {
  const owner = await makeAccount();
  await order(owner, { apiKeyId: owner.keyId });
  const [open, ended] = [await order(owner), await order(owner)];
  await cancelBatch(ended, owner);
  const idsNow = async () => (await listRecentOrders(owner)).data.map(({ id }) => id);
  expect(await idsNow()).toEqual([ended.id, open.id]);
  const longAgo = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);
  await db().batch.updateMany({ where: { userId: owner.userId }, data: { createdAt: longAgo } });
  expect(await idsNow()).toEqual([open.id]);
});

test("queued and running items are listed as open; deleted items are not listed", async () => {
  const owner = await makeAccount();
  const { id } = await order(owner, { count: 4 });
  const rows = await db().generation.findMany({ where: { batchId: id }, orderBy: { place: "asc" } });
  const [, running, failed, deleted] = rows.map((row) => row.id);
  await db().generation.update({ where: { id: running ?? "" }, data: { status: "running" } });
  await db().generation.update({ where: { id: failed ?? "" }, data: { status: "failed" } });
  await db().generation.update({
    where: { id: deleted ?? "" },
    data: { status: "failed", deletedAt: new Date() },
  });
  const namesOf = async (status?: "open" | "failed" | "queued") =>
    (await listBatchItems({ id, limit: 10, status }, owner)).data.map(({ customId }) => customId);
  expect(await namesOf("open")).toEqual(["item-0", "item-1"]);
  expect(await namesOf("queued")).toEqual(["item-0"]);
  expect(await namesOf("failed")).toEqual(["item-2"]);
  expect(await namesOf()).toEqual(["item-0", "item-1", "item-2"]);
});
