import { beforeEach, expect, test, vi } from "vitest";
import { useDatabase } from "../testing/database.ts";
import { db, sql } from "./index.ts";
import { deleteInPortions, inPortions } from "./portions.ts";

await useDatabase();
beforeEach(async () => void (await db().tryout.deleteMany()));

test("deletes exactly the rows that match a condition, in statements of limited size", async () => {
  await db().$executeRaw(sql`
    INSERT INTO tryout (address_hash, created_at)
    SELECT 'a' || n % 2, now() - n * interval '1 minute' FROM generate_series(1, 9000) n`);
  const send = vi.spyOn(db(), "$executeRaw");
  expect(await deleteInPortions("tryout", sql`t.address_hash = 'a0'`)).toBe(4_500);
  const portions = await Promise.all(send.mock.results.map(({ value }) => value));
  expect(portions).toEqual([2_000, 2_000, 500]);
  expect(await db().tryout.count()).toBe(4_500);
  expect(await db().tryout.count({ where: { addressHash: "a1" } })).toBe(4_500);
});

test("a row is not deleted when a concurrent change makes it no longer match", async () => {
  await db().tryout.createMany({ data: Array.from({ length: 10 }, () => ({ addressHash: "b" })) });
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const changing = db().$transaction(async (tx) => {
    await tx.$executeRaw(sql`UPDATE tryout SET address_hash = 'kept'`);
    isLocked();
    await mayCommit;
  });
  await locked;
  const deleting = deleteInPortions("tryout", sql`t.address_hash = 'b'`);
  const waits = sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DELETE FROM "tryout"%'`;
  await vi.waitUntil(async () => (await db().$queryRaw<unknown[]>(waits)).length > 0, { timeout: 10_000 });
  commit();
  await changing;
  expect(await deleting).toBe(0);
  expect(await db().tryout.count({ where: { addressHash: "kept" } })).toBe(10);
});

test("stops after the first portion that is not full", async () => {
  const found = [3, 3, 1, 3];
  expect(await inPortions(async () => found.shift() ?? 0, 3)).toBe(7);
  expect(found).toEqual([3]);
});
