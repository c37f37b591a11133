import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Scope, scopeNames } from "#lib/contract/keys/scopes.ts";
import { db, sql } from "#lib/db/index.ts";
import { hashKey, newApiKey } from "#lib/keys/format.ts";
import { createKey } from "#lib/keys/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { runsOf } from "#lib/testing/trials.ts";

await useDatabase();

const make = (call: TestCall) => api("createKey", call);
const list = (call: TestCall) => api("listKeys", call);
const read = (id: string, call: TestCall) => api("getKey", { ...call, id });
const change = (id: string, call: TestCall) => api("updateKey", { ...call, id });
const remove = (id: string, call: TestCall) => api("deleteKey", { ...call, id });
const rotate = (id: string, call: TestCall) => api("rotateKey", { ...call, id });
const credits = (key: string) => api("credits", { key });

interface Grantor {
  scopes?: readonly Scope[];
  expiresAt?: Date;
  maxCreditsPerMonth?: number;
}

/** An account with a key that may manage keys. */
async function makeManager(fields: Grantor = {}) {
  const { userId } = await makeAccount();
  const { key, info } = await createKey({ userId, name: "manager", scopes: scopeNames, ...fields });
  return { userId, key, id: info.id };
}

describe("200", () => {
  test("a key is shown once, works, is listed without its secret, and stops working when it is deleted", async () => {
    const { key: manager } = await makeManager();
    const made = await make({ key: manager, json: { name: "shop" } });
    expect(made.status).toBe(201);
    const {
      key,
      id,
      scopes,
      test: isTest,
    } = made.body as {
      key: string;
      id: string;
      scopes: string[];
      test: boolean;
    };
    expect(isTest).toBe(false);
    expect(scopes).toEqual(scopeNames.filter((scope) => scope !== "keys"));
    expect((await credits(key)).status).toBe(200);
    const { body } = await list({ key: manager });
    expect(body).toMatchObject({ data: [{ id, prefix: key.slice(0, 8), last4: key.slice(-4) }, {}, {}] });
    expect(JSON.stringify(body)).not.toContain(key);
    expect((await read(id, { key: manager })).body).toMatchObject({ id, credits_this_month: 0 });
    expect((await remove(id, { key: manager })).body).toEqual({ id, deleted: true });
    expect((await credits(key)).status).toBe(401);
    expect((await read(id, { key: manager })).status).toBe(404);
  });

  test("a rotated key accepts its last two secrets until the overlap ends, and no older one", async () => {
    const { key: manager } = await makeManager();
    const first = (await make({ key: manager, json: { name: "shop" } })).body as { id: string; key: string };
    const second = (await rotate(first.id, { key: manager, json: {} })).body as { id: string; key: string };
    expect(second.id).toBe(first.id);
    for (const key of [first.key, second.key]) expect((await credits(key)).status).toBe(200);
    const third = (await rotate(first.id, { key: manager, json: { overlap_hours: 1 } })).body as {
      key: string;
    };
    expect((await credits(first.key)).status).toBe(401);
    await db().apiKey.update({ where: { id: first.id }, data: { previousUntil: new Date(Date.now() - 1) } });
    expect((await credits(second.key)).status).toBe(401);
    const last = (await rotate(first.id, { key: manager, json: { overlap_hours: 0 } })).body as {
      key: string;
    };
    expect((await credits(third.key)).status).toBe(401);
    expect((await credits(last.key)).status).toBe(200);
  });

  test("a change of scopes applies from the next call", async () => {
    const { key: manager } = await makeManager();
    const made = (await make({ key: manager, json: { name: "shop" } })).body as { id: string; key: string };
    const changed = await change(made.id, { key: manager, json: { scopes: ["work:read"], name: "reader" } });
    expect(changed.body).toMatchObject({ scopes: ["work:read"], name: "reader" });
    expect((await credits(made.key)).status).toBe(403);
    expect((await api("listGenerations", { key: made.key })).status).toBe(200);
  });

  test("a key inserted without scopes, as by a version older than scopes, has all of them", async () => {
    const { userId } = await makeAccount();
    const key = newApiKey();
    const id = newId("key");
    await db().$executeRaw(sql`
      INSERT INTO api_key (id, user_id, name, hash, first8, last4)
      VALUES (${id}, ${userId}, 'old', ${hashKey(key)}, ${key.slice(0, 8)}, ${key.slice(-4)})`);
    expect((await read(id, { key })).body).toMatchObject({ id, scopes: scopeNames });
  });
});

