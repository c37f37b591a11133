import { beforeEach, expect, test, vi } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { rowsOf, runsOf } from "#lib/testing/trials.ts";
import { deleteGeneration } from "../history/delete.ts";
import { retryFailedJob } from "../inspect/failed-jobs.ts";
import { photoMaker } from "../kinds/make-photo.ts";
import { photo } from "../kinds/photo.ts";

await useDatabase();
useWorkers(2);
useFixedPixels();

const imageUrl = "https://pictures.test/mug.jpg";

/** Replaces making photos: only their cost matters here. */
function makePhotos(): void {
  vi.spyOn(photo, "check").mockResolvedValue({ sourcePublicId: null });
  vi.spyOn(photoMaker, "make").mockImplementation(async () => ({
    url: `https://pictures.test/${newId("row")}.jpg`,
    publicId: null,
  }));
}
beforeEach(makePhotos);

const requestOf = (change: object = {}) => ({
  image_url: imageUrl,
  type: "product",
  style: "studio",
  ...change,
});
const generate = ({ key }: Account, change: object = {}, headers = {}) =>
  api("generate", { key, json: requestOf(change), headers });
const idOf = ({ headers }: { headers: Headers }) => headers.get("x-generation-id") ?? "";
const usedBy = ({ body }: { body: { credits_used: number } }) => body.credits_used;

/** An account with one photo for one credit, and `dozens` times twelve credits spent on others. */
async function makeRemaker(dozens: number) {
  const account = await makeAccount({ monthly: 400 });
  const first = await generate(account);
  const large = Array.from({ length: 3 * dozens }, () => generate(account, { resolution: "4K" }));
  await Promise.all(large);
  return { account, photoId: idOf(first) };
}

test("a photo has two free remakes, including remakes of remakes; further ones are charged", async () => {
  tried("conservation");
  const { account, photoId } = await makeRemaker(3);
  const first = await generate(account, { remake_of: photoId, seed: 90, max_credits: 0 });
  const second = await generate(account, { remake_of: idOf(first), layout: { x: 0.4 }, max_credits: 0 });
  expect([first, second].map(usedBy)).toEqual([0, 0]);
  const refused = await generate(account, { remake_of: idOf(second), seed: 91, max_credits: 0 });
  expect(refused.body.error?.code).toBe("insufficient_credits");
  expect(usedBy(await generate(account, { remake_of: photoId, seed: 91 }))).toBe(1);
  const row = await db().generation.findUniqueOrThrow({ where: { id: idOf(second) } });
  expect(row).toMatchObject({ remakeOf: photoId, waived: 1, fromMonthly: 0, fromTopup: 0 });
  expect((await auditCredits()).findings).toEqual([]);
});

test("free remakes are limited to a tenth of the month's charged credits", async () => {
  const { account, photoId } = await makeRemaker(0);
  for (let seed = 1; seed < 9; seed += 1) await generate(account, { seed });
  const remake = () => generate(account, { remake_of: photoId, max_credits: 0 });
  expect((await remake()).status).toBe(402);
  await generate(account, { seed: 50 });
  expect(usedBy(await remake())).toBe(0);
  expect((await remake()).status).toBe(402);
});

const months: [string, number][] = [
  ["an earlier month", -40],
  ["the next month", 40],
];
test.each(rowsOf(months, months.slice(0, 1)))(
  "work of %s does not count for free remakes in this one",
  async (_name, days) => {
    const { account, photoId } = await makeRemaker(3);
    await db().generation.updateMany({
      where: { userId: account.userId, id: { not: photoId } },
      data: { createdAt: new Date(Date.now() + days * 24 * 60 * 60_000) },
    });
    expect((await generate(account, { remake_of: photoId, max_credits: 0 })).status).toBe(402);
  },
);

test("exactly two of many concurrent remakes of one photo are free", async () => {
  const remakes = runsOf(12, 5);
  tried("exact-charges", remakes);
  const { account, photoId } = await makeRemaker(3);
  const answers = await Promise.all(
    Array.from({ length: remakes }, (_, seed) => generate(account, { remake_of: photoId, seed: 100 + seed })),
  );
  expect(answers.map(usedBy).sort()).toEqual([0, 0, ...Array.from({ length: remakes - 2 }, () => 1)]);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a failed remake does not use up a free one", async () => {
  const { account, photoId } = await makeRemaker(1);
  vi.spyOn(photoMaker, "make").mockRejectedValue(new Error("no picture"));
  for (let time = 0; time < 3; time += 1) {
    const failed = await generate(account, { remake_of: photoId, max_credits: 0 });
    expect(failed.body.error?.code).toBe("generation_failed");
  }
  makePhotos();
  expect(usedBy(await generate(account, { remake_of: photoId, max_credits: 0 }))).toBe(0);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a remake that costs more than its photo, or comes after a week, is charged", async () => {
  const { account, photoId } = await makeRemaker(1);
  const larger = { resolution: "2K" };
  expect((await generate(account, { remake_of: photoId, ...larger, max_credits: 0 })).status).toBe(402);
  const paid = await generate(account, { remake_of: photoId, ...larger });
  expect(usedBy(paid)).toBe(2);
  // A more expensive remake does not raise the free value of the original photo.
  expect((await generate(account, { remake_of: idOf(paid), ...larger, max_credits: 0 })).status).toBe(402);
  await db().generation.update({
    where: { id: photoId },
    data: { createdAt: new Date(Date.now() - 7.01 * 24 * 60 * 60_000) },
  });
  expect((await generate(account, { remake_of: photoId, max_credits: 0 })).status).toBe(402);
});

