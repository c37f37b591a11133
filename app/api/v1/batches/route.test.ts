import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { sniffFormat } from "#lib/contract/images/formats.ts";
import { maxBatchItems } from "#lib/contract/limits.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { db } from "#lib/db/index.ts";
import { nameInBatch } from "#lib/generations/batches/export.ts";
import { createFileNames } from "#lib/generations/history/file-name.ts";
import type { MadeResult } from "#lib/generations/kinds/kind.ts";
import { cutoutMaker } from "#lib/generations/kinds/make-cutout.ts";
import { photo as photoKind } from "#lib/generations/kinds/photo.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi, type TestCall } from "#lib/testing/api.ts";
import { anyCharacter } from "#lib/testing/characters.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { replacePhotos } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { productPicture } from "#lib/testing/pictures.ts";
import { runsOf } from "#lib/testing/trials.ts";

await useDatabase();
useWorkers(2);
useFixedPixels();

const { url: imageUrl } = await imageHost().upload(await productPicture(), { folder: "inputs/test" });

/** Results depend on the picture's name. */
const make = async (name: string): Promise<MadeResult> => {
  if (name.includes("broken")) throw new Error("nothing comes of this picture");
  return { url: imageUrl, publicId: null, width: 1024, height: 1024, contentType: "image/jpeg" };
};
beforeEach(() => replacePhotos(1, make));

const photoOf = (name: string) => ({
  custom_id: name,
  operation: "generate",
  request: { image_url: `https://shop.example/${name}.jpg`, type: "product", style: "studio" },
});
const create = (call: TestCall) => api("createBatch", call);
const read = (key: string, id: string, wait = "30") => api("getBatch", { key, id, query: { wait } });
const items = (key: string, id: string, query: Record<string, string> = {}) =>
  api("listBatchItems", { key, id, query });
const account = () => makeAccount({ monthly: 20, topup: 5 });

/** Holds every job until the gate opens. */
function pauseWork() {
  const gate = Promise.withResolvers<void>();
  replacePhotos(1, async (name) => {
    await gate.promise;
    return make(name);
  });
  return gate.resolve;
}

describe("202", () => {
  test("accepts a batch, completes all its items, and reports its state", async () => {
    const { key, userId } = await account();
    const json = {
      title: "Autumn",
      metadata: { orderId: "A-1" },
      items: [
        photoOf("mug"),
        { ...photoOf("lamp"), request: { ...photoOf("lamp").request, title: "A lamp" } },
      ],
    };
    const { body: taken } = await create({ key, json });
    expect(taken).toMatchObject({
      id: expect.stringMatching(/^bat_/),
      title: "Autumn",
      metadata: { orderId: "A-1" },
      counts: { total: 2, failed: 0 },
      credits: { reserved: 2 },
    });
    const { body: done } = await read(key, taken.id);
    expect(done).toMatchObject({
      status: "completed",
      counts: { total: 2, queued: 0, running: 0, succeeded: 2, failed: 0, canceled: 0 },
      credits: { reserved: 2, used: 2, refunded: 0 },
      eta_seconds: null,
      finished_at: expect.any(String),
    });
    const { body: list } = await items(key, taken.id);
    expect(list.data).toMatchObject([
      { custom_id: "mug", batch_id: taken.id, status: "succeeded", title: null, width: 1024, attempts: 1 },
      { custom_id: "lamp", batch_id: taken.id, status: "succeeded", title: "A lamp" },
    ]);
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 18, topup: 5 });
  });

  test("accepts photos and cut-outs in one batch", async () => {
    const { key } = await account();
    vi.spyOn(cutoutMaker, "make").mockImplementation(() => make("cut"));
    const cutout = { custom_id: "cut", operation: "remove_bg", request: { image_url: imageUrl } };
    const { body } = await create({ key, json: { items: [photoOf("mug"), cutout] } });
    const { body: done } = await read(key, body.id);
    expect(done.credits).toEqual({ reserved: 11, used: 11, refunded: 0 });
  });

  test(`accepts ${maxBatchItems} items in one batch`, async () => {
    const { key } = await makeAccount({ monthly: maxBatchItems });
    const release = pauseWork();
    const json = { items: Array.from({ length: maxBatchItems }, (_, at) => photoOf(`item-${at}`)) };
    const { body } = await create({ key, json });
    expect(body).toMatchObject({ counts: { total: maxBatchItems }, credits: { reserved: maxBatchItems } });
    const canceled = await api("cancelBatch", { key, id: body.id });
    release();
    const { body: done } = await read(key, body.id);
    expect(done.status).toBe("canceled");
    expect(done.counts.succeeded + done.counts.canceled).toBe(maxBatchItems);
    expect(canceled.body.counts.canceled).toBeGreaterThan(maxBatchItems - 10);
    expect((await auditCredits()).findings).toEqual([]);
  });

  test("concurrent retries order each failed item again only once", async () => {
    const { key, userId } = await account();
    const json = { items: [photoOf("mug"), photoOf("broken-lamp"), photoOf("broken-chair")] };
    const { body } = await create({ key, json });
    const { body: failed } = await read(key, body.id);
    expect(failed).toMatchObject({ counts: { succeeded: 1, failed: 2 }, credits: { used: 1, refunded: 2 } });
    const { body: list } = await items(key, body.id, { status: "failed" });
    expect(list.data.map((item: { custom_id: string }) => item.custom_id)).toEqual([
      "broken-lamp",
      "broken-chair",
    ]);
    expect(list.data[0]).toMatchObject({ error_code: "generation_failed", credits_used: 0 });
    replacePhotos(1, () => make("mended"));
    const retry = () => api("retryBatch", { key, id: body.id });
    await Promise.all([retry(), retry(), retry()]);
    const { body: done } = await read(key, body.id);
    expect(done).toMatchObject({ status: "completed", counts: { total: 3, succeeded: 3, failed: 0 } });
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 17, topup: 5 });
    expect((await auditCredits()).findings).toEqual([]);
  });
});

