import { inspect } from "node:util";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { webhookRetrySeconds } from "#lib/contract/limits.ts";
import { db, sql } from "#lib/db/index.ts";
import { log } from "#lib/platform/log.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { someCredits, startReceiver, verifyReceived } from "#lib/testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { attemptDelivery } from "./attempt.ts";
import { redeliver } from "./deliveries.ts";
import { emitEvent } from "./emit.ts";
import { rotateSecret, updateEndpoint } from "./endpoints.ts";
import { enqueueNext } from "./turn.ts";

await useDatabase();
const receiver = await startReceiver();
const { userId } = await makeAccount();
let paths = 0;

// Each test must receive only its own events, and counts only its own mails.
afterEach(async () => {
  await db().webhookEndpoint.deleteMany({});
  await db().webhookBudget.deleteMany({});
  await db().outgoingMail.deleteMany({});
});
afterAll(() => receiver.close());

/** An endpoint with its own path, and a waiting delivery. */
async function makeDelivery() {
  paths += 1;
  const path = `/hook-${paths}`;
  const endpoint = await createVerifiedEndpoint({ url: receiver.url(path), events: ["*"] }, { userId });
  await emitEvent({ userId, type: "credits.low", reference: path, data: someCredits });
  const delivery = await db().webhookDelivery.findFirstOrThrow({
    where: { endpointId: endpoint.id },
    include: { event: true },
  });
  const attempt = async () => {
    const { attemptsMade } = await read();
    await attemptDelivery({ deliveryId: delivery.id, attemptsMade });
    return await read();
  };
  const read = () => db().webhookDelivery.findUniqueOrThrow({ where: { id: delivery.id } });
  const readEndpoint = () => db().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  return { path, endpoint, delivery, attempt, read, readEndpoint };
}

/** Start times of an endpoint's queued turns. */
async function listTurns(endpointId: string): Promise<number[]> {
  const rows = await db().$queryRaw<{ startAfter: Date }[]>(sql`
    SELECT start_after AS "startAfter" FROM pgboss.job
    WHERE name LIKE 'webhooks-%' AND data->>'endpointId' = ${endpointId} ORDER BY start_after`);
  return rows.map(({ startAfter }) => startAfter.getTime());
}