test("an unknown photo, another account's or one of another picture cannot be remade, and nothing is charged", async () => {
  const { account, photoId } = await makeRemaker(0);
  const stranger = await makeAccount();
  const unknown = await generate(account, { remake_of: "gen_nobody" });
  const another = await generate(stranger, { remake_of: photoId });
  const own = ({ body }: typeof another) => ({ ...body.error, request_id: "" });
  expect([another.status, own(another)]).toEqual([400, own(unknown)]);
  expect(own(another)).toMatchObject({ code: "invalid_params", reason: "remake_not_found" });
  const other = await generate(account, { remake_of: photoId, image_url: "https://pictures.test/cup.jpg" });
  expect(own(other)).toMatchObject({ reason: "remake_of_other_picture" });
  expect(await db().generation.count({ where: { userId: { in: [account.userId, stranger.userId] } } })).toBe(
    1,
  );
});

test("deleted remakes still count, and so do the remakes of a deleted photo", async () => {
  const { account, photoId } = await makeRemaker(3);
  const { userId } = account;
  const first = await generate(account, { remake_of: photoId, max_credits: 0 });
  await deleteGeneration({ id: photoId }, { userId });
  expect((await generate(account, { remake_of: photoId })).body.error?.reason).toBe("remake_not_found");
  const second = await generate(account, { remake_of: idOf(first), max_credits: 0 });
  expect(usedBy(second)).toBe(0);
  await deleteGeneration({ id: idOf(first) }, { userId });
  expect((await generate(account, { remake_of: idOf(second), max_credits: 0 })).status).toBe(402);
  expect((await auditCredits()).findings).toEqual([]);
});

test("an operator's retry of a free remake is free or refused", async () => {
  const { account, photoId } = await makeRemaker(3);
  vi.spyOn(photoMaker, "make").mockRejectedValue(new Error("no picture"));
  await generate(account, { remake_of: photoId, max_credits: 0 });
  await generate(account, { remake_of: photoId, max_credits: 0, seed: 2 });
  makePhotos();
  const failed = await db().generation.findMany({
    where: { userId: account.userId, status: "failed" },
    orderBy: { createdAt: "asc" },
  });
  const [first = "", second = ""] = failed.map(({ id }) => id);
  const retried = await retryFailedJob(first);
  const row = await db().generation.findUniqueOrThrow({ where: { id: retried } });
  expect(row).toMatchObject({ remakeOf: photoId, waived: 1, fromMonthly: 0, fromTopup: 0 });
  expect(usedBy(await generate(account, { remake_of: photoId, seed: 3 }))).toBe(0);
  await expect(retryFailedJob(second)).rejects.toMatchObject({ code: "insufficient_credits" });
  expect((await auditCredits()).findings).toEqual([]);
});

test("the audit reports a charged free remake, a third one, and more than the month's share", async () => {
  const { account, photoId } = await makeRemaker(1);
  const { userId } = account;
  const ids: string[] = [];
  for (const seed of [1, 2, 3]) ids.push(idOf(await generate(account, { remake_of: photoId, seed })));
  const paid = { userId, id: { in: ids }, waived: null };
  const { count } = await db().generation.updateMany({ where: paid, data: { waived: 1 } });
  expect(count).toBe(2);
  const { findings } = await auditCredits();
  const mine = findings.filter((finding) => finding.userId === userId).map(({ kind }) => kind);
  expect(mine.sort()).toEqual(["remakes_exceeded", "waived_charged", "waived_exceeded"]);
  await db().generation.updateMany({ where: { userId, fromMonthly: { gt: 0 } }, data: { waived: null } });
});

test("a remake of a reused result counts as a remake of the original photo", async () => {
  const { account, photoId } = await makeRemaker(1);
  const reused = await generate(account, { reuse: true });
  const remade = await generate(account, { remake_of: idOf(reused), seed: 70 });
  expect([usedBy(reused), usedBy(remade)]).toEqual([0, 0]);
  const row = await db().generation.findUniqueOrThrow({ where: { id: idOf(remade) } });
  expect(row.remakeOf).toBe(photoId);
});

test("an estimate, a batch and its retry count the free remakes among their own items", async () => {
  const { account, photoId } = await makeRemaker(3);
  const items = [1, 2, 3].map((seed) => ({
    custom_id: `${seed}`,
    operation: "generate",
    request: requestOf({ remake_of: photoId, seed: 200 + seed }),
  }));
  const { key } = account;
  const estimate = await api("estimate", { key, json: { requests: items } });
  expect(estimate.body.requests.map(({ credits }: { credits: number }) => credits)).toEqual([0, 0, 1]);
  vi.spyOn(photoMaker, "make").mockRejectedValue(new Error("no picture"));
  const batch = await api("createBatch", { key, json: { items, max_credits: 1 } });
  expect(batch.body.credits).toMatchObject({ reserved: 1 });
  const isOver = async () =>
    (await db().generation.count({ where: { batchId: batch.body.id, status: "failed" } })) === 3;
  await vi.waitUntil(isOver, { timeout: 20_000, interval: 10 });
  makePhotos();
  const retried = await api("retryBatch", { key, id: batch.body.id });
  expect([retried.status, retried.body.credits.reserved]).toEqual([202, 1]);
  expect((await auditCredits()).findings).toEqual([]);
});