describe("200", () => {
  test("cancel refunds items that have not started and lets running ones finish", async () => {
    const { key, userId } = await account();
    const release = pauseWork();
    const { body } = await create({
      key,
      json: { items: Array.from({ length: 8 }, (_, at) => photoOf(`item-${at}`)) },
    });
    await expect.poll(() => db().generation.count({ where: { userId, status: "running" } })).toBe(2);
    const { body: canceled } = await api("cancelBatch", { key, id: body.id });
    expect(canceled).toMatchObject({ status: "running", counts: { running: 2, canceled: 6 } });
    release();
    const { body: done } = await read(key, body.id);
    expect(done).toMatchObject({ status: "canceled", counts: { succeeded: 2, canceled: 6 } });
    expect(done.credits).toEqual({ reserved: 8, used: 2, refunded: 6 });
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 18, topup: 5 });
  });

  test("the archive contains every result under its custom_id, and the CSV table every item", async () => {
    const { key } = await account();
    const { body } = await create({
      key,
      json: { items: [photoOf("mug"), { ...photoOf("broken"), custom_id: "=broken,lamp" }] },
    });
    await read(key, body.id);
    const call = { key, id: body.id };
    const archive = await fetchApi("batchArchive", call);
    expect(archive.headers.get("content-type")).toBe("application/zip");
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(Object.keys(files)).toEqual(["mug.jpg"]);
    const table = await fetchApi("batchResults", call);
    expect(table.headers.get("content-type")).toBe("text/csv");
    const lines = strFromU8(new Uint8Array(await table.arrayBuffer()))
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^mug,gen_\w+,generate,succeeded,http/);
    expect(lines[2]).toMatch(/^"'=broken,lamp",gen_\w+,generate,failed,/);
  });

  test("the archive can have product names and another format, and the CSV table has the caller's metadata", async () => {
    const { key } = await account();
    vi.spyOn(photoKind, "check").mockImplementation(async ({ imageUrl, style, resolution, size, seed }) => ({
      imageUrl,
      sourcePublicId: null,
      style,
      resolution,
      options: { size, seed },
    }));
    const named = (name: string, part: object) => ({
      ...photoOf(name),
      request: { ...photoOf(name).request, ...part },
    });
    const json = {
      title: "Spring / mugs",
      items: [
        named("a", {
          title: "blue mug.jpg",
          metadata: { sku: "M-1", color: "=blue" },
          size: "etsy",
          resolution: "2K",
        }),
        named("b", {
          title: "Blue Mug",
          metadata: { season: "autumn", constructor: "Meissen" },
          size: "etsy",
          resolution: "2K",
          seed: 7,
        }),
      ],
    };
    const { body } = await create({ key, json });
    await read(key, body.id);
    const call = { key, id: body.id };
    const archive = await fetchApi("batchArchive", { ...call, query: { names: "product", format: "webp" } });
    expect(archive.headers.get("content-disposition")).toBe('attachment; filename="Spring - mugs.zip"');
    const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
    expect(Object.keys(files)).toEqual(["blue-mug_studio_etsy.webp", "Blue-Mug_studio_etsy-2.webp"]);
    for (const bytes of Object.values(files)) expect(sniffFormat(bytes.subarray(0, 64))).toBe("webp");
    const table = strFromU8(new Uint8Array(await (await fetchApi("batchResults", call)).arrayBuffer()))
      .trim()
      .split("\r\n");
    expect(table[0]).toMatch(
      /,seed,size,format,options,file_name,review,metadata\.color,metadata\.constructor,metadata\.season$/,
    );
    expect(table[1]).toContain(",blue mug.jpg,");
    expect(table[1]).toMatch(/,0,etsy,,,blue-mug_studio_etsy\.jpg,,'=blue,,$/);
    expect(table[2]).toMatch(/,7,etsy,,,Blue-Mug_studio_etsy-2\.jpg,,,Meissen,autumn$/);
  });

  test("estimates the cost of requests and orders nothing", async () => {
    const { key, userId } = await makeAccount({ monthly: 3, topup: 0 });
    replacePhotos(2, make);
    const { custom_id: _, ...photo } = photoOf("mug");
    const one = { ...photo, request: { ...photo.request, prompt: "oak table, a zeppelin" } };
    const understood = {
      open_id: null,
      reused_id: null,
      prompt_understood: [
        { kind: "surface", value: "oak", text: "oak" },
        { kind: "surface", value: "table", text: "table" },
      ],
      prompt_ignored: ["zeppelin"],
      scene: null,
      scene_suggestions: expect.any(Array),
      stance: null,
      notes: [],
    };
    const ask = (count: number) => api("estimate", { key, json: { requests: Array(count).fill(one) } });
    const credits_remaining = { monthly: 3, topup: 0, total: 3 };
    expect((await ask(1)).body).toEqual({
      credits: 2,
      requests: [{ credits: 2, ...understood }],
      sufficient: true,
      credits_remaining,
    });
    expect((await ask(2)).body).toEqual({
      credits: 4,
      requests: [
        { credits: 2, ...understood },
        { credits: 2, ...understood },
      ],
      sufficient: false,
      credits_remaining,
    });
    expect(await db().generation.count({ where: { userId } })).toBe(0);
  });
});

