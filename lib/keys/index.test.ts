import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { maxKeys } from "../contract/limits.ts";
import { newId } from "../platform/ids.ts";
import { isWellFormedKey } from "./format.ts";
import { createKey, createOwnKey, revokeKey } from "./index.ts";
import { listKeys } from "./read.ts";

await useDatabase();

describe("API keys", () => {
  test("are never stored in plain text", async () => {
    tried("key-secrecy");
    const { userId, key } = await makeAccount();
    const rows = await db().$queryRaw<{ row: string }[]>`SELECT to_jsonb(k)::text AS row FROM api_key k`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(key.slice(8, -4));
    expect(JSON.stringify(await listKeys(userId))).not.toContain(key.slice(8, -4));
  });

  test("are listed with their name, first eight and last four characters", async () => {
    const { userId } = await makeAccount();
    const { key } = await createKey({ userId, name: "shop" });
    expect((await listKeys(userId))[0]).toMatchObject({
      name: "shop",
      first8: key.slice(0, 8),
      last4: key.slice(-4),
    });
  });

  test("are limited per account, also for concurrent requests and revoked keys", async () => {
    const { userId } = await makeAccount();
    const sessionId = newId("row");
    const expiresAt = new Date(Date.now() + 60_000);
    await db().session.create({ data: { id: sessionId, token: newId("row"), userId, expiresAt } });
    const { info } = await createKey({ userId, name: "shop" });
    await revokeKey(userId, info.id);
    const revoked = await db().apiKey.findUniqueOrThrow({ where: { id: info.id } });
    const made = await db().apiKey.count({ where: { userId } });
    await db().apiKey.createMany({
      data: Array.from({ length: maxKeys - 1 - made }, () => ({
        ...revoked,
        id: newId("key"),
        hash: newId("key"),
      })),
    });
    const make = () => createOwnKey({ id: userId, sessionId }, { name: "shop" });
    const outcomes = await Promise.allSettled([make(), make(), make()]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(make()).rejects.toMatchObject({ code: "invalid_params" });
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    await db().apiKey.updateMany({
      where: { userId, revokedAt: { not: null } },
      data: { createdAt: yesterday },
    });
    const key = await make();
    expect(isWellFormedKey(key)).toBe(true);
    expect((await listKeys(userId))[0]).toMatchObject({ last4: key.slice(-4), revokedAt: null });
  });

  test("can be revoked once, and only by their owner", async () => {
    tried("revocation");
    const { userId, keyId } = await makeAccount();
    const stranger = await makeAccount();
    expect(await revokeKey(stranger.userId, keyId)).toBe(false);
    expect(await revokeKey(userId, keyId)).toBe(true);
    expect(await revokeKey(userId, keyId)).toBe(false);
  });
});
