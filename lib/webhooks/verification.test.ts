import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { maxHeldWebhooks, webhookHeldHours } from "#lib/contract/limits.ts";
import { db, sql } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { someCredits, startReceiver, verifyReceived } from "#lib/testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { listDeliveries, redeliver } from "./deliveries.ts";
import { emitEvent } from "./emit.ts";
import { createEndpoint, requireEndpoint, updateEndpoint } from "./endpoints.ts";
import { dropHeld } from "./tasks.ts";
import { takeTurn } from "./turn.ts";

await useDatabase();
const receiver = await startReceiver();
let userId: string;
let path: string;
beforeEach(async () => {
  ({ userId } = await makeAccount());
  path = `/${newId("row")}`;
});
afterEach(async () => {
  await db().webhookEndpoint.deleteMany({});
  await db().webhookBudget.deleteMany({});
});
afterAll(() => receiver.close());

const create = () => createEndpoint({ url: receiver.url(path), events: ["*"] }, { userId });
const emit = (reference = newId("row")) =>
  emitEvent({ userId, type: "credits.low", reference, data: someCredits });
/** Takes a turn in each lane, one of which is the endpoint's. */
async function takeTurns(id: string) {
  for (const lane of ["slow", "prompt"] as const)
    await takeTurn({ endpointId: id, token: newId("row") }, lane);
}
const typesAt = (at: string) => receiver.at(at).map(({ text }) => JSON.parse(text).type as string);
const deliveriesOf = async (id: string) => (await listDeliveries({ id, limit: 100 }, { userId })).data;
const makeDue = (id: string) =>
  db().webhookDelivery.updateMany({
    where: { endpointId: id, status: "pending" },
    data: { nextAttemptAt: new Date() },
  });

test("a new endpoint gets only signed pings until it returns 2xx, and then the held events in order", async () => {
  receiver.answerWith(path, 500);
  const endpoint = await create();
  const { id } = endpoint;
  const references = ["first", "second", "third"].map((name) => `${path}:${name}`);
  for (const reference of references) await emit(reference);
  await takeTurns(id);
  await makeDue(id);
  await takeTurns(id);
  expect(typesAt(path)).toEqual(["test.ping", "test.ping"]);
  for (const received of receiver.at(path))
    expect(verifyReceived(received, endpoint.secret)).toHaveProperty("id");
  expect(await requireEndpoint({ id }, { userId })).toMatchObject({ verifiedAt: null, status: "enabled" });
  const held = (await deliveriesOf(id)).filter(({ event }) => event !== "test.ping");
  expect(held).toHaveLength(3);
  for (const delivery of held) {
    expect(delivery).toMatchObject({
      status: "pending",
      heldBecause: "endpoint_unverified",
      nextAttemptAt: null,
      attempts: [],
    });
  }

  receiver.answerWith(path, 200);
  await makeDue(id);
  await takeTurns(id);
  await takeTurns(id);
  expect(await requireEndpoint({ id }, { userId })).toMatchObject({ verifiedAt: expect.any(Date) });
  const events = await db().webhookEvent.findMany({ where: { reference: { in: references } } });
  const idOf = (reference: string) => events.find((event) => event.reference === reference)?.id;
  expect(
    receiver
      .at(path)
      .slice(3)
      .map(({ headers }) => headers["webhook-id"]),
  ).toEqual(references.map(idOf));
  expect((await deliveriesOf(id)).every(({ status }) => status === "succeeded")).toBe(true);
});

test("an endpoint whose URL changed must be verified again, and several changes send only one ping", async () => {
  const { id } = await createVerifiedEndpoint({ url: receiver.url("/before"), events: ["*"] }, { userId });
  await emit();
  receiver.answerWith(path, 500);
  for (const query of ["?a", "?b", "?c", ""]) {
    await updateEndpoint({ id, url: receiver.url(path + query) }, { userId });
  }
  expect(await requireEndpoint({ id }, { userId })).toMatchObject({ verifiedAt: null });
  await takeTurns(id);
  expect(typesAt(path)).toEqual(["test.ping"]);
  receiver.answerWith(path, 204);
  await makeDue(id);
  await takeTurns(id);
  await takeTurns(id);
  expect(typesAt(path)).toEqual(["test.ping", "test.ping", "credits.low"]);
  expect(receiver.at("/before")).toEqual([]);
  await updateEndpoint({ id, url: receiver.url(path), description: "the same" }, { userId });
  expect(await requireEndpoint({ id }, { userId })).toMatchObject({ verifiedAt: expect.any(Date) });
});

test("a response to the previous URL does not verify the new one", async () => {
  const { id } = await create();
  receiver.answerWith(path, async (_request, response) => {
    await updateEndpoint({ id, url: receiver.url(`${path}/new`) }, { userId });
    response.writeHead(200).end();
  });
  await takeTurn({ endpointId: id, token: newId("row") }, "slow");
  expect(receiver.at(path)).toHaveLength(1);
  expect(await requireEndpoint({ id }, { userId })).toMatchObject({ verifiedAt: null });
});

test("an event that is redelivered manually is held too", async () => {
  const { id } = await create();
  await emit();
  const [event] = (await deliveriesOf(id)).filter(({ event }) => event !== "test.ping");
  expect(await redeliver({ id: event?.id ?? "" }, { userId })).toMatchObject({
    heldBecause: "endpoint_unverified",
  });
  receiver.answerWith(path, 500);
  await takeTurns(id);
  expect(typesAt(path)).toEqual(["test.ping"]);
});

test("an event that is held for too long fails, and its record has the reason", async () => {
  const { id } = await create();
  await emit("old");
  await emit("young");
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const setDue = (reference: string, nextAttemptAt: Date) =>
    db().webhookDelivery.updateMany({ where: { event: { reference } }, data: { nextAttemptAt } });
  await setDue("old", hoursAgo(webhookHeldHours + 0.1));
  await setDue("young", hoursAgo(webhookHeldHours - 0.1));
  expect(await dropHeld()).toBe(1);
  const [dropped] = (await deliveriesOf(id)).filter(({ status }) => status === "failed");
  expect(dropped).toMatchObject({
    heldBecause: null,
    attempts: [{ statusCode: null, error: expect.stringContaining(`within ${webhookHeldHours} hours`) }],
  });
});

test("an event above the limit of held events is recorded as failed", async () => {
  const { id } = await create();
  await emit("held");
  await db().$executeRaw(sql`
    INSERT INTO webhook_delivery (id, user_id, event_id, endpoint_id, next_attempt_at)
    SELECT 'whd_held_' || n, user_id, event_id, endpoint_id, next_attempt_at
    FROM webhook_delivery d, generate_series(1, ${maxHeldWebhooks}::int) n
    WHERE endpoint_id = ${id} AND EXISTS (SELECT FROM webhook_event v WHERE v.id = d.event_id AND reference = 'held')`);
  await emit("beyond");
  const last = await db().webhookDelivery.findFirstOrThrow({ where: { event: { reference: "beyond" } } });
  expect(last).toMatchObject({
    status: "failed",
    nextAttemptAt: null,
    attempts: [{ error: expect.stringContaining(`${maxHeldWebhooks} events waited`) }],
  });
});
