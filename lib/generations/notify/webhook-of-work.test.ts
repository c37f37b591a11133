import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { idOf, openStudio, respondAsync } from "#lib/testing/generations/open-studio.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { startReceiver, verifyReceived } from "#lib/testing/webhooks/receiver.ts";
import { createVerifiedEndpoint } from "#lib/testing/webhooks/verified.ts";
import { attemptDelivery } from "#lib/webhooks/attempt.ts";
import { updateEndpoint } from "#lib/webhooks/endpoints.ts";

await useDatabase();
useWorkers(2);

const receiver = await startReceiver();
let account: Awaited<ReturnType<typeof makeAccount>>;
let endpoint: Awaited<ReturnType<typeof createVerifiedEndpoint>>;
afterAll(() => receiver.close());
beforeEach(async () => {
  receiver.received.length = 0;
  account = await makeAccount({ monthly: 50 });
  // Subscribed to nothing that happens here.
  endpoint = await createVerifiedEndpoint(
    { url: receiver.url("/usual"), events: ["subscription.updated"] },
    account,
  );
});

const waitingDeliveries = () =>
  db().webhookDelivery.findMany({ where: { userId: account.userId, status: "pending" } });

/** Waits for a delivery to an address, and makes its next attempt. */
async function attempt(path: string) {
  const where = { userId: account.userId, url: receiver.url(path) };
  await vi.waitUntil(async () => (await db().webhookDelivery.count({ where })) > 0, 20_000);
  const { id, attemptsMade } = await db().webhookDelivery.findFirstOrThrow({ where });
  await attemptDelivery({ deliveryId: id, attemptsMade });
  return db().webhookDelivery.findUniqueOrThrow({ where: { id } });
}

test("the end of work is sent to its own address once, signed by the endpoint of that host, and listed there", async () => {
  const studio = openStudio(3);
  studio.finishAll();
  const made = await studio.call(account.key, "mug", {}, { webhook_url: receiver.url("/own") });
  expect(made.status).toBe(200);
  expect((await attempt("/own")).status).toBe("succeeded");
  const [sent, ...more] = receiver.at("/own");
  if (!sent) throw new Error("nothing came");
  expect(verifyReceived(sent, endpoint.secret)).toMatchObject({
    type: "generation.succeeded",
    data: { id: idOf(made) },
  });
  expect([more.length, receiver.at("/usual").length, (await waitingDeliveries()).length]).toEqual([0, 0, 0]);
  const list = { key: account.key, id: endpoint.id };
  const { body } = await api("listWebhookDeliveries", list);
  expect(body.data).toMatchObject([{ url: receiver.url("/own"), status: "succeeded" }]);
});

test("several photos, and a batch, are one delivery of the whole", async () => {
  const studio = openStudio(3);
  studio.finishAll();
  const { body } = await studio.call(account.key, "mug", {}, { n: 3, webhook_url: receiver.url("/several") });
  expect(body.results).toHaveLength(3);
  await attempt("/several");
  const [sent] = receiver.at("/several");
  expect(JSON.parse(sent?.text ?? "")).toMatchObject({
    type: "batch.completed",
    data: { counts: { total: 3 } },
  });
  expect(await waitingDeliveries()).toHaveLength(0);
});

test("a failing address is tried again, and neither pauses nor blames the endpoint", async () => {
  const studio = openStudio(3);
  await studio.call(account.key, "mug", respondAsync, { webhook_url: receiver.url("/gone") });
  receiver.answerWith("/gone", 500);
  await studio.finish("mug");
  expect(await attempt("/gone")).toMatchObject({ status: "pending", attemptsMade: 1 });
  receiver.answerWith("/gone", 410);
  expect((await attempt("/gone")).status).toBe("failed");
  const read = () => db().webhookEndpoint.findUniqueOrThrow({ where: { id: endpoint.id } });
  expect(await read()).toMatchObject({ status: "enabled", failingSince: null });
});

test("an address whose host has no verified and enabled endpoint is refused in every call, and nothing is charged", async () => {
  const studio = openStudio(3);
  const stranger = await makeAccount();
  const refusal = {
    code: "invalid_params",
    issues: [{ path: "webhook_url", reason: "webhook_host_unverified" }],
  };
  const own = { webhook_url: receiver.url("/own") };
  expect((await studio.call(stranger.key, "mug", {}, own)).body.error).toMatchObject(refusal);
  const elsewhere = { webhook_url: "https://elsewhere.example/hook" };
  for (const n of [1, 2])
    expect((await studio.call(account.key, "mug", {}, { ...elsewhere, n })).body.error).toMatchObject(
      refusal,
    );
  const request = { image_url: "https://example.com/a.jpg", type: "product", style: "studio" };
  const item = { custom_id: "a", operation: "generate", request };
  const { key } = account;
  const batch = await api("createBatch", { key, json: { items: [item], ...elsewhere } });
  expect(batch.body.error).toMatchObject(refusal);
  const requests = [{ operation: "generate", request: { ...request, ...elsewhere } }];
  const estimate = await api("estimate", { key, json: { requests } });
  expect(estimate.body.error).toMatchObject({ issues: [{ path: "requests[0].request.webhook_url" }] });
  await updateEndpoint({ id: endpoint.id, status: "paused" }, account);
  expect((await studio.call(key, "mug", {}, own)).body.error).toMatchObject(refusal);
  expect(await db().generation.count({ where: { userId: account.userId } })).toBe(0);
});

test("a delivery is not sent once its endpoint has moved to another host", async () => {
  const studio = openStudio(3);
  studio.finishAll();
  await studio.call(account.key, "mug", {}, { webhook_url: receiver.url("/late") });
  const url = receiver.url("/usual").replace("127.0.0.1", "localhost");
  await db().webhookEndpoint.update({ where: { id: endpoint.id }, data: { url } });
  expect((await attempt("/late")).status).toBe("failed");
  expect(receiver.at("/late")).toHaveLength(0);
});
