import { describe, expect, test } from "vitest";
import { recordAudit } from "#lib/audit/record.ts";
import { auditActionNames, auditActorTypes } from "#lib/contract/audit/actions.ts";
import { db, sql } from "#lib/db/index.ts";
import { createKey } from "#lib/keys/index.ts";
import { openTestAccount } from "#lib/keys/test-account.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, readPages } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";

await useDatabase();

const account = await makeAccount();

const list = (query: Record<string, string> = {}, key = account.key) =>
  api("listAuditEvents", { key, query });

describe("an action of a key", () => {
  test("is logged with the key, the IP address, and the values before and after, without secrets", async () => {
    const { key, info } = await createKey({
      userId: account.userId,
      name: "Deploy",
      scopes: ["keys", "account:read"],
    });
    const headers = { "x-forwarded-for": "192.0.2.7" };
    const made = await api("createKey", { key, headers, json: { name: "Shop", max_credits_per_month: 50 } });
    const { id } = made.body;
    const call = { key, headers, id };
    const change = { name: "Shop 2", max_credits_per_month: 60 };
    await api("updateKey", { ...call, json: change });
    const rotated = await api("rotateKey", { ...call, json: {} });
    await api("deleteKey", call);
    const { body } = await list({ actor: info.id });
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      "key.deleted",
      "key.rotated",
      "key.changed",
      "key.created",
    ]);
    const [, , changed] = body.data;
    expect(changed).toEqual({
      id: expect.stringMatching(/^aud_[0-9A-Za-z]{22}$/),
      at: expect.any(String),
      actor: { type: "key", id: info.id, name: "Deploy" },
      action: "key.changed",
      object: { type: "key", id },
      address: "192.0.2.7",
      before: { name: "Shop", max_credits_per_month: 50 },
      after: change,
      livemode: true,
    });
    const all = JSON.stringify(await db().auditEvent.findMany());
    for (const secret of [key, made.body.key, rotated.body.key]) expect(all).not.toContain(secret);
  });

  test("is not logged if it changes nothing or is refused", async () => {
    const { key, info } = await createKey({ userId: account.userId, name: "Idle", scopes: ["keys"] });
    await api("updateKey", { key, id: info.id, json: { name: "Idle" } });
    const refused = await api("deleteKey", { key, id: newId("key") });
    expect(refused.status).toBe(404);
    expect((await list({ actor: info.id })).body.data).toEqual([]);
  });
});

test("an account, its test account and another account see only their own events", async () => {
  const stranger = await makeAccount();
  const testAccount = await openTestAccount(account.userId, db());
  const { key: testKey } = await createKey({ userId: testAccount, name: "test key" });
  const ids = async (key: string) =>
    (await list({ limit: "100" }, key)).body.data.map(({ id }: { id: string }) => id);
  const [own, others, ofTest] = [await ids(account.key), await ids(stranger.key), await ids(testKey)];
  tried("isolation", 3);
  expect(new Set([...own, ...others, ...ofTest]).size).toBe(own.length + others.length + ofTest.length);
  expect(others.length).toBeGreaterThan(0);
  const { body } = await list({}, testKey);
  expect(body.data).toMatchObject([{ action: "key.created", livemode: false }]);
  const foreign = await list({ actor: stranger.keyId });
  expect(foreign.body.data).toEqual([]);
});

