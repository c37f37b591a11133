import { expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { chargeOf } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { chargeCredits } from "../../credits/charge.ts";
import { chooseVersions } from "./versions.ts";

await useDatabase();

/** Creates an account with a batch of finished photos. */
async function makeBatch(count: number) {
  const account = await makeAccount();
  const batchId = newId("bat");
  const charge = chargeOf(
    account.userId,
    Array.from({ length: count }, () => 1),
    { batch: { id: batchId } },
  );
  await chargeCredits(charge);
  await db().generation.updateMany({ where: { batchId }, data: { status: "succeeded" } });
  const ids = charge.work.map(({ id }) => id);
  const review = (id: string, review: string | null, key = account.key) =>
    api("changeGeneration", { key, id, json: { review } });
  const rowsOf = () => db().generation.findMany({ where: { batchId }, orderBy: { place: "asc" } });
  return { account, batchId, ids, review, rowsOf };
}

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);

test("a review is stored, filters lists of work, and can be removed", async () => {
  const { account, batchId, ids, review } = await makeBatch(3);
  const [first = "", second = "", third = ""] = ids;
  expect((await review(first, "approved")).body.review).toBe("approved");
  await review(second, "rejected");
  const { key } = account;
  const list = (query: Record<string, string>) => api("listGenerations", { key, query });
  const items = (query: Record<string, string>) => api("listBatchItems", { key, query, id: batchId });
  for (const ask of [list, items]) {
    expect(idsOf(await ask({ review: "approved" }))).toEqual([first]);
    expect(idsOf(await ask({ review: "rejected" }))).toEqual([second]);
    expect(idsOf(await ask({ review: "none" }))).toEqual([third]);
  }
  expect((await review(first, null)).body.review).toBeNull();
  expect((await review(first, "perfect")).status).toBe(400);
});

test("several results can be reviewed in one call; unfinished and another account's work are skipped", async () => {
  const { account, ids, rowsOf } = await makeBatch(3);
  const [first = "", second = "", third = ""] = ids;
  await db().generation.update({ where: { id: third }, data: { status: "queued" } });
  const stranger = await makeAccount();
  const ask = (key: string, review: string | null) =>
    api("reviewGenerations", { key, json: { ids, review } });
  expect((await ask(stranger.key, "approved")).body).toEqual({ reviewed: [] });
  expect((await ask(account.key, "approved")).body.reviewed.sort()).toEqual([first, second].sort());
  expect((await rowsOf()).map(({ review }) => review)).toEqual(["approved", "approved", null]);
  await ask(account.key, null);
  expect((await rowsOf()).map(({ review }) => review)).toEqual([null, null, null]);
  expect((await ask(account.key, "perfect")).status).toBe(400);
});

test("unfinished work and another account's work cannot be reviewed", async () => {
  const { ids, review } = await makeBatch(1);
  const [id = ""] = ids;
  const stranger = await makeAccount();
  expect((await review(id, "approved", stranger.key)).status).toBe(404);
  await db().generation.update({ where: { id }, data: { status: "queued" } });
  const early = await review(id, "approved");
  expect([early.status, early.body.error.reason]).toEqual([400, "review_unfinished"]);
  expect((await db().generation.findUniqueOrThrow({ where: { id } })).review).toBeNull();
});

test("among a batch's approved photos, the newest approved remake replaces its photo", async () => {
  const { account, ids, review, rowsOf } = await makeBatch(3);
  const [first = "", second = "", third = ""] = ids;
  const { userId } = account;
  const remakes = chargeOf(userId, [1, 1, 1, 1]).work.map((work, place) => ({
    ...work,
    remakeOf: [first, first, second, third][place] ?? null,
  }));
  await chargeCredits({ ...chargeOf(userId, []), work: remakes });
  await db().generation.updateMany({ where: { userId }, data: { status: "succeeded" } });
  const [older = "", newer = "", ofSecond = "", ofThird = ""] = remakes.map(({ id }) => id);
  await db().generation.update({ where: { id: older }, data: { createdAt: new Date(Date.now() - 1_000) } });
  for (const id of [first, older, newer, ofSecond, third]) await review(id, "approved");
  await review(second, "rejected");
  await review(ofThird, "rejected");
  const approved = await chooseVersions(await rowsOf(), { review: "approved" }, { userId });
  expect(approved.map(({ id }) => id)).toEqual([newer, ofSecond, third]);
  const rejected = await chooseVersions(await rowsOf(), { review: "rejected" }, { userId });
  expect(rejected.map(({ id }) => id)).toEqual([second]);
});
