import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { createLook } from "#lib/looks/looks.ts";
import { forgetMask } from "#lib/masks/index.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useMadeResults } from "#lib/testing/generations/made-results.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { exists } from "#lib/testing/pictures.ts";
import { rowsOf, runsOf } from "#lib/testing/trials.ts";
import { sweepPictures } from "../../uploads/sweep.ts";
import { deleteGenerations } from "../history/delete.ts";

await useDatabase();
useWorkers(2);
useFixedPixels();

const results = useMadeResults();

const photoRequest = (change: object = {}) => ({
  image_url: results.imageUrl,
  type: "product",
  style: "studio",
  reuse: true,
  ...change,
});
const generate = ({ key }: Account, change: object = {}, headers = {}) =>
  api("generate", { key, json: photoRequest(change), headers });
const removeBg = ({ key }: Account, change: object = {}) =>
  api("removeBg", { key, json: { image_url: results.imageUrl, reuse: true, ...change } });
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-generation-id") ?? "";

async function creditsOf({ userId }: Account): Promise<number> {
  const { monthly, topup } = await db().balance.findUniqueOrThrow({ where: { userId } });
  return monthly + topup;
}

test("an earlier result is reused as new work, free and without a ledger entry", async () => {
  tried("conservation");
  const account = await makeAccount({ monthly: 11 });
  const first = await generate(account, { title: "Mug" });
  const again = await generate(account, { title: "Blue mug", seed: 0 });
  expect([first.body.credits_used, again.body.credits_used, await creditsOf(account)]).toEqual([1, 0, 10]);
  expect([again.body.result_url, again.headers.get("x-credits-charged")]).toEqual([
    first.body.result_url,
    "0",
  ]);
  const row = await db().generation.findUniqueOrThrow({ where: { id: idOf(again) } });
  expect(row).toMatchObject({
    title: "Blue mug",
    status: "succeeded",
    reusedId: idOf(first),
    width: results.side,
  });
  expect(await db().ledgerEntry.count({ where: { reference: { contains: row.id } } })).toBe(0);
  const cut = await removeBg(account);
  const cutAgain = await removeBg(account);
  expect([cut.body.credits_used, cutAgain.body.credits_used, await creditsOf(account)]).toEqual([10, 0, 0]);
  expect(cutAgain.body.result_url).toBe(cut.body.result_url);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a photo of a brand look is reused for the same settings written out", async () => {
  const account = await makeAccount({ monthly: 2 });
  const settings = { prompt: "on marble", light: { warmth: 0.5 } };
  const look = await createLook({ name: "Warm marble", settings }, account);
  const first = await generate(account, { look: look.id });
  const spelledOut = await generate(account, settings);
  const elsewhere = await generate(account, { ...settings, light: { warmth: 0.4 } });
  expect([first, spelledOut, elsewhere].map(({ body }) => body.credits_used)).toEqual([1, 0, 1]);
});

test("`reuse` is on only if true: other values create and charge the same work again", async () => {
  const account = await makeAccount({ monthly: 40 });
  for (const reuse of [true, false, null, undefined]) {
    expect((await removeBg(account, { reuse })).body.credits_used).toBe(10);
  }
});

test("a default mode equals the same mode requested explicitly, and no other", async () => {
  const account = await makeAccount({ monthly: 3 });
  const [byDefault, asked] = [await generate(account), await generate(account, { mode: "studio" })];
  expect([byDefault, asked].map(({ body }) => body.credits_used)).toEqual([1, 0]);
  const painted = { mode: "scene", wantedMode: null };
  await db().generation.updateMany({ where: { userId: account.userId }, data: painted });
  expect((await generate(account, { mode: "studio" })).body.credits_used).toBe(1);
});

