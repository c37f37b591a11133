import { describe, expect, test } from "vitest";
import { keptDeletedEndpoints, maxWebhookEndpoints } from "#lib/contract/limits.ts";
import { db } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, expectForeign, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { someCredits } from "#lib/testing/webhooks/receiver.ts";
import { emitEvent } from "#lib/webhooks/emit.ts";

await useDatabase();

const account = await makeAccount();

const url = "http://127.0.0.1:9/hook";
const of = (id: string, call: TestCall = {}): TestCall => ({ key: account.key, id, ...call });
const create = (json: object, key = account.key) => api("createWebhookEndpoint", { key, json });
const change = (id: string, json: object) => api("updateWebhookEndpoint", of(id, { json }));
const listDeliveries = (id: string, query = {}) => api("listWebhookDeliveries", of(id, { query }));

async function makeEndpoint(fields: object = {}): Promise<string> {
  const { body } = await create({ url, events: ["*"], ...fields });
  return body.id;
}

/** Marks the pings of an endpoint as failed after all attempts. */
const endPings = (endpointId: string) =>
  db().webhookDelivery.updateMany({
    where: { endpointId },
    data: { status: "failed", nextAttemptAt: null, tries: 10, attemptsMade: 10 },
  });

describe("200", () => {
  test("creates an endpoint with 201, and shows its secret only then", async () => {
    const made = await create({ url, events: ["credits.low", "credits.low"], description: "Shop" });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^whe_[0-9A-Za-z]{22}$/),
      url,
      livemode: true,
      events: ["credits.low"],
      status: "enabled",
      description: "Shop",
      reused_items: false,
      verified_at: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.any(String),
    });
    const { secret, ...shown } = made.body;
    const read = await api("getWebhookEndpoint", of(made.body.id));
    expect(read.body).toEqual(shown);
    const list = await api("listWebhookEndpoints", { key: account.key });
    expect(list.body.data).toContainEqual(shown);
    const row = await db().webhookEndpoint.findUniqueOrThrow({ where: { id: made.body.id } });
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
  });

  test("changes only the fields that are sent; an empty description clears it", async () => {
    const id = await makeEndpoint({ description: "before" });
    const other = "http://localhost:9/other";
    expect((await change(id, { url: other })).body).toMatchObject({ url: other, description: "before" });
    expect((await change(id, { description: "" })).body).toMatchObject({ url: other, description: null });
    expect((await change(id, { events: ["batch.completed"], status: null })).body).toMatchObject({
      events: ["batch.completed"],
      status: "enabled",
    });
    expect((await change(id, { status: "paused" })).body.status).toBe("paused");
    expect((await change(id, { status: "paused" })).body.status).toBe("paused");
    expect((await change(id, { status: "enabled" })).body.status).toBe("enabled");
    expect((await change(id, {})).status).toBe(200);
  });

  test("deletes an endpoint, and its past deliveries remain readable", async () => {
    const owner = await makeAccount();
    const made = await create({ url, events: ["*"] }, owner.key);
    const { id } = made.body;
    const own = (call: TestCall = {}): TestCall => ({ key: owner.key, id, ...call });
    const gone = await api("deleteWebhookEndpoint", own());
    expect(gone.body).toEqual({ id, deleted: true });
    const list = await api("listWebhookEndpoints", { key: owner.key });
    expect(list.body.data).toEqual([]);
    const calls = [
      api("getWebhookEndpoint", own()),
      api("deleteWebhookEndpoint", own()),
      api("updateWebhookEndpoint", own({ json: { status: "enabled" } })),
      api("rotateWebhookSecret", own()),
      api("testWebhookEndpoint", own()),
      api("replayWebhooks", own({ json: { since: "2026-01-01" } })),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    const { body } = await api("listWebhookDeliveries", own());
    expect(body.data).toMatchObject([
      { event: "test.ping", status: "failed", attempts: [{ error: "not sent: the endpoint was deleted" }] },
    ]);
    const ping = own({ id: body.data[0].id });
    expect((await api("getWebhookDelivery", ping)).status).toBe(200);
    expect((await api("redeliverWebhook", ping)).status).toBe(404);
    const reference = newId("row");
    await emitEvent({ userId: owner.userId, type: "subscription.updated", reference, data: someCredits });
    expect(await db().webhookDelivery.count({ where: { endpointId: id } })).toBe(1);
    const row = await db().webhookEndpoint.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: "paused", events: [], previousSecret: null });
  });

  test("retains only the most recently deleted endpoints", async () => {
    const owner = await makeAccount();
    const { userId } = owner;
    const ids: string[] = Array.from({ length: keptDeletedEndpoints - 1 }, () => newId("whe"));
    const common = { userId, url, events: ["*"], secret: "x" };
    const deletedAt = (place: number) => new Date(Date.now() - (100 - place) * 60_000);
    await db().webhookEndpoint.createMany({
      data: ids.map((id, place) => ({ ...common, id, deletedAt: deletedAt(place) })),
    });
    for (let index = 0; index < 3; index += 1) {
      const { body } = await create({ url, events: ["*"] }, owner.key);
      ids.push(body.id);
      await api("deleteWebhookEndpoint", { key: owner.key, id: body.id });
    }
    const kept = await db().webhookEndpoint.findMany({ where: { userId: owner.userId } });
    expect(kept.map(({ id }) => id).toSorted()).toEqual(ids.slice(2).toSorted());
  });

  test("rotates the secret, and the previous one expires after a day", async () => {
    const made = await create({ url, events: ["*"] });
    const rotated = await api("rotateWebhookSecret", of(made.body.id));
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(made.body.secret);
    const row = await db().webhookEndpoint.findUniqueOrThrow({ where: { id: made.body.id } });
    const hours = ((row.previousSecretUntil?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  test("pings a new endpoint and one with a changed URL, for any event types, and filters deliveries by status", async () => {
    const id = await makeEndpoint({ events: ["batch.completed"] });
    const [ping, ...more] = (await listDeliveries(id)).body.data;
    expect(more).toEqual([]);
    expect(ping).toMatchObject({ event: "test.ping", status: "pending", attempts: [], held_because: null });
    expect((await listDeliveries(id, { status: "pending" })).body.data).toHaveLength(1);
    expect((await listDeliveries(id, { status: "failed" })).body.data).toEqual([]);
    await endPings(id);
    expect((await change(id, { url: `${url}/new` })).body.verified_at).toBeNull();
    expect((await listDeliveries(id, { status: "pending" })).body.data).toMatchObject([
      { event: "test.ping" },
    ]);
  });

  test("sends a test to one endpoint only; a second test gets 429 with Retry-After", async () => {
    const [id, other] = [await makeEndpoint(), await makeEndpoint()];
    await endPings(id);
    const sent = await api("testWebhookEndpoint", of(id));
    expect(sent.body).toMatchObject({ event: "test.ping", status: "pending", attempts: [] });
    expect((await listDeliveries(id)).body.data).toContainEqual(sent.body);
    expect((await listDeliveries(other)).body.data).toHaveLength(1);
    const again = await api("testWebhookEndpoint", of(id));
    expect([again.status, again.body.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  });

  test("shows events of an unverified endpoint as held", async () => {
    const owner = await makeAccount();
    const { body } = await create({ url, events: ["*"], reused_items: true }, owner.key);
    expect(body.reused_items).toBe(true);
    const reference = newId("row");
    await emitEvent({ userId: owner.userId, type: "subscription.updated", reference, data: someCredits });
    const call = { key: owner.key, id: body.id };
    const list = await api("listWebhookDeliveries", call);
    const [held] = list.body.data.filter(({ event }: { event: string }) => event !== "test.ping");
    expect(held).toMatchObject({
      status: "pending",
      next_attempt_at: null,
      held_because: "endpoint_unverified",
    });
  });

  test("sends a failed delivery again", async () => {
    const id = await makeEndpoint();
    const [ping] = (await listDeliveries(id)).body.data;
    await endPings(id);
    const again = await api("redeliverWebhook", of(ping.id));
    expect(again.body).toMatchObject({ id: ping.id, status: "pending" });
    expect(Date.parse(again.body.next_attempt_at)).toBeLessThanOrEqual(Date.now());
    expect(await db().webhookDelivery.findUnique({ where: { id: ping.id } })).toMatchObject({
      tries: 0,
      attemptsMade: 10,
    });
  });
});

describe("400", () => {
  test("refuses a change to a private URL, and changes nothing", async () => {
    const id = await makeEndpoint();
    const refused = await change(id, { url: "http://192.168.0.1/", events: ["credits.low"] });
    expect(refused.body.error.issues).toEqual([
      { path: "url", message: expect.stringContaining("must be a public") },
    ]);
    const { body } = await api("getWebhookEndpoint", of(id));
    expect(body).toMatchObject({ url, events: ["*"] });
  });

  test("refuses endpoints above the limit of an account, also in concurrent calls", async () => {
    const owner = await makeAccount();
    const answers = await Promise.all(
      Array.from({ length: maxWebhookEndpoints + 5 }, () => create({ url, events: ["*"] }, owner.key)),
    );
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(5);
    for (const { body } of refused) expect(body.error.message).toContain(`at most ${maxWebhookEndpoints}`);
    expect(await db().webhookEndpoint.count({ where: { userId: owner.userId } })).toBe(maxWebhookEndpoints);
  });
});

test("the secret of an endpoint stays as it is when another account rotates it", async () => {
  const stranger = await makeAccount();
  const id = await makeEndpoint();
  const before = await db().webhookEndpoint.findUnique({ where: { id } });
  await expectForeign(stranger.key, [["rotateWebhookSecret", id]]);
  expect(await db().webhookEndpoint.findUnique({ where: { id } })).toEqual(before);
});
