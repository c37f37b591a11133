import { beforeEach, expect, test } from "vitest";
import { setSubscription } from "#lib/account-lifecycle/open.ts";
import { endTrials } from "#lib/account-lifecycle/trial.ts";
import { applyChanges, readAccount } from "#lib/billing/apply.ts";
import { maxHeldWebhooks } from "#lib/contract/limits.ts";
import { moveCredits } from "#lib/credits/move.ts";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { someCredits } from "#lib/testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { noticeLowCredits } from "./account-events.ts";
import { emitEvent, emitEvents } from "./emit.ts";
import { updateEndpoint } from "./endpoints.ts";
import { purgeLongHistories, purgeLongLogs, purgeWebhooks, requeueLost } from "./tasks.ts";

await useDatabase();

let userId: string;
// References are unique across accounts, and the tasks delete events of all accounts.
beforeEach(async () => {
  await db().webhookEvent.deleteMany({});
  ({ userId } = await makeAccount());
  await db().$executeRaw(sql`DELETE FROM pgboss.job WHERE name LIKE 'webhooks-%'`);
});

const url = "http://127.0.0.1:9/";
const endpointFor = (...events: string[]) => createVerifiedEndpoint({ url, events }, { userId });
const emit = (reference = newId("row")) =>
  emitEvent({ userId, type: "credits.low", reference, data: someCredits });

async function countAll() {
  const [row] = await db().$queryRaw<{ events: number; deliveries: number; jobs: number }[]>(sql`
    SELECT (SELECT count(*)::int FROM webhook_event WHERE user_id = ${userId}) AS events,
           (SELECT count(*)::int FROM webhook_delivery WHERE user_id = ${userId}) AS deliveries,
           (SELECT count(*)::int FROM pgboss.job
            WHERE name LIKE 'webhooks-%' AND state = 'created' AND group_id = ${userId}) AS jobs`);
  return row;
}

const eventsOf = () =>
  db().webhookEvent.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    select: { type: true, data: true },
  });

test("an event creates one delivery and one job for each endpoint that receives its type, once per reference", async () => {
  await endpointFor("*");
  await endpointFor("batch.completed", "credits.low");
  await endpointFor("batch.completed");
  const paused = await endpointFor("*");
  await updateEndpoint({ id: paused.id, status: "paused" }, { userId });
  await Promise.all(Array.from({ length: 5 }, () => emit("once")));
  expect(await countAll()).toEqual({ events: 1, deliveries: 2, jobs: 2 });
});

test("an event without a matching endpoint of its account is stored without deliveries", async () => {
  await emit();
  await endpointFor("generation.failed");
  const other = await makeAccount();
  await createVerifiedEndpoint({ url, events: ["*"] }, { userId: other.userId });
  await emit("twice");
  await emit("twice");
  expect(await countAll()).toEqual({ events: 2, deliveries: 0, jobs: 0 });
});

test("the event of a free result is stored only when an endpoint requests such events", async () => {
  await endpointFor("*");
  const data = someCredits;
  const free = { userId, type: "credits.low", reference: "free", data, isReused: true } as const;
  await emitEvent(free);
  expect(await countAll()).toEqual({ events: 0, deliveries: 0, jobs: 0 });
  await createVerifiedEndpoint({ url, events: ["*"], reusedItems: true }, { userId });
  await emitEvent(free);
  expect(await countAll()).toEqual({ events: 1, deliveries: 1, jobs: 1 });
});