describe("different work is charged:", () => {
  const changes: [string, object][] = [
    ["prompt", { prompt: "on marble" }],
    ["option", { light: { warmth: 0.5 } }],
    ["style", { style: "luxury" }],
    ["shape", { aspect_ratio: "4:3" }],
    ["resolution", { resolution: "2K" }],
    ["seed", { seed: 7 }],
  ];
  test.each(rowsOf(changes, changes.slice(0, 2)))("another %s", async (_name, change) => {
    const account = await makeAccount({ monthly: 50 });
    const first = await generate(account);
    const other = await generate(account, change);
    expect(other.body.credits_used).toBeGreaterThan(0);
    expect(other.body.result_url).not.toBe(first.body.result_url);
    expect((await generate(account, change)).body.credits_used).toBe(0);
  });

  test("another account, and another picture", async () => {
    const [one, two] = [await makeAccount(), await makeAccount()];
    await generate(one);
    expect((await generate(two)).body.credits_used).toBe(1);
    const url = await results.uploadCopy(one);
    expect((await generate(one, { image_url: url })).body.credits_used).toBe(1);
    expect((await generate(one, { image_url: url.replace(/\/v\d+\//, "/") })).body.credits_used).toBe(0);
  });

  test("another mask; without it, the result from before it is reused", async () => {
    const account = await makeAccount();
    const first = await removeBg(account);
    for (let time = 0; time < 2; time += 1) {
      await results.correctMask(account);
      expect((await removeBg(account)).body.credits_used).toBe(10);
      expect((await removeBg(account)).body.credits_used).toBe(0);
    }
    await forgetMask({ imageUrl: results.imageUrl }, account);
    const { credits_used: credits, result_url: url } = (await removeBg(account)).body;
    expect([credits, url]).toEqual([0, first.body.result_url]);
    await results.correctMask(account);
    expect((await removeBg(account)).body.credits_used).toBe(10);
  });
});

test("a replay of an Idempotency-Key returns the first response even if the balance has changed", async () => {
  tried("idempotency");
  const account = await makeAccount({ monthly: 5 });
  await generate(account);
  const headers = { "idempotency-key": "again" };
  const first = await generate(account, {}, headers);
  await generate(account, { seed: 3 });
  const replayed = await generate(account, {}, headers);
  expect(replayed.headers.get("idempotency-replayed")).toBe("true");
  expect([replayed.body, idOf(replayed)]).toEqual([first.body, idOf(first)]);
});

test("an asynchronous call returns the reused work as succeeded", async () => {
  const account = await makeAccount();
  const first = await generate(account);
  const { status, body } = await generate(account, {}, { prefer: "respond-async" });
  expect([status, body.status, body.credits_used, body.result_url]).toEqual([
    ...[202, "succeeded", 0, first.body.result_url],
  ]);
});

test("a batch charges only new work, as estimated, and obeys max_credits", async () => {
  const account = await makeAccount({ monthly: 12 });
  await generate(account);
  await removeBg(account);
  const requests = [
    { operation: "generate", request: photoRequest() },
    { operation: "remove_bg", request: { image_url: results.imageUrl, reuse: true } },
    { operation: "generate", request: photoRequest({ seed: 9 }) },
  ];
  const { key } = account;
  const estimated = await api("estimate", { key, json: { requests } });
  expect(estimated.body).toMatchObject({ credits: 1, sufficient: true });
  const items = requests.map((request, at) => ({ ...request, custom_id: `item-${at}` }));
  const create = (json: object) => api("createBatch", { key, json });
  expect((await create({ items, max_credits: 0 })).body.error.code).toBe("insufficient_credits");
  const batch = await create({ items, max_credits: 1 });
  expect(batch.body).toMatchObject({ credits: { reserved: 1 }, counts: { total: 3 } });
  expect(batch.body.counts.succeeded).toBeGreaterThanOrEqual(2);
  const free = await create({ items: items.slice(0, 2), max_credits: 0 });
  expect(free.body).toMatchObject({
    status: "completed",
    credits: { reserved: 0 },
    counts: { succeeded: 2 },
  });
  expect(await creditsOf(account)).toBe(0);
  expect((await auditCredits()).findings).toEqual([]);
});

test("an estimate names open work for the same request until it completes, then the work whose result is reused", async () => {
  const [account, stranger] = [await makeAccount(), await makeAccount()];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  results.holdUntil(held);
  const cut = { operation: "remove_bg", request: { image_url: results.imageUrl, reuse: true } };
  const shot = { operation: "generate", request: photoRequest() };
  const items = [cut, shot].map((item) => ({ ...item, custom_id: item.operation }));
  const { body } = await api("createBatch", { key: account.key, json: { items } });
  const works = await db().generation.findMany({ where: { batchId: body.id }, orderBy: { place: "asc" } });
  const [cutId, shotId] = works.map(({ id }) => id);
  const ask = async ({ operation, request }: typeof cut, change: object = {}, { key } = account) => {
    const json = { requests: [{ operation, request: { ...request, ...change } }] };
    const answer = await api("estimate", { key, json });
    const [{ credits, open_id: openId, reused_id: reusedId }] = answer.body.requests;
    return [credits, openId ?? reusedId];
  };
  expect(await ask(cut)).toEqual([10, cutId]);
  expect(await ask(cut, { reuse: false })).toEqual([10, null]);
  expect(await ask(cut, { trim: true })).toEqual([10, null]);
  expect(await ask(cut, {}, stranger)).toEqual([10, null]);
  // A default mode equals the same mode requested explicitly.
  expect(await ask(shot)).toEqual([1, shotId]);
  expect(await ask(shot, { mode: "studio" })).toEqual([1, shotId]);
  await db().generation.updateMany({ where: { id: shotId ?? "" }, data: { wantedMode: "scene" } });
  expect(await ask(shot)).toEqual([1, null]);
  release();
  await vi.waitFor(async () => expect(await ask(cut)).toEqual([0, cutId]), 20_000);
  expect(await ask(cut, { reuse: false })).toEqual([10, null]);
  expect(await ask(cut, {}, stranger)).toEqual([10, null]);
});

test("a shared result is stored until the last work that refers to it is deleted, in any order", async () => {
  tried("ownership");
  const order = fc.array(fc.constantFrom("reuse", "delete first", "delete last"), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(order, async (steps) => {
      const account = await makeAccount({ monthly: 100 });
      const live: { id: string; url: string }[] = [];
      for (const step of ["reuse", ...steps]) {
        const gone = step === "delete first" ? live.shift() : step === "delete last" ? live.pop() : null;
        if (gone) await deleteGenerations([gone.id]);
        if (step === "reuse") {
          const before = await creditsOf(account);
          const answer = await generate(account);
          const { result_url: url } = answer.body;
          expect(before - (await creditsOf(account))).toBe(live.length > 0 ? 0 : 1);
          if (live[0]) expect(url).toBe(live[0].url);
          live.push({ id: idOf(answer), url });
        }
        if (gone) await sweepPictures();
        for (const { url } of live) expect(await exists(url)).toBe(true);
        if (gone && live.length === 0) expect(await exists(gone.url)).toBe(false);
      }
    }),
    { numRuns: runsOf(12, 2) },
  );
  expect((await auditCredits()).findings).toEqual([]);
}, 120_000);

test("a result that is deleted during its reuse is either reused and stored, or created again", async () => {
  tried("ownership");
  const account = await makeAccount({ monthly: 100 });
  for (let round = 0; round < runsOf(16, 2); round += 1) {
    const seed = round + 100;
    const first = await generate(account, { seed });
    const [again, other] = await Promise.all([
      generate(account, { seed }),
      generate(account, { seed }),
      deleteGenerations([idOf(first)]),
    ]);
    await sweepPictures();
    for (const { status, body } of [again, other]) {
      expect(status).toBe(200);
      expect(await exists(body.result_url)).toBe(true);
      if (body.result_url === first.body.result_url) expect(body.credits_used).toBe(0);
    }
  }
  expect((await auditCredits()).findings).toEqual([]);
}, 120_000);