describe("an attempt", () => {
  test("sends the event as the API returns it, signed as Standard Webhooks specify", async () => {
    const { path, endpoint, delivery, attempt } = await makeDelivery();
    const made = await attempt();
    const [received] = receiver.at(path);
    if (!received) throw new Error("nothing came");
    expect(verifyReceived(received, endpoint.secret)).toEqual({
      id: delivery.eventId,
      type: "credits.low",
      timestamp: delivery.event.createdAt.toISOString(),
      data: {
        monthly_remaining: 7,
        topup_remaining: 1,
        total: 8,
        credits_limit: 400,
        tier: "pro",
        status: "active",
      },
    });
    expect(Object.keys(JSON.parse(received.text).data)[0]).toBe("monthly_remaining");
    expect(received.headers).toMatchObject({
      "webhook-id": delivery.eventId,
      "content-type": "application/json",
    });
    expect(() => verifyReceived({ ...received, text: `${received.text} ` }, endpoint.secret)).toThrow();
    expect(made).toMatchObject({
      status: "succeeded",
      nextAttemptAt: null,
      attempts: [
        { statusCode: 204, error: null, answer: "", at: expect.any(String), ms: expect.any(Number) },
      ],
    });
  });

  test.each([200, 201, 204, 299])("with response %i succeeds", async (status) => {
    const { path, attempt } = await makeDelivery();
    receiver.answerWith(path, status);
    expect(await attempt()).toMatchObject({ status: "succeeded" });
  });

  test.each([301, 307, 308, 400, 404, 429, 500, 503])(
    "with response %i leaves the delivery pending, and follows no redirect",
    async (status) => {
      const { path, attempt } = await makeDelivery();
      receiver.answerWith(path, (_request, response) =>
        response.writeHead(status, { location: receiver.url("/elsewhere") }).end("no"),
      );
      const made = await attempt();
      const error = `the endpoint answered with status ${status}`;
      expect(made).toMatchObject({
        status: "pending",
        attempts: [{ statusCode: status, error, answer: "no" }],
      });
      expect(receiver.at("/elsewhere")).toEqual([]);
    },
  );

  test("is signed with both secrets for a day after a rotation, and then only with the new one", async () => {
    const { path, endpoint, attempt, delivery } = await makeDelivery();
    const { secret } = await rotateSecret({ id: endpoint.id }, { userId });
    await attempt();
    const [both] = receiver.at(path);
    if (!both) throw new Error("nothing came");
    expect(String(both.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    for (const one of [secret, endpoint.secret]) expect(verifyReceived(both, one)).toHaveProperty("id");
    await db().webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { previousSecretUntil: new Date() },
    });
    await redeliver({ id: delivery.id }, { userId });
    await attempt();
    const later = receiver.at(path)[1];
    if (!later) throw new Error("nothing came the second time");
    expect(verifyReceived(later, secret)).toHaveProperty("id", delivery.eventId);
    expect(() => verifyReceived(later, endpoint.secret)).toThrow("No matching signature");
  });

  test("is retried after the delays of the table, each in its own turn, and then fails", async () => {
    const { path, endpoint, delivery, attempt } = await makeDelivery();
    receiver.answerWith(path, 500);
    for (const [made, waitSeconds] of webhookRetrySeconds.entries()) {
      const startedAtMs = Date.now();
      const { nextAttemptAt, attempts, status } = await attempt();
      expect([status, (attempts as unknown[]).length]).toEqual(["pending", made + 1]);
      const triedAtMs = (nextAttemptAt?.getTime() ?? 0) - waitSeconds * 1000;
      expect(triedAtMs).toBeGreaterThanOrEqual(startedAtMs);
      expect(triedAtMs).toBeLessThanOrEqual(Date.now());
      expect(await enqueueNext([endpoint.id])).toBe(1);
      const late = ((await listTurns(endpoint.id)).at(-1) ?? 0) - (nextAttemptAt?.getTime() ?? 0);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(1000);
    }
    expect(await attempt()).toMatchObject({ status: "failed", nextAttemptAt: null, attemptsMade: 10 });
    expect(receiver.at(path)).toHaveLength(10);
    expect(new Set(receiver.at(path).map(({ text }) => text)).size).toBe(1);
    expect(await enqueueNext([endpoint.id])).toBe(0);
    await redeliver({ id: delivery.id }, { userId });
    expect(await attempt()).toMatchObject({ status: "pending", tries: 1, attemptsMade: 11 });
  });

  test("is never made after a successful one, nor twice for one job", async () => {
    const { path, delivery, attempt } = await makeDelivery();
    receiver.answerWith(path, 500);
    await attempt();
    await attemptDelivery({ deliveryId: delivery.id, attemptsMade: 0 });
    expect(receiver.at(path)).toHaveLength(1);
    receiver.answerWith(path, 200);
    await attempt();
    for (const attemptsMade of [0, 1, 2]) await attemptDelivery({ deliveryId: delivery.id, attemptsMade });
    expect(receiver.at(path)).toHaveLength(2);
  });

  test("is recorded while its endpoint is enabled, without a deadlock of endpoint and delivery", async () => {
    const { endpoint, attempt } = await makeDelivery();
    const waitsForLock = async () => {
      const [row] = await db().$queryRaw<{ waiting: boolean }[]>(sql`
        SELECT EXISTS (SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`);
      return row?.waiting === true;
    };
    const attempted = await db().$transaction(async (tx) => {
      await tx.webhookEndpoint.update({ where: { id: endpoint.id }, data: { failingSince: new Date() } });
      const ended = attempt();
      await vi.waitUntil(waitsForLock, { timeout: 10_000 });
      await tx.webhookDelivery.updateMany({
        where: { endpointId: endpoint.id },
        data: { nextAttemptAt: new Date() },
      });
      return { ended };
    });
    expect(await attempted.ended).toMatchObject({ status: "succeeded", attemptsMade: 1 });
  });

  test("stores the beginning of a huge response, without NUL characters", async () => {
    const { path, attempt } = await makeDelivery();
    receiver.answerWith(path, (_request, response) => {
      response.on("error", () => undefined);
      const send = () => {
        while (!response.destroyed && response.write(`\0${"x".repeat(16 * 1024)}`));
      };
      response.writeHead(200).on("drain", send);
      send();
    });
    const { status, attempts } = await attempt();
    const [{ answer = "" } = {}] = attempts as { answer?: string }[];
    expect(status).toBe("succeeded");
    expect(answer).toBe(`\uFFFD${"x".repeat(2 * 1024 - 1)}`);
  });

  test("is stored only while it is among the last 30 of its delivery", async () => {
    const { attempt, delivery } = await makeDelivery();
    for (let index = 0; index < 33; index += 1) {
      await attempt();
      await redeliver({ id: delivery.id }, { userId });
    }
    expect((await attempt()).attempts).toHaveLength(30);
  });

  test("does not connect to an internal address that the endpoint has since been given", async () => {
    const { path, endpoint, attempt } = await makeDelivery();
    await db().webhookEndpoint.update({
      where: { id: endpoint.id },
      data: { url: "http://169.254.169.254/" },
    });
    expect(await attempt()).toMatchObject({
      status: "pending",
      attempts: [{ statusCode: null, error: expect.stringContaining("could not be reached") }],
    });
    expect(receiver.at(path)).toEqual([]);
  });

  test("records that the endpoint refused the connection", async () => {
    const { endpoint, attempt } = await makeDelivery();
    const closed = await startReceiver();
    closed.close();
    await db().webhookEndpoint.update({ where: { id: endpoint.id }, data: { url: closed.url("/hook") } });
    expect(await attempt()).toMatchObject({
      status: "pending",
      attempts: [{ statusCode: null, error: expect.stringContaining("refused the connection") }],
    });
  });

  test("with an unreadable secret fails with a fix in the error, and is logged without the secret", async () => {
    const { endpoint, attempt } = await makeDelivery();
    const logged = vi.spyOn(log, "error");
    const foreign = Buffer.alloc(60).toString("base64");
    await db().webhookEndpoint.update({ where: { id: endpoint.id }, data: { secret: foreign } });
    expect(await attempt()).toMatchObject({ attempts: [{ error: expect.stringContaining("rotate it") }] });
    expect(logged).toHaveBeenCalledOnce();
    const entry = inspect(logged.mock.calls, { depth: null });
    expect(entry).toContain(endpoint.id);
    for (const text of [foreign, endpoint.secret]) expect(entry).not.toContain(text);
    await rotateSecret({ id: endpoint.id }, { userId });
    await db().webhookEndpoint.update({ where: { id: endpoint.id }, data: { previousSecretUntil: null } });
    expect(await attempt()).toMatchObject({ status: "succeeded" });
  });
});

