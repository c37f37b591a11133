import { beforeAll, expect, test } from "vitest";
import { refreshCheckout, startTopUpCheckout } from "#lib/billing/checkout.ts";
import { setUpCatalog } from "#lib/billing/setup.ts";
import { stripe } from "#lib/billing/stripe.ts";
import { readLedger } from "#lib/credits/ledger.ts";
import { completeCharge } from "#lib/credits/resolve.ts";
import { db } from "#lib/db/index.ts";
import { archiveResults } from "#lib/generations/history/archive.ts";
import { resultUrlOf } from "#lib/generations/history/pictures.ts";
import { imageHost } from "#lib/images/index.ts";
import { revokeKey } from "#lib/keys/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { queue } from "#lib/queue/boss.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api, expectForeign, type OperationId, type TestCall } from "#lib/testing/api.ts";
import { chargeOne, queueOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useEnvironment } from "#lib/testing/environment.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { callPaid, paidEndpoint } from "#lib/testing/generations/paid-endpoint.ts";
import { endWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { productPicture } from "#lib/testing/pictures.ts";

useEnvironment({ BASE_URL: "http://127.0.0.1:9" });

await useDatabase();

let owner: Account;
let stranger: Account;
const states = ["queued", "running", "succeeded", "deleted"] as const;
/** The owner's work of every kind and state. */
const ids: Record<string, string> = {};

async function makeWork(kind: "generate" | "remove_bg", state: (typeof states)[number]): Promise<string> {
  const id = newId("gen");
  const { userId, keyId: apiKeyId } = owner;
  const source = await imageHost().upload(await productPicture("jpeg", 64), { folder: `inputs/${userId}` });
  const idempotencyKey = `${kind} ${state}`;
  const work = { id, userId, apiKeyId, operation: kind, imageUrl: source.url, idempotencyKey } as const;
  const charge = state === "queued" ? queueOne : chargeOne;
  await charge({ ...work, timeoutMs: 600_000 }, 1);
  if (state === "queued" || state === "running") return id;
  const result = await imageHost().upload(await productPicture("jpeg", 64), { folder: `outputs/${userId}` });
  await completeCharge(id, result);
  if (state === "deleted") await db().generation.update({ where: { id }, data: { deletedAt: new Date() } });
  return id;
}

beforeAll(async () => {
  [owner, stranger] = await Promise.all([makeAccount(), makeAccount()]);
  for (const kind of ["generate", "remove_bg"] as const) {
    for (const state of states) ids[`${kind} ${state}`] = await makeWork(kind, state);
  }
  // Removes the jobs, so that the workers started below do not change these rows.
  await (await queue()).deleteAllJobs("work");
});

const calls: [OperationId, TestCall?][] = [
  ["getGeneration"],
  ["changeGeneration", { json: { title: "mine" } }],
  ["deleteGeneration"],
  ["cancelGeneration"],
  ["downloadGeneration"],
];

test("every route answers another account's id like an unknown one, and changes nothing", async () => {
  const before = await db().generation.findMany({ where: { userId: owner.userId }, orderBy: { id: "asc" } });
  const ofAll = calls.flatMap(([operation, rest]) =>
    Object.values(ids).map((id) => [operation, id, rest] as const),
  );
  await expectForeign(stranger.key, ofAll);
  const json = { ids: Object.values(ids) };
  const { body } = await api("deleteGenerations", { key: stranger.key, json });
  expect(body).toEqual({ deleted: [], open: [] });
  expect((await api("listProducts", { key: stranger.key })).body.data).toEqual([]);
  expect(await db().generation.findMany({ where: { userId: owner.userId }, orderBy: { id: "asc" } })).toEqual(
    before,
  );
  for (const row of before) {
    const resultUrl = resultUrlOf(row);
    const reference = resultUrl === null ? null : imageHost().parse(resultUrl);
    if (reference) expect(await imageHost().find(reference)).not.toBeNull();
  }
});

test("a list contains nothing of another account, for any cursor and filter", async () => {
  const page = await api("listGenerations", { key: owner.key, query: { limit: "1" } });
  const cursor = page.body.next_cursor;
  expect(cursor).toBeTypeOf("string");
  const queries: Record<string, string>[] = [
    {},
    { cursor },
    { status: "succeeded" },
    { operation: "remove_bg" },
    { search: "" },
    { idempotency_key: "generate succeeded" },
  ];
  tried("isolation", queries.length);
  for (const query of queries) {
    const { body } = await api("listGenerations", { key: stranger.key, query });
    expect(body.data).toEqual([]);
  }
});

test("two accounts can use the same Idempotency-Key for different orders", async () => {
  tried("isolation");
  const [one, another] = await Promise.all([makeAccount(), makeAccount()]);
  await runWorkers();
  const handler = paidEndpoint(1, async (say) => ({ url: `https://example.com/${say}.jpg`, publicId: null }));
  const call = (key: string, say: string) =>
    callPaid(handler, { key, json: { say }, headers: { "idempotency-key": "order-1" } });
  const first = await call(one.key, "one");
  const other = await call(another.key, "two");
  expect([first.body.result_url, other.body.result_url]).toEqual([
    "https://example.com/one.jpg",
    "https://example.com/two.jpg",
  ]);
  expect(other.headers.get("idempotency-replayed")).toBeNull();
  await endWorkers();
});

test("the archive, ledger, keys and checkouts of the dashboard are inaccessible to another account", async () => {
  tried("isolation", 4);
  expect(await archiveResults(stranger.userId, { ids: Object.values(ids) })).toBeNull();
  const [newest] = await readLedger(owner.userId, { limit: 1 });
  const seen = await readLedger(stranger.userId, {
    before: `${BigInt(newest?.id ?? 0) + 1_000n}`,
    limit: 100,
  });
  const own = await db().ledgerEntry.findMany({ where: { userId: stranger.userId }, select: { id: true } });
  expect(seen.map(({ id }) => id).sort()).toEqual(own.map(({ id }) => String(id)).sort());
  expect(await revokeKey(stranger.userId, owner.keyId)).toBe(false);
  await setUpCatalog(stripe());
  await startTopUpCheckout(stranger.userId, "small");
  const session = (await startTopUpCheckout(owner.userId, "small")).split("/").at(-1) ?? "";
  await expect(refreshCheckout(stranger.userId, session)).rejects.toMatchObject({ code: "not_found" });
});