test("pages of any size and filter contain exactly the matching events, newest first", async () => {
  const { userId, key } = await makeAccount();
  const seed = Math.floor(Math.random() * 2 ** 31);
  const random = seededRandom(seed);
  const actors = [
    { type: "user", id: userId, name: "a" },
    { type: "key", id: newId("key"), name: "b" },
    { type: "operator", id: null, name: "command line" },
  ] as const;
  const entries = Array.from({ length: 120 }, () => ({
    accountId: userId,
    action: pick(random, auditActionNames),
    actor: pick(random, actors),
  }));
  // Seven per transaction, so that several have the same time.
  for (let at = 0; at < entries.length; at += 7) await recordAudit(entries.slice(at, at + 7));
  const all = (
    await db().auditEvent.findMany({
      where: { accountId: userId },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    })
  ).map((row) => ({ ...row, at: row.createdAt.getTime() }));
  for (let round = 0; round < 12; round += 1) {
    const maybe = <T>(value: T): T | undefined => (random() < 0.4 ? value : undefined);
    const actor = maybe(pick(random, [...auditActorTypes, ...actors.flatMap(({ id }) => id ?? [])]));
    const action = maybe(pick(random, auditActionNames));
    const after = maybe(pick(random, all).createdAt);
    const before = maybe(pick(random, all).createdAt);
    const query = {
      ...(actor && { actor }),
      ...(action && { action }),
      ...(after && { created_after: after.toISOString() }),
      ...(before && { created_before: before.toISOString() }),
    };
    const limit = String(1 + Math.floor(random() * 40));
    const seen = await readPages((page) => list(page, key), { ...query, limit });
    const isMatch = (row: (typeof all)[number]) =>
      (actor === undefined || row.actorType === actor || row.actorId === actor) &&
      (action === undefined || row.action === action) &&
      (after === undefined || row.at > after.getTime()) &&
      (before === undefined || row.at < before.getTime());
    const matching = all.filter(isMatch).map(({ id }) => id);
    expect(seen, `seed ${seed}, ${JSON.stringify(query)}`).toEqual(matching);
  }
});

test("every filter and the search for expired events use an index", async () => {
  const { userId } = await makeAccount();
  const plans = await db().$transaction(async (tx) => {
    await tx.$executeRaw(sql`
      INSERT INTO audit_event (id, account_id, created_at, action, actor_type, actor_id, object_type)
      SELECT 'aud_' || n, CASE WHEN n % 50 = 0 THEN ${userId} ELSE 'usr_other' END, now() - n * interval '1 minute',
             CASE WHEN n % 500 = 0 THEN 'key.created' ELSE 'session.created' END, 'user',
             CASE WHEN n % 1000 = 0 THEN 'key_1' ELSE 'usr_x' END, 'account'
      FROM generate_series(1, 20000) n`);
    await tx.$executeRaw(sql`ANALYZE audit_event`);
    const explain = async (rest: string) => {
      const rows = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
        `EXPLAIN SELECT id FROM audit_event WHERE ${rest}`,
      );
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    };
    const explainPage = (where: string) =>
      explain(`account_id = ANY('{${userId}}') AND ${where} ORDER BY created_at DESC, id DESC LIMIT 21`);
    const found = [
      await explainPage("true"),
      await explainPage("action = ANY('{key.created}')"),
      await explainPage("actor_id = 'key_1'"),
      await explain("created_at < now() - interval '400 days' LIMIT 2000"),
    ];
    await tx.$executeRaw(sql`ALTER TABLE audit_event DISABLE TRIGGER USER`);
    await tx.$executeRaw(sql`DELETE FROM audit_event WHERE object_id IS NULL AND details IS NULL`);
    await tx.$executeRaw(sql`ALTER TABLE audit_event ENABLE TRIGGER USER`);
    return found;
  });
  for (const plan of plans) expect(plan).not.toContain("Seq Scan");
});

test("the cursor of another list is refused", async () => {
  const cursor = Buffer.from("1:evt_1234567890123456789012").toString("base64url");
  expect((await list({ cursor })).body.error.issues[0].path).toBe("cursor");
});

test("oversized values of a change are truncated", async () => {
  const { userId, key } = await makeAccount();
  await recordAudit([
    { accountId: userId, action: "account.changed", before: { name: "\0\ud800".repeat(9_000) } },
    {
      accountId: userId,
      action: "key.changed",
      after: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`f${n}`, "x".repeat(900)])),
    },
  ]);
  const { body } = await list({ actor: "system", limit: "2" }, key);
  expect(JSON.stringify(body).length).toBeLessThan(5_000);
  expect(body.data[0].after ?? body.data[1].after).toEqual({ truncated: true });
});