describe("an endpoint", () => {
  test("that answers 410 is paused, and its deliveries are held until it is enabled again", async () => {
    const { path, endpoint, attempt, readEndpoint } = await makeDelivery();
    await emitEvent({ userId, type: "credits.low", reference: `${path}:held`, data: someCredits });
    receiver.answerWith(path, 410);
    expect(await attempt()).toMatchObject({ status: "failed", nextAttemptAt: null });
    expect(await readEndpoint()).toMatchObject({ status: "paused", pauseReason: "gone" });
    const held = await db().webhookDelivery.findFirstOrThrow({
      where: { endpointId: endpoint.id, status: "pending" },
    });
    expect(held.nextAttemptAt).toBeNull();
    await attemptDelivery({ deliveryId: held.id, attemptsMade: 0 });
    expect(receiver.at(path)).toHaveLength(1);
    expect(await db().outgoingMail.count()).toBe(0);

    receiver.answerWith(path, 200);
    await updateEndpoint({ id: endpoint.id, status: "enabled" }, { userId });
    expect((await listTurns(endpoint.id)).at(-1)).toBeLessThanOrEqual(Date.now());
    await attemptDelivery({ deliveryId: held.id, attemptsMade: 0 });
    expect(receiver.at(path)).toHaveLength(2);
    expect(await readEndpoint()).toMatchObject({ status: "enabled", pauseReason: null });
  });

  test("that fails for five days is paused, and its owner gets one mail", async () => {
    const { path, endpoint, attempt, readEndpoint } = await makeDelivery();
    receiver.answerWith(path, 500);
    await attempt();
    const { failingSince } = await readEndpoint();
    expect(failingSince).not.toBeNull();
    const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const fail = async (days: number) => {
      const data = { failingSince: ago(days) };
      await db().webhookEndpoint.update({ where: { id: endpoint.id }, data });
      return await attempt();
    };
    await fail(4.9);
    expect(await readEndpoint()).toMatchObject({ status: "enabled" });
    expect(await fail(5)).toMatchObject({ status: "pending", nextAttemptAt: null });
    expect(await readEndpoint()).toMatchObject({ status: "paused", pauseReason: "failing" });
    const mails = await db().outgoingMail.findMany();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(receiver.url(path));
    expect(mails[0]?.text).not.toContain("whsec_");
  });

  test("that succeeds again is no longer failing", async () => {
    const { path, attempt, readEndpoint } = await makeDelivery();
    receiver.answerWith(path, 500);
    await attempt();
    receiver.answerWith(path, 200);
    await attempt();
    expect(await readEndpoint()).toMatchObject({ status: "enabled", failingSince: null });
  });
});