test("events emitted together are delivered in order, with one job per endpoint, and held up to the exact limit", async () => {
  const endpoint = await endpointFor("credits.low");
  const other = await makeAccount();
  const theirs = await createVerifiedEndpoint({ url, events: ["*"] }, { userId: other.userId });
  await emit("event 3");
  await db().$executeRaw(sql`DELETE FROM pgboss.job WHERE name LIKE 'webhooks-%'`);
  const references = Array.from({ length: maxHeldWebhooks + 2 }, (_, place) => `event ${place}`);
  const together = (ids: readonly string[], to: string) =>
    emitEvents(
      ids.map((reference) => ({ userId: to, type: "credits.low" as const, reference, data: someCredits })),
    );
  await together(references.slice(0, 5), userId);
  await together(["theirs"], other.userId);
  expect(await countAll()).toEqual({ events: 5, deliveries: 5, jobs: 1 });
  const sentTo = async (endpointId: string) =>
    (
      await db().webhookDelivery.findMany({
        where: { endpointId },
        include: { event: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      })
    ).map(({ event, status }) => `${event.reference} ${status}`);
  const inOrder = [3, 0, 1, 2, 4].map((place) => `event ${place} pending`);
  expect(await sentTo(endpoint.id)).toEqual(inOrder);
  expect(await sentTo(theirs.id)).toEqual(["theirs pending"]);

  await db().webhookEndpoint.update({
    where: { id: endpoint.id },
    data: { verifiedAt: null },
  });
  await together(references, userId);
  const states = (await sentTo(endpoint.id)).map((line) => line.split(" ").at(-1));
  expect(states.filter((state) => state === "pending")).toHaveLength(maxHeldWebhooks);
  expect(states.slice(-2)).toEqual(["failed", "failed"]);
  expect((await countAll())?.jobs).toBe(1);
});

test("concurrent emits of the same events in opposite order store each event once, without a deadlock", async () => {
  await endpointFor("*");
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const events = Array.from({ length: 200 }, (_, place) => ({
      userId,
      type: "credits.low" as const,
      reference: `round ${round} event ${place}`,
      data: someCredits,
    }));
    await Promise.all(
      [events, events.toReversed(), events, events.toReversed()].map((list) => emitEvents(list)),
    );
  }
  expect(await countAll()).toMatchObject({ events: rounds * 200, deliveries: rounds * 200 });
});

