import { expect, test } from "vitest";
import { auditCredits } from "#lib/credits/audit.ts";
import { refundCharge } from "#lib/credits/resolve.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi } from "#lib/testing/api.ts";
import { finishOne, startOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { exists, productPicture } from "#lib/testing/pictures.ts";

await useDatabase();

const remove = (key: string, id: string) => api("deleteGeneration", { key, id });
const list = async (key: string, query: Record<string, string> = {}) =>
  (await api("listGenerations", { key, query })).body.data;

const order = { imageUrl: "https://example.com/mug.jpg", style: "studio" };

const startPhoto = ({ userId, keyId: apiKeyId }: Account) => startOne(userId, 1, { ...order, apiKeyId });

async function makePhoto({ userId, keyId: apiKeyId }: Account, part: object = {}) {
  const result = await imageHost().upload(await productPicture(), { folder: `outputs/${userId}` });
  const { url, publicId } = result;
  return { id: await finishOne(userId, 1, { ...order, apiKeyId, result, ...part }), url, publicId };
}

function makeCutOut({ userId }: Account, imageUrl: string) {
  const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
  const result = { url: `${imageUrl}?cut`, publicId: null };
  return finishOne(userId, 1, { operation: "remove_bg", imageUrl, sourcePublicId, result });
}

test("deletes the result and its entry in the history, and retains the ledger", async () => {
  const account = await makeAccount();
  const photo = await makePhoto(account, { prompt: "on a beach" });
  expect(await exists(photo.url)).toBe(true);
  expect((await remove(account.key, photo.id)).body).toEqual({ id: photo.id, deleted: true });
  expect(await exists(photo.url)).toBe(false);
  expect(await list(account.key)).toEqual([]);
  const again = await api("getGeneration", { key: account.key, id: photo.id });
  expect(again.status).toBe(404);
  expect((await remove(account.key, photo.id)).status).toBe(404);
  expect(await db().ledgerEntry.count({ where: { reference: `charge:${photo.id}` } })).toBe(1);
  expect(await db().generation.findUniqueOrThrow({ where: { id: photo.id } })).toMatchObject({
    sourceRef: null,
    prompt: null,
    resultRef: null,
    style: "studio",
  });
  expect((await auditCredits()).findings).toEqual([]);
});

test("refuses to delete running work, and deletes failed work", async () => {
  const account = await makeAccount();
  const id = await startPhoto(account);
  const refused = await remove(account.key, id);
  expect([refused.status, refused.body.error.code]).toEqual([400, "invalid_params"]);
  await refundCharge(id, "generation_failed");
  expect((await remove(account.key, id)).status).toBe(200);
  expect((await auditCredits()).findings).toEqual([]);
});

test("deletes an upload with its last cut-out, but never another account's upload", async () => {
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

test("filters by operation, style, status and prompt text; wildcards are literal", async () => {
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

const change = (key: string, id: string, json: object) => api("changeGeneration", { key, id, json });

test("renames work: omitted fields are unchanged, null clears a field, and the file has the new name", async () => {
  const account = await makeAccount();
  const { id } = await makePhoto(account, { title: "mug.jpg", metadata: { sku: "M-1", shelf_no: "3" } });
  const { body: named } = await change(account.key, id, { title: "Blaue Tasse" });
  expect(named).toMatchObject({ title: "Blaue Tasse", metadata: { sku: "M-1", shelf_no: "3" } });
  const file = await fetchApi("downloadGeneration", { key: account.key, id });
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="Blaue-Tasse_studio.jpg"');
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  const { body: bare } = await change(account.key, id, { title: null, metadata: null });
  expect(bare).toMatchObject({ title: null, metadata: null });
  for (const json of [{}, { metadata: { "": "x" } }, { metadata: { a: 1 } }])
    expect((await change(account.key, id, json)).status).toBe(400);
  const open = await startPhoto(account);
  expect((await change(account.key, open, { title: "soon" })).body).toMatchObject({
    title: "soon",
    status: "running",
  });
});

test("search matches title, prompt, custom_id and metadata values in any case, but not metadata keys", async () => {
  const account = await makeAccount();
  const mug = await makePhoto(account, { title: "Grüne TASSE.jpg", metadata: { sku: "Tea_100%" } });
  const lamp = await makePhoto(account, { customId: "lamp-07", prompt: "beside a cup of tea" });
  const found = async (search: string) =>
    (await list(account.key, { search })).map(({ id }: { id: string }) => id);
  expect(await found("grüne tasse")).toEqual([mug.id]);
  expect(await found("LAMP-07")).toEqual([lamp.id]);
  expect(await found("tea")).toEqual([lamp.id, mug.id]);
  expect(await found("a_100%")).toEqual([mug.id]);
  expect(await found("sku")).toEqual([]);
});

test("search tolerates typing errors in words if nothing matches exactly, but not in numbers", async () => {
  const account = await makeAccount();
  const mug = await makePhoto(account, { title: "Stoneware mug, blue", customId: "cup-07" });
  const candle = await makePhoto(account, { title: "Candle", prompt: "christmas, fir and baubles" });
  const found = async (search: string) =>
    (await list(account.key, { search })).map(({ id }: { id: string }) => id);
  expect(await found("stonware mug")).toEqual([mug.id]);
  expect(await found("stnoeware")).toEqual([mug.id]);
  expect(await found("candel")).toEqual([candle.id]);
  expect(await found("chrismas")).toEqual([candle.id]);
  expect(await found("velvet")).toEqual([]);
  expect(await found("cup-08")).toEqual([]);
  const products = await api("listProducts", { key: account.key, query: { search: "stonware" } });
  expect(products.body.data).toHaveLength(1);
});

test("search finds every word somewhere: in the scene's name, the order's title or the day, in any order", async () => {
  const account = await makeAccount();
  const batchId = newId("bat");
  await db().batch.create({
    data: { id: batchId, userId: account.userId, total: 1, title: "Spring catalogue" },
  });
  const [mug, lamp] = [
    await makePhoto(account, { title: "Blue mug" }),
    await makePhoto(account, { title: "Lamp" }),
  ];
  const ordered = { batchId, place: 0, customId: "1", createdAt: new Date("2026-03-03T23:30:00Z") };
  await db().generation.update({ where: { id: lamp.id }, data: { scene: "moss-forest", ...ordered } });
  const found = async (search: string, query = {}) =>
    (await list(account.key, { search, ...query })).map(({ id }: { id: string }) => id);
  expect(await found("mug blue")).toEqual([mug.id]);
  expect(await found("moss")).toEqual([lamp.id]);
  expect(await found("lamp moss-forest")).toEqual([lamp.id]);
  expect(await found("mug moss")).toEqual([]);
  expect(await found("mos forets lamp")).toEqual([lamp.id]);
  expect(await found("catalogue lamp")).toEqual([lamp.id]);
  expect(await found("catalog spring")).toEqual([lamp.id]);
  expect(await found("lamp 2026-03-03")).toEqual([lamp.id]);
  expect(await found("lamp 2026-03-04")).toEqual([]);
  expect(await found("lamp 2026-03-04", { time_zone: "Europe/Berlin" })).toEqual([lamp.id]);
  expect(await found("today")).toEqual([mug.id]);
  const inScene = await list(account.key, { scene: "moss-forest" });
  expect(inScene.map(({ id }: { id: string }) => id)).toEqual([lamp.id]);
});

test("a photo names the newest remake of it, and the remake none", async () => {
  const account = await makeAccount();
  const [first, second, third] = [
    await makePhoto(account),
    await makePhoto(account),
    await makePhoto(account),
  ];
  for (const { id } of [second, third])
    await db().generation.update({ where: { id }, data: { remakeOf: first.id } });
  const shown = await list(account.key, {});
  expect(shown.map((one: { superseded_by: string | null }) => one.superseded_by)).toEqual([
    null,
    third.id,
    third.id,
  ]);
});

test("a page of a search ends after a limited number of rows, and the next page continues from there", async () => {
  const account = await makeAccount();
  const old = await makePhoto(account, { title: "needle" });
  await db().$executeRaw`
    INSERT INTO generation (id, user_id, operation, status, source_ref, title, from_monthly, from_topup, period, expires_at, created_at)
    SELECT 'gen_' || lpad(n::text, 22, '0'), ${account.userId}, 'generate', 'succeeded', 'x', 'hay', 0, 0, 0, now(),
           now() + n * interval '1 second'
    FROM generate_series(1, 10005) AS n`;
  const query = { search: "needle" };
  const ask = async (cursor?: string) =>
    (await api("listGenerations", { key: account.key, query: { ...query, ...(cursor && { cursor }) } })).body;
  const first = await ask();
  expect(first).toMatchObject({ data: [], next_cursor: expect.any(String) });
  const second = await ask(first.next_cursor);
  expect(second).toMatchObject({ data: [{ id: old.id }], next_cursor: null });
  // They have no charge, which audits of other tests would find.
  await db().generation.deleteMany({ where: { userId: account.userId, title: "hay" } });
});

test("groups work by sku, else by source picture, the newest product first, page by page", async () => {
  const account = await makeAccount();
  const mug = { metadata: { sku: "M-1" }, title: "mug.jpg" };
  const first = await makePhoto(account, mug);
  const lamp = await makePhoto(account, {
    imageUrl: "https://shop.example/lamp.png",
    metadata: { sku: " " },
  });
  const chair = await makePhoto(account, { imageUrl: "https://shop.example/chair.png", title: "Chair" });
  const second = await makePhoto(account, { ...mug, imageUrl: "https://shop.example/mug-back.png" });
  const ask = async (query: Record<string, string>) =>
    (await api("listProducts", { key: account.key, query })).body;
  const idsOf = ({ generations }: { generations: { id: string }[] }) => generations.map(({ id }) => id);
  const page = await ask({ limit: "2" });
  expect(page.data).toMatchObject([
    { product: "M-1", sku: "M-1", name: "mug", count: 2 },
    { product: "https://shop.example/chair.png", sku: null, name: "Chair", count: 1 },
  ]);
  expect(page.data.map(idsOf)).toEqual([[second.id, first.id], [chair.id]]);
  const rest = await ask({ limit: "2", cursor: page.next_cursor });
  expect(rest).toMatchObject({ data: [{ name: "lamp", sku: null, count: 1 }], next_cursor: null });
  expect((await ask({ search: "CHAIR" })).data).toHaveLength(1);
  expect((await list(account.key, { product: "M-1" })).map(({ id }: { id: string }) => id)).toEqual([
    second.id,
    first.id,
  ]);
  expect((await list(account.key, { product: "https://shop.example/lamp.png" }))[0]).toMatchObject({
    id: lamp.id,
  });
});

test("deletes several photos in one call, names unfinished ones, and leaves those of another account", async () => {
  const [account, stranger] = [await makeAccount(), await makeAccount()];
  const photos = [await makePhoto(account, { title: "a" }), await makePhoto(account)];
  const open = await startPhoto(account);
  const foreign = await makePhoto(stranger);
  const json = { ids: [...photos.map(({ id }) => id), open, foreign.id, newId("gen")] };
  const ask = (body: object) => api("deleteGenerations", { key: account.key, json: body });
  const { body } = await ask(json);
  expect(body.deleted.sort()).toEqual(photos.map(({ id }) => id).sort());
  expect(body.open).toEqual([open]);
  expect((await ask(json)).body).toEqual({ deleted: [], open: [open] });
  expect((await list(account.key)).map(({ id }: { id: string }) => id)).toEqual([open]);
  for (const { url } of photos) await expect.poll(() => exists(url)).toBe(false);
  expect(await exists(foreign.url)).toBe(true);
  expect(await db().generation.findUniqueOrThrow({ where: { id: photos[0]?.id ?? "" } })).toMatchObject({
    title: null,
  });
});
