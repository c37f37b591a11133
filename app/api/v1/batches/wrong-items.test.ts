import { beforeEach, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { deleteGenerations } from "#lib/generations/history/delete.ts";
import { photoMaker } from "#lib/generations/kinds/make-photo.ts";
import { imageHost } from "#lib/images/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();
useWorkers(2);
useFixedPixels();

const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
beforeEach(() => {
  vi.spyOn(photoMaker, "make").mockImplementation(async () => ({
    url: imageUrl,
    publicId: null,
    width: 1024,
    height: 1024,
    contentType: "image/jpeg",
  }));
});

const photoOf = (name: string) => ({
  custom_id: name,
  operation: "generate",
  request: { image_url: imageUrl, type: "product", style: "studio" },
});
const create = (call: TestCall) => api("createBatch", call);
const read = (key: string, id: string) => api("getBatch", { key, id, query: { wait: "30" } });
const items = (key: string, id: string) => api("listBatchItems", { key, id });
const account = () => makeAccount({ monthly: 20, topup: 5 });

const wrong = (name: string, change: object) => ({
  ...photoOf(name),
  request: { ...photoOf(name).request, ...change },
});
const missing = () => imageUrl.replace(/[^/]+$/, "none.jpg");

test("one response names every invalid item, whichever check finds it, in the order of the items", async () => {
  const { key, userId } = await account();
  const json = {
    title: "x".repeat(300),
    metadata: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`k${at}`, "v"])),
    items: [
      wrong("a", { image_url: missing() }),
      { custom_id: "b", operation: "paint" },
      photoOf("fine"),
      wrong("c", { look: "look_none", style: undefined, image_url: missing() }),
      wrong("d", { style: "cubist", scene: 7 }),
      wrong("e", { remake_of: "gen_none", size: { width: 4000, height: 4000 } }),
      wrong("f", { scene: "no-such-scene" }),
      photoOf("fine"),
      { ...photoOf(""), custom_id: "" },
      null,
    ],
  };
  const { status, body } = await create({ key, json });
  expect(status).toBe(400);
  expect(body.error.issues.map(({ path }: { path: string }) => path)).toEqual([
    "title",
    "metadata",
    "items[0].request.image_url",
    "items[1].operation",
    "items[3].request.look",
    "items[3].request.image_url",
    "items[4].request.style",
    "items[4].request.scene",
    "items[5].request.remake_of",
    "items[5].request.size",
    "items[6].request.scene",
    "items[7].custom_id",
    "items[8].custom_id",
    "items[9]",
  ]);
  expect(await db().generation.count({ where: { userId } })).toBe(0);
  expect(await db().batch.count({ where: { userId } })).toBe(0);
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 20, topup: 5 });
});

test("an estimate names every invalid request in one response, and with strict handling unknown fields too", async () => {
  const { key } = await account();
  const requestOf = ({ custom_id: _, ...request }: ReturnType<typeof wrong>) => request;
  const requests = [
    requestOf(wrong("a", { image_url: missing() })),
    { operation: "paint" },
    requestOf(photoOf("fine")),
    requestOf(wrong("c", { look: "look_none", style: undefined, image_url: missing() })),
    requestOf(wrong("d", { style: "cubist", scene: 7 })),
    null,
    requestOf(wrong("f", { scene: "no-such-scene" })),
  ];
  const estimate = (json: object, headers = {}) => api("estimate", { key, json, headers });
  const pathsOf = ({ body }: Awaited<ReturnType<typeof estimate>>) =>
    body.error.issues.map(({ path }: { path: string }) => path);
  const expected = [
    "requests[0].request.image_url",
    "requests[1].operation",
    "requests[3].request.look",
    "requests[3].request.image_url",
    "requests[4].request.style",
    "requests[4].request.scene",
    "requests[5]",
    "requests[6].request.scene",
  ];
  const refused = await estimate({ requests });
  expect([refused.status, pathsOf(refused)]).toEqual([400, expected]);
  const strict = await estimate({ requests, max_credit: 4 }, { Prefer: "handling=strict" });
  expect([strict.status, pathsOf(strict)]).toEqual([400, ["max_credit", ...expected]]);
});

test("a response lists 50 errors and counts the rest", async () => {
  const { key } = await account();
  const items = Array.from({ length: 70 }, (_, at) => wrong(`item-${at}`, { image_url: missing() }));
  const { body } = await create({ key, json: { items } });
  expect(body.error.issues).toHaveLength(50);
  expect(body.error.message).toMatch(/; and 20 more$/);
});

