import { beforeEach, describe, expect, test } from "vitest";
import { maxHeldWebhooks, maxReplayedEvents } from "#lib/contract/limits.ts";
import { webhookEventTypes } from "#lib/contract/webhooks/events.ts";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api, readPages } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { pick, seededRandom } from "#lib/testing/random.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { someCredits } from "#lib/testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { emitEvent } from "#lib/webhooks/emit.ts";

await useDatabase();

let account: Account;
beforeEach(async () => {
  account = await makeAccount();
});

const url = "http://127.0.0.1:9/hook";
const list = (query = {}, key = account.key) => api("listEvents", { key, query });
const read = (id: string) => api("getEvent", { key: account.key, id });
const replay = (id: string, json: object) => api("replayWebhooks", { key: account.key, id, json });

interface Row {
  type: string;
  objectId: string | null;
  createdAt: Date;
}

/** Inserts events with times spread over a month. */
async function insertEvents(rows: readonly Row[], userId = account.userId): Promise<string[]> {
  const data = rows.map(({ type, objectId, createdAt }) => {
    const id = newId("evt");
    return { id, userId, type, reference: id, createdAt, data: objectId === null ? {} : { id: objectId } };
  });
  await db().webhookEvent.createMany({ data });
  return data.map(({ id }) => id);
}

const emit = () => {
  const reference = newId("row");
  return emitEvent({ userId: account.userId, type: "subscription.updated", reference, data: someCredits });
};

describe("the event log", () => {
  test("contains an event that no endpoint receives, with the body that a webhook would send", async () => {
    await emit();
    const { body } = await list();
    const [event] = body.data;
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
      type: "subscription.updated",
      timestamp: event.created_at,
      data: expect.objectContaining({ monthly_remaining: expect.any(Number) }),
      livemode: true,
      object_id: null,
      created_at: expect.any(String),
    });
    expect((await read(event.id)).body).toEqual(event);
  });

  test("returns exactly the matching events, newest first, for any page size and filter", async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = seededRandom(seed);
    const objects = [newId("gen"), newId("gen"), newId("bat"), null];
    const startMs = Date.now() - 20 * 24 * 3_600_000;
    // Only a few distinct times, so that many events have equal times.
    const times = Array.from(
      { length: 12 },
      () => new Date(startMs + Math.floor(random() * 15 * 86_400_000)),
    );
    const rows = Array.from({ length: 150 }, () => ({
      type: pick(random, webhookEventTypes),
      objectId: pick(random, objects),
      createdAt: pick(random, times),
    }));
    const ids = await insertEvents(rows);
    const all = rows
      .map((row, place) => ({ ...row, id: ids[place] ?? "" }))
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    for (let round = 0; round < 12; round += 1) {
      const maybe = <T>(value: T): T | undefined => (random() < 0.4 ? value : undefined);
      const wanted = {
        type: maybe(pick(random, webhookEventTypes)),
        object_id: maybe(pick(random, objects)) ?? undefined,
        created_after: maybe(pick(random, times).toISOString()),
        created_before: maybe(pick(random, times).toISOString()),
      };
      const query = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const limit = String(1 + Math.floor(random() * 40));
      const seen = await readPages((page) => list(page), { ...query, limit });
      const matching = all.filter(
        ({ type, objectId, createdAt }) =>
          (wanted.type === undefined || type === wanted.type) &&
          (wanted.object_id === undefined || objectId === wanted.object_id) &&
          (wanted.created_after === undefined || createdAt > new Date(wanted.created_after)) &&
          (wanted.created_before === undefined || createdAt < new Date(wanted.created_before)),
      );
      expect(seen, `seed ${seed}, ${JSON.stringify(query)}`).toEqual(matching.map(({ id }) => id));
    }
  });

  test("uses an index for every filter", async () => {
    const other = await makeAccount();
    const plans = await db().$transaction(async (tx) => {
      await tx.$executeRaw(sql`
        INSERT INTO webhook_event (id, user_id, type, data, reference, created_at)
        SELECT 'evt_' || n, CASE WHEN n % 50 = 0 THEN ${account.userId} ELSE ${other.userId} END, CASE WHEN n % 500 = 0 THEN 'credits.low' ELSE 'generation.succeeded' END,
               json_build_object('id', 'gen_' || n), 'plan-' || n, now() - n * interval '1 minute'
        FROM generate_series(1, 20000) n`);
      await tx.$executeRaw(sql`ANALYZE webhook_event`);
      const explain = async (where: string) => {
        const rows = await tx.$queryRawUnsafe<{ "QUERY PLAN": string }[]>(
          `EXPLAIN SELECT id FROM webhook_event WHERE user_id = '${account.userId}' AND ${where}
           ORDER BY created_at DESC, id DESC LIMIT 21`,
        );
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      };
      return {
        all: await explain("true"),
        type: await explain("type = 'credits.low'"),
        object: await explain("COALESCE(data->>'id', data->>'endpoint_id') = 'gen_17'"),
      };
    });
    expect(plans.all).toContain("webhook_event_user_id_created_at_id_idx");
    expect(plans.type).toContain("webhook_event_user_id_type_created_at_id_idx");
    expect(plans.object).toContain("webhook_event_object");
    for (const plan of Object.values(plans)) expect(plan).not.toContain("Seq Scan");
  });

  test.each([
    { created_after: "0000-01-01T00:00:00Z" },
    { created_before: "+275760-09-13T00:00:00Z" },
    { created_before: "9999-12-31T23:59:59-10:00" },
    { created_before: "2026-02-30T25:61:00Z" },
    { created_before: "2026-01-01T00:00:00" },
  ])("rejects %j and names the parameter", async (query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.error.issues[0].path).toBe(Object.keys(query)[0]);
  });
});

