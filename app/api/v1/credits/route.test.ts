import { describe, expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { newApiKey } from "#lib/keys/format.ts";
import { createKey, revokeKey } from "#lib/keys/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";

await useDatabase();
const read = (call: TestCall) => api("credits", call);
const account = await makeAccount({ monthly: 123, topup: 45 });

describe("200", () => {
  test("returns exactly the fields of the contract", async () => {
    const { body } = await read({ key: account.key });
    expect(body).toStrictEqual({
      monthly_remaining: 123,
      topup_remaining: 45,
      total: 168,
      credits_limit: 400,
      tier: "pro",
      status: "active",
    });
  });

  test("accepts the key in the query, as X-API-Key, as Bearer, without the word, or the same key in all of them", async () => {
    tried("key-forms", 5);
    const { key } = account;
    const calls: TestCall[] = [
      { query: { key } },
      { headers: { "x-api-key": key } },
      { headers: { authorization: `bearer ${key}` } },
      { headers: { authorization: key } },
      { key, query: { key }, headers: { "x-api-key": key } },
    ];
    for (const call of calls) expect((await read(call)).status).toBe(200);
  });

  test("reports an expired trial as canceled, without monthly credits", async () => {
    const { key, userId } = await makeAccount({ status: "trialing", monthly: 50, topup: 7 });
    await db().subscription.update({ where: { userId }, data: { trialEndsAt: new Date(Date.now() - 1000) } });
    expect((await read({ key })).body).toMatchObject({ status: "canceled", monthly_remaining: 0, total: 7 });
  });

  test("reports the rate limit and what remains of it in headers", async () => {
    const { key } = await makeAccount();
    const { headers } = await read({ key });
    expect(headers.get("ratelimit-policy")).toBe('"default";q=600;w=60');
    expect(headers.get("ratelimit")).toBe('"default";r=599;t=1');
  });

  test("records when a key was last used", async () => {
    const { key, keyId } = await makeAccount();
    await read({ key });
    expect((await db().apiKey.findUnique({ where: { id: keyId } }))?.lastUsedAt).not.toBeNull();
  });
});

describe("401", () => {
  const refused = async (call: TestCall) => (await read(call)).body.error.code;

  test("refuses unknown, mistyped, revoked and expired keys with the same response", async () => {
    tried("key-forms", 5);
    const revoked = await makeAccount();
    await revokeKey(revoked.userId, revoked.keyId);
    const expired = await createKey({
      userId: account.userId,
      name: "old",
      expiresAt: new Date(Date.now() - 1000),
    });
    const answers = [];
    for (const key of [newApiKey(), account.key.slice(0, -1), `${account.key}x`, revoked.key, expired.key]) {
      const { body } = await read({ key });
      answers.push({ ...body.error, request_id: "" });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: "invalid_api_key" });
  });

  test("asks for a Bearer key in WWW-Authenticate, with invalid_token only if one was sent", async () => {
    tried("messages");
    const asked = async (call: TestCall) => (await read(call)).headers.get("www-authenticate");
    const realm = 'Bearer realm="Photo Generation Service API"';
    expect(await asked({})).toBe(realm);
    expect(await asked({ key: newApiKey() })).toBe(`${realm}, error="invalid_token"`);
  });

  test("treats other credentials and empty headers as no key", async () => {
    tried("contract");
    const others: [string, string][] = [
      ["authorization", "Basic abc"],
      ["authorization", "Bearer "],
      ["x-api-key", ""],
    ];
    for (const other of others) {
      const headers = Object.fromEntries([other]);
      expect((await read({ headers, query: { key: account.key } })).status).toBe(200);
      expect(await refused({ headers })).toBe("invalid_api_key");
    }
  });
});

describe("429", () => {
  test("counts each of 40 concurrent requests", async () => {
    const { key } = await makeAccount();
    const answers = await Promise.all(Array.from({ length: 40 }, () => read({ key })));
    const left = answers.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1]));
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 40 }, (_, index) => 599 - index));
  });

  test("admits concurrent requests up to the remaining quota and refuses others", async () => {
    const { key, userId } = await makeAccount();
    await read({ key });
    // Each request uses 0.1 s of the 60 s window: 0.5 s leaves room for 5, and every 0.1 s makes room for another.
    const [begun] = await db().$queryRaw<{ arrivalAt: Date }[]>(sql`
      UPDATE rate_limit SET arrival_at = clock_timestamp() + interval '59.5 seconds' WHERE user_id = ${userId}
      RETURNING arrival_at AS "arrivalAt"`);
    const answers = await Promise.all(Array.from({ length: 40 }, () => read({ key })));
    const [ended] = await db().$queryRaw<{ at: Date }[]>(sql`SELECT clock_timestamp() AS at`);
    const aheadMs = Number(begun?.arrivalAt) - Number(ended?.at);
    const passed = answers.filter(({ status }) => status === 200).length;
    expect(passed).toBeGreaterThanOrEqual(5);
    // The limit has a tolerance of 1 ms, and the two times are rounded to 1 ms.
    expect(passed).toBeLessThanOrEqual(Math.floor((60_000 - aheadMs + 2) / 100));
  });
});

describe("500", () => {
  test("returns internal_error without naming the account if its subscription is missing", async () => {
    const { key, userId } = await makeAccount();
    await db().subscription.delete({ where: { userId } });
    const { body } = await read({ key });
    expect(body.error.code).toBe("internal_error");
    expect(JSON.stringify(body)).not.toContain(userId);
  });
});