describe("403", () => {
  test("a key cannot grant or gain a scope that it lacks, or rotate, change or delete a key that has it", async () => {
    const { userId, key, id } = await makeManager({ scopes: ["keys", "work:read"] });
    const stronger = await createKey({ userId, name: "stronger" });
    const attempts = await Promise.all([
      make({ key, json: { name: "x", scopes: ["work:write"] } }),
      change(id, { key, json: { scopes: [...scopeNames] } }),
      rotate(stronger.info.id, { key, json: {} }),
      change(stronger.info.id, { key, json: { max_credits_per_month: 5 } }),
      remove(stronger.info.id, { key }),
    ]);
    for (const { body } of attempts) expect(body).toMatchObject({ error: { code: "missing_scope" } });
    expect((await credits(stronger.key)).status).toBe(200);
    const made = await make({ key, json: { name: "x" } });
    expect(made.body).toMatchObject({ scopes: ["work:read"] });
  });

  test("in any chain of created keys, no key has a scope that its creator lacks", async () => {
    const subset = fc.uniqueArray(fc.constantFrom(...scopeNames), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(subset, { minLength: 1, maxLength: 4 }), async (chain) => {
        let { key } = await makeManager();
        let had: readonly string[] = scopeNames;
        for (const scopes of chain) {
          const { status, body } = await make({ key, json: { name: "next", scopes } });
          const isGrantable = had.includes("keys") && scopes.every((scope) => had.includes(scope));
          expect(status).toBe(isGrantable ? 201 : 403);
          if (status !== 201) return;
          ({ key } = body as { key: string });
          had = scopes;
        }
      }),
      { numRuns: runsOf(25, 6) },
    );
  });
});

describe("400", () => {
  test("a key cannot outlive or outspend the key that creates it", async () => {
    const soon = new Date(Date.now() + 60 * 60 * 1000);
    const { key, id } = await makeManager({ expiresAt: soon, maxCreditsPerMonth: 50 });
    const later = new Date(soon.getTime() + 1000).toISOString();
    const refused = await Promise.all([
      make({ key, json: { name: "x", expires_at: null } }),
      make({ key, json: { name: "x", expires_at: later } }),
      make({ key, json: { name: "x", max_credits_per_month: 51 } }),
      change(id, { key, json: { max_credits_per_month: null } }),
      change(id, { key, json: { expires_at: later } }),
      make({ key, json: { name: "x", expires_at: "2001-01-01T00:00:00Z" } }),
    ]);
    for (const { status } of refused) expect(status).toBe(400);
    const made = await make({ key, json: { name: "x" } });
    expect(made.body).toMatchObject({ max_credits_per_month: 50, expires_at: soon.toISOString() });
  });

  test("a key with a credit limit cannot rotate, change or delete a key without one, but itself", async () => {
    const { userId, key, id } = await makeManager({ maxCreditsPerMonth: 50 });
    const free = await createKey({ userId, name: "free", scopes: ["work:write"] });
    expect((await rotate(free.info.id, { key, json: {} })).status).toBe(400);
    expect((await change(free.info.id, { key, json: { name: "mine" } })).status).toBe(400);
    expect((await remove(free.info.id, { key })).status).toBe(400);
    expect((await remove(id, { key })).status).toBe(200);
  });
});