const skipping = (items: unknown[]) => ({ on_invalid: "skip", items });

test("on_invalid skip lists invalid items as failed with their issues and does not charge them", async () => {
  const { key, userId } = await account();
  const json = skipping([
    wrong("gone", { image_url: missing(), title: "Gone", metadata: { sku: "G-1" } }),
    photoOf("mug"),
    { custom_id: "odd", operation: "paint", request: {} },
    photoOf("lamp"),
    photoOf("mug"),
  ]);
  const headers = { "idempotency-key": "skipping" };
  const first = await create({ key, json, headers });
  const again = await create({ key, json, headers });
  expect(first.body.error).toBeUndefined();
  expect([first.status, again.status, again.body.id]).toEqual([202, 202, first.body.id]);
  const other = await create({ key, json: skipping([...json.items.slice(0, 2), null]), headers });
  expect(other.body.error.code).toBe("idempotency_mismatch");
  const { body: done } = await read(key, first.body.id);
  expect(done).toMatchObject({
    status: "completed",
    counts: { total: 5, succeeded: 2, failed: 3 },
    credits: { reserved: 2, used: 2, refunded: 0 },
  });
  const { body: list } = await items(key, first.body.id);
  expect(list.data).toMatchObject([
    {
      custom_id: "gone",
      status: "failed",
      error_code: "invalid_params",
      credits_used: 0,
      title: "Gone",
      metadata: { sku: "G-1" },
      image_url: missing(),
      attempts: 0,
      error_reason: "picture_not_found",
      error_fix: expect.stringContaining("Nothing was charged"),
      issues: [{ path: "items[0].request.image_url", reason: "picture_not_found" }],
    },
    { custom_id: "mug", status: "succeeded" },
    { custom_id: "odd", status: "failed", issues: [{ path: "items[2].operation" }] },
    { custom_id: "lamp", status: "succeeded" },
    { custom_id: "mug", status: "failed", issues: [{ path: "items[4].custom_id" }] },
  ]);
  expect(list.data[1]).not.toHaveProperty("issues");
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 18, topup: 5 });
  expect((await auditCredits()).findings).toEqual([]);

  // A retry does not order invalid items again.
  const retried = await api("retryBatch", { key, id: first.body.id });
  expect(retried.body.counts).toMatchObject({ total: 5, succeeded: 2, failed: 3 });
  const table = await fetchApi("batchResults", { key, id: first.body.id });
  const lines = (await table.text()).trim().split("\r\n");
  expect(lines).toHaveLength(6);
  expect(lines[1]).toMatch(/^gone,gen_\w+,generate,failed,.*,0,invalid_params,/);
});

test("the credit audit has no findings after skipped items are deleted", async () => {
  const { key } = await account();
  const { body } = await create({ key, json: skipping([photoOf("mug"), { custom_id: "odd" }]) });
  await read(key, body.id);
  await deleteGenerations(
    (await db().generation.findMany({ where: { batchId: body.id } })).map((row) => row.id),
  );
  expect((await auditCredits()).findings).toEqual([]);
  expect((await read(key, body.id)).body.counts).toMatchObject({ total: 2, succeeded: 1, failed: 1 });
});

test("a skipped item sends generation.failed, and its batch completes", async () => {
  // Enough credits to avoid a low-balance event.
  const { key, userId } = await makeAccount({ monthly: 400 });
  await db().webhookEndpoint.create({
    data: { id: newId("whe"), userId, url: "https://example.com/", events: ["*"], secret: "" },
  });
  const { body } = await create({ key, json: skipping([photoOf("mug"), { custom_id: "odd" }]) });
  await read(key, body.id);
  const typesOf = async () =>
    (await db().webhookEvent.findMany({ where: { userId } })).map(({ type }) => type).toSorted();
  await expect
    .poll(typesOf, { timeout: 20_000 })
    .toEqual(["batch.completed", "generation.failed", "generation.succeeded"]);
});

test("on_invalid skip still rejects a batch without a valid item or with an invalid field of its own", async () => {
  const { key, userId } = await account();
  for (const json of [
    skipping([null, photoOf("a")].slice(0, 1)),
    { ...skipping([photoOf("a")]), title: 7 },
  ]) {
    expect((await create({ key, json })).status).toBe(400);
  }
  expect(await db().batch.count({ where: { userId } })).toBe(0);
});