test("a transaction that is rolled back emits no event", async () => {
  await endpointFor("*");
  const undone = db().$transaction(async (tx) => {
    await emitEvent({ userId, type: "credits.low", reference: newId("row"), data: someCredits }, tx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await countAll()).toEqual({ events: 0, deliveries: 0, jobs: 0 });
});

test("low credits are emitted once per period, below a tenth of the plan's credits", async () => {
  await endpointFor("credits.low");
  const leave = async (monthly: number, topup = 0) => {
    const { monthly: before } = await db().balance.findUniqueOrThrow({ where: { userId } });
    const move = { monthly: { add: monthly - before }, topup: { add: topup } };
    await moveCredits({ userId, kind: "adjustment", reference: newId("row"), ...move });
    await noticeLowCredits(userId);
  };
  await leave(40);
  expect(await eventsOf()).toEqual([]);
  await leave(39, 10);
  expect(await eventsOf()).toEqual([]);
  await leave(20);
  await leave(3);
  const low = { monthly_remaining: 20, topup_remaining: 10, total: 30, credits_limit: 400 };
  expect(await eventsOf()).toEqual([
    { type: "credits.low", data: { ...low, tier: "pro", status: "active" } },
  ]);
  const nextPeriod = { kind: "allowance", monthly: { set: 5 } } as const;
  await moveCredits({ userId, reference: newId("row"), ...nextPeriod });
  await noticeLowCredits(userId);
  expect(await eventsOf()).toHaveLength(2);
});

test("a changed subscription is emitted once per change, with the fields of the credits endpoint", async () => {
  await endpointFor("subscription.updated");
  const account = await readAccount(userId);
  const changes = { summary: "ultra active", moves: [], mails: [], receipts: [], refunds: [] };
  const toUltra = { tier: "ultra", status: "active", creditsLimit: 4_000 } as const;
  const fields = {
    ...toUltra,
    trialEndsAt: null,
    periodEndsAt: null,
    cancelAtPeriodEnd: false,
    nextTier: null,
    stripeSubscriptionId: "sub_1",
  };
  expect(await applyChanges(account, { ...changes, account: fields }, null)).not.toBe("stale");
  expect(await applyChanges(account, { ...changes, account: fields }, null)).toBe("stale");
  const now = await readAccount(userId);
  await applyChanges(now, { ...changes, account: null }, null);
  expect(await eventsOf()).toEqual([
    { type: "subscription.updated", data: expect.objectContaining({ tier: "ultra", credits_limit: 4_000 }) },
  ]);
  await setSubscription(userId, { tier: "max", status: "active", creditsLimit: 1_200 }, newId("row"));
  expect((await eventsOf()).at(-1)?.data).toMatchObject({ tier: "max", monthly_remaining: 1_200 });
});

test("the end of a trial is emitted", async () => {
  await endpointFor("*");
  const trialEndsAt = new Date(Date.now() - 1000);
  await db().subscription.update({ where: { userId }, data: { status: "trialing", trialEndsAt } });
  await endTrials();
  expect((await eventsOf()).at(-1)).toMatchObject({
    type: "subscription.updated",
    data: { status: "canceled", total: 0, credits_limit: 0 },
  });
});

test("an endpoint whose turn was lost gets a new one, unless it is paused", async () => {
  const { id } = await endpointFor("*");
  await emit();
  const loseTurns = () => db().$executeRaw(sql`DELETE FROM pgboss.job WHERE name LIKE 'webhooks-%'`);
  await loseTurns();
  expect(await requeueLost()).toBe(0);
  const late = { nextAttemptAt: new Date(Date.now() - 6 * 60_000) };
  await db().webhookDelivery.updateMany({ where: { endpointId: id }, data: late });
  expect(await requeueLost()).toBe(1);
  expect(await countAll()).toMatchObject({ deliveries: 1, jobs: 1 });
  await loseTurns();
  await updateEndpoint({ id, status: "paused" }, { userId });
  await db().webhookDelivery.updateMany({ where: { endpointId: id }, data: late });
  expect(await requeueLost()).toBe(0);
});

test("events and deliveries are deleted after 30 days", async () => {
  await endpointFor("*");
  await emit("young");
  await emit("old");
  const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);
  await db().webhookEvent.update({ where: { reference: "old" }, data: { createdAt: days(30.01) } });
  await db().webhookEvent.update({ where: { reference: "young" }, data: { createdAt: days(29.9) } });
  expect(await purgeWebhooks()).toBe(1);
  expect(await countAll()).toMatchObject({ events: 1, deliveries: 1 });
});

test("an endpoint's history retains only its newest deliveries, and no event is deleted", async () => {
  const { id } = await endpointFor("*");
  for (const name of ["a", "b", "c"]) await emit(name);
  const other = await endpointFor("*");
  for (const name of ["d", "e"]) await emit(name);
  const minutes = { a: 5, b: 4, c: 3, d: 2, e: 1 };
  for (const [reference, ago] of Object.entries(minutes)) {
    const createdAt = new Date(Date.now() - ago * 60_000);
    await db().webhookDelivery.updateMany({ where: { event: { reference } }, data: { createdAt } });
  }
  await purgeLongHistories(2);
  const left = async (endpointId: string) => {
    const rows = await db().webhookDelivery.findMany({ where: { endpointId }, include: { event: true } });
    return rows.map(({ event }) => event.reference).toSorted();
  };
  expect([await left(id), await left(other.id)]).toEqual([
    ["d", "e"],
    ["d", "e"],
  ]);
  expect(await countAll()).toMatchObject({ events: 5, deliveries: 4 });
  await purgeLongHistories(1);
  expect(await purgeLongHistories(1)).toBe(0);
  expect(await countAll()).toMatchObject({ events: 5, deliveries: 2 });
});

test("an account's log retains only its newest events, by number and by size", async () => {
  await endpointFor("*");
  for (const name of ["1", "2", "3", "4"]) await emit(`log-${name}`);
  const other = await makeAccount();
  await emitEvent({ userId: other.userId, type: "credits.low", reference: "theirs", data: someCredits });
  const left = async () => {
    const rows = await db().webhookEvent.findMany({ where: { userId }, orderBy: { createdAt: "asc" } });
    return rows.map(({ reference }) => reference);
  };
  expect(await purgeLongLogs()).toBe(0);
  expect(await purgeLongLogs({ events: 3, megabytes: 200 })).toBe(1);
  expect(await left()).toEqual(["log-2", "log-3", "log-4"]);
  const [{ bytes } = { bytes: 0 }] = await db().$queryRaw<{ bytes: number }[]>(sql`
    SELECT pg_column_size(data)::int AS bytes FROM webhook_event WHERE reference = 'log-4'`);
  expect(await purgeLongLogs({ events: 3, megabytes: (2.5 * bytes) / 1_000_000 })).toBe(1);
  expect(await left()).toEqual(["log-3", "log-4"]);
  expect(await countAll()).toMatchObject({ deliveries: 2 });
  expect(await db().webhookEvent.count({ where: { userId: other.userId } })).toBe(1);
});