describe("replay", () => {
  const deliveriesOf = async (endpointId: string) =>
    (
      await db().webhookDelivery.findMany({
        where: { endpointId },
        orderBy: { nextAttemptAt: "asc" },
        include: { event: true },
      })
    ).map(({ eventId, status, tries }) => ({ eventId, status, tries }));

  test("sends each event again once, oldest first, including events older than the endpoint", async () => {
    await emit();
    await emit();
    const endpoint = await createVerifiedEndpoint({ url, events: ["*"] }, { userId: account.userId });
    await emit();
    const [newest, ...older] = (await list()).body.data.map(({ id }: { id: string }) => id);
    await db().webhookDelivery.updateMany({
      where: { endpointId: endpoint.id },
      data: { status: "failed", nextAttemptAt: null, tries: 10, attemptsMade: 10 },
    });
    const since = new Date(Date.now() - 60_000).toISOString();
    const sent = await replay(endpoint.id, { since });
    expect([sent.status, sent.body]).toEqual([202, { events: 3 }]);
    const pending = [...older.toReversed(), newest].map((eventId) => ({
      eventId,
      status: "pending",
      tries: 0,
    }));
    expect(await deliveriesOf(endpoint.id)).toEqual(pending);
    const [{ jobs } = { jobs: 0 }] = await db().$queryRaw<{ jobs: number }[]>(sql`
      SELECT count(*)::int AS jobs FROM pgboss.job WHERE data->>'endpointId' = ${endpoint.id} AND state = 'created'`);
    expect(jobs).toBeGreaterThan(0);
    // Deliveries that are already pending are not replayed.
    expect((await replay(endpoint.id, { since })).body).toEqual({ events: 0 });
    expect(
      (await Promise.all([1, 2, 3].map(() => replay(endpoint.id, { since })))).map((r) => r.status),
    ).toEqual([202, 202, 202]);
    expect(await deliveriesOf(endpoint.id)).toHaveLength(3);
    const { body } = await api("listWebhookDeliveries", { key: account.key, id: endpoint.id });
    const [delivery] = body.data;
    expect(delivery).toMatchObject({ event_id: expect.stringMatching(/^evt_/), object_id: null });
    const full = await api("getWebhookDelivery", { key: account.key, id: delivery.id });
    expect(full.body).toEqual({
      ...delivery,
      payload: {
        id: delivery.event_id,
        type: delivery.event,
        timestamp: expect.any(String),
        data: expect.any(Object),
      },
    });
  });

  test("sends events since the given time, of the endpoint's types or of the given types", async () => {
    const day = 86_400_000;
    const at = (days: number) => new Date(Date.now() - days * day);
    await insertEvents([
      { type: "credits.low", objectId: null, createdAt: at(3) },
      { type: "credits.low", objectId: null, createdAt: at(1) },
      { type: "batch.completed", objectId: newId("bat"), createdAt: at(1) },
    ]);
    const { id } = await createVerifiedEndpoint({ url, events: ["credits.low"] }, { userId: account.userId });
    expect((await replay(id, { since: at(2).toISOString() })).body).toEqual({ events: 1 });
    expect((await replay(id, { since: at(4).toISOString(), types: ["batch.completed"] })).body).toEqual({
      events: 1,
    });
    expect((await replay(id, { since: at(4).toISOString() })).body).toEqual({ events: 1 });
    expect((await replay(id, { since: "2999-01-01" })).body).toEqual({ events: 0 });
  });

  test("refuses more events than may be replayed or held, and a paused endpoint", async () => {
    const { id } = await createVerifiedEndpoint({ url, events: ["*"] }, { userId: account.userId });
    const day = 86_400_000;
    const yesterday = new Date(Date.now() - day).toISOString();
    const recent = runsOf(maxReplayedEvents, maxHeldWebhooks + 1);
    await db().$executeRaw(sql`
      INSERT INTO webhook_event (id, user_id, type, data, reference, created_at)
      SELECT 'evt_' || ${id}::text || n, ${account.userId}, 'credits.low', '{}', ${id}::text || n,
             now() - CASE WHEN n > ${recent}::int THEN interval '2 days' ELSE interval '0' END
      FROM generate_series(1, ${maxReplayedEvents + 1}::int) n`);
    const tooMany = await replay(id, { since: "2026-01-01" });
    expect([tooMany.status, tooMany.body.error.reason]).toEqual([400, "too_many_replayed"]);
    expect(await db().webhookDelivery.count({ where: { endpointId: id } })).toBe(0);
    expect((await replay(id, { since: yesterday })).body).toEqual({ events: recent });
    await db().webhookDelivery.deleteMany({ where: { endpointId: id } });
    await db().webhookEndpoint.update({ where: { id }, data: { verifiedAt: null } });
    const unverified = await replay(id, { since: yesterday });
    expect(unverified.body.error.message).toContain(String(maxHeldWebhooks));
    await db().webhookEndpoint.update({ where: { id }, data: { status: "paused", pauseReason: "owner" } });
    const paused = await replay(id, { since: "2026-01-01" });
    expect(paused.body.error.message).toContain("endpoint is paused");
  });
});
