import { expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { refundCharge, settleCharge } from "#lib/credits/resolve.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { chargeOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { GET as GET_LIST } from "../route.ts";
import { DELETE, GET } from "./route.ts";

await useDatabase();

const timeoutMs = 60_000;
const remove = (key: string, id: string) =>
  callApi(operations.deleteGeneration, DELETE, { key, params: { id } });
const list = async (key: string, query: Record<string, string> = {}) =>
  (await callApi(operations.listGenerations, GET_LIST, { key, query })).body.data;

async function startPhoto(account: { userId: string; keyId: string }, part: object = {}) {
  const id = newId("gen");
  const { userId, keyId: apiKeyId } = account;
  const work = { operation: "generate", imageUrl: "https://example.com/mug.jpg", style: "studio" } as const;
  await chargeOne({ ...work, id, userId, apiKeyId, timeoutMs, ...part }, 1);
  return id;
}

async function makePhoto(account: { userId: string; keyId: string }, part: object = {}) {
  const id = await startPhoto(account, part);
  const asset = await imageHost().upload(await productPicture(), { folder: `outputs/${account.userId}` });
  await settleCharge(id, asset);
  return { id, url: asset.url, publicId: asset.publicId };
}

async function makeCutOut(account: { userId: string; keyId: string }, imageUrl: string) {
  const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
  const id = await startPhoto(account, {
    operation: "remove_bg",
    style: undefined,
    imageUrl,
    sourcePublicId,
  });
  await settleCharge(id, { url: `${imageUrl}?cut`, publicId: null });
  return id;
}

async function exists(url: string): Promise<boolean> {
  const reference = imageHost().parse(url);
  return reference !== null && (await imageHost().find(reference)) !== null;
}

test("removes the result from the image host and the entry from the history, and keeps the ledger", async () => {
  const account = await makeAccount();
  const photo = await makePhoto(account, { prompt: "on a beach" });
  expect(await exists(photo.url)).toBe(true);
  expect((await remove(account.key, photo.id)).body).toEqual({ id: photo.id, deleted: true });
  expect(await exists(photo.url)).toBe(false);
  expect(await list(account.key)).toEqual([]);
  const again = await callApi(operations.getGeneration, GET, { key: account.key, params: { id: photo.id } });
  expect(again.status).toBe(404);
  expect(await db().ledgerEntry.count({ where: { reference: `charge:${photo.id}` } })).toBe(1);
  expect(await db().generation.findUniqueOrThrow({ where: { id: photo.id } })).toMatchObject({
    imageUrl: "",
    prompt: null,
    resultUrl: null,
    style: "studio",
  });
  expect((await auditCredits()).findings).toEqual([]);
});

test("answers 404 to a second deletion, to another's id and to an id that never was", async () => {
  tried("isolation", 3);
  const account = await makeAccount();
  const stranger = await makeAccount();
  const photo = await makePhoto(account);
  expect((await remove(stranger.key, photo.id)).status).toBe(404);
  expect(await exists(photo.url)).toBe(true);
  expect((await remove(account.key, photo.id)).status).toBe(200);
  expect((await remove(account.key, photo.id)).status).toBe(404);
  expect((await remove(account.key, newId("gen"))).status).toBe(404);
});

test("refuses work that is still being made, and deletes failed work", async () => {
  const account = await makeAccount();
  const id = await startPhoto(account);
  const refused = await remove(account.key, id);
  expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_params"]);
  await refundCharge(id, "generation_failed");
  expect((await remove(account.key, id)).status).toBe(200);
  expect((await auditCredits()).findings).toEqual([]);
});

test("takes an upload along with the last cut-out of it, and never another account's", async () => {
  const account = await makeAccount();
  const folder = `inputs/${account.userId}`;
  const source = await imageHost().upload(await productPicture(), { folder });
  const [first, second] = [await makeCutOut(account, source.url), await makeCutOut(account, source.url)];
  await remove(account.key, first);
  expect(await exists(source.url)).toBe(true);
  await remove(account.key, second);
  expect(await exists(source.url)).toBe(false);

  const foreign = await imageHost().upload(await productPicture(), { folder: "inputs/somebody" });
  await remove(account.key, await makeCutOut(account, foreign.url));
  expect(await exists(foreign.url)).toBe(true);
});

test("lists what matches operation, style, status and words of the prompt, wildcards taken as text", async () => {
  const account = await makeAccount();
  const beach = await makePhoto(account, { style: "lifestyle", prompt: "On a sunny BEACH, 50% light" });
  const plain = await makePhoto(account);
  const failed = await startPhoto(account);
  await refundCharge(failed, "generation_failed");
  const cutOut = await makeCutOut(account, plain.url);
  const ids = async (query: Record<string, string>) =>
    (await list(account.key, query)).map(({ id }: { id: string }) => id).sort();
  expect(await ids({ operation: "remove_bg" })).toEqual([cutOut]);
  expect(await ids({ style: "lifestyle" })).toEqual([beach.id]);
  expect(await ids({ status: "failed" })).toEqual([failed]);
  expect(await ids({ search: "sunny beach" })).toEqual([beach.id]);
  expect(await ids({ search: "50%" })).toEqual([beach.id]);
  expect(await ids({ search: "5_%" })).toEqual([]);
  expect(await ids({})).toHaveLength(4);
  expect((await list(account.key, { style: "lifestyle" }))[0]).toMatchObject({ api_key_id: account.keyId });
});
