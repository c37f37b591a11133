import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { createKey, listKeys, revokeKey } from "./index.ts";

await useDatabase();

describe("API keys", () => {
  test("are in no row of the database in clear", async () => {
    tried("key-secrecy");
    const { userId, key } = await makeAccount();
    const rows = await db().$queryRaw<{ row: string }[]>`SELECT to_jsonb(k)::text AS row FROM api_key k`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(key.slice(8, -4));
    expect(JSON.stringify(await listKeys(userId))).not.toContain(key.slice(8, -4));
  });

  test("are shown by name, first eight and last four", async () => {
    const { userId } = await makeAccount();
    const { key } = await createKey({ userId, name: "shop" });
    expect((await listKeys(userId))[0]).toMatchObject({
      name: "shop",
      first8: key.slice(0, 8),
      last4: key.slice(-4),
    });
  });

  test("can be revoked once, by their owner alone", async () => {
    tried("revocation");
    const { userId, keyId } = await makeAccount();
    const stranger = await makeAccount();
    expect(await revokeKey(stranger.userId, keyId)).toBe(false);
    expect(await revokeKey(userId, keyId)).toBe(true);
    expect(await revokeKey(userId, keyId)).toBe(false);
  });
});