describe("400", () => {
  const nothingCharged = async (userId: string) => {
    expect(await db().generation.count({ where: { userId } })).toBe(0);
    expect(await db().batch.count({ where: { userId } })).toBe(0);
    expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 20, topup: 5 });
  };

  test("lists errors in the order of the items, each with its reason", async () => {
    vi.mocked(photoKind.check).mockRestore();
    const { key, userId } = await account();
    // The form of a URL is checked immediately, but a hosted picture requires a lookup.
    const gone = (name: string) => ({
      custom_id: name,
      operation: "remove_bg",
      request: { image_url: imageUrl.replace(/\/[^/]*$/, `/${name}.jpg`) },
    });
    const unsafe = photoOf("b");
    unsafe.request.image_url = "http://[::1]/a.jpg";
    const items = [gone("a"), unsafe, photoOf("fine"), gone("c")];
    const { status, body } = await create({ key, json: { items } });
    expect(status).toBe(400);
    expect(body.error.issues).toMatchObject([
      { path: "items[0].request.image_url", reason: "image_not_found", values: {} },
      { path: "items[1].request.image_url" },
      { path: "items[3].request.image_url", reason: "image_not_found" },
    ]);
    expect(body.error.reason).toBe("image_not_found");
    await nothingCharged(userId);
  });
});

describe("402", () => {
  test("charges nothing if the balance does not cover the whole batch", async () => {
    const { key, userId } = await account();
    const json = { items: Array.from({ length: 26 }, (_, at) => photoOf(`item-${at}`)) };
    const { status, body } = await create({ key, json });
    expect([status, body.error.code]).toEqual([402, "insufficient_credits"]);
    expect(await db().generation.count({ where: { userId } })).toBe(0);
  });

  test("charges nothing if the batch would cost more than max_credits", async () => {
    const { key, userId } = await account();
    const { status } = await create({ key, json: { max_credits: 1, items: [photoOf("a"), photoOf("b")] } });
    expect(status).toBe(402);
    expect(await db().batch.count({ where: { userId } })).toBe(0);
  });

  test("accepts exactly one of three concurrent batches on a balance for one", async () => {
    const { key } = await makeAccount({ monthly: 3, topup: 0 });
    const json = (name: string) => ({ items: ["a", "b"].map((part) => photoOf(`${name}-${part}`)) });
    const answers = await Promise.all(["x", "y", "z"].map((name) => create({ key, json: json(name) })));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 402, 402]);
  });
});

test("file names in an archive are unique and safe for any custom_ids", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40, unit: anyCharacter }), { maxLength: 30 }),
      (ids) => {
        const rows = ids.map((customId, at) => ({ id: `gen_${String(at).padStart(22, "0")}`, customId }));
        const nameFile = createFileNames();
        const names = rows.map((row) => nameFile(nameInBatch(row)));
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(rows.length);
        for (const name of names) expect(name).toMatch(/^[\p{L}\p{M}\p{N}_-][\p{L}\p{M}\p{N}._ -]*$/u);
      },
    ),
    { numRuns: runsOf(100, 15) },
  );
});
