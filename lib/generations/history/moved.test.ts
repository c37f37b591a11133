import { unzipSync } from "fflate";
import { beforeEach, describe, expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { imageUrlOf } from "#lib/generations/history/pictures.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { env } from "#lib/platform/env.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi, type OperationId, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { greyMask, productPicture } from "#lib/testing/pictures.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { createArchive } from "./archive.ts";

const home = env().BASE_URL;
const domain = "https://photos.example";
const side = 64;
/** A multiple of eight, so that every kind of item is in it. */
const batchItems = runsOf(40, 8);

await useDatabase();
useWorkers();
useFixedPixels();
beforeEach(async () => {
  Object.assign(env(), { BASE_URL: home });
});

const load = async (url: string) => (await handleImageHostRequest(new Request(url))).status;
const zipped = async (content: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  Object.keys(unzipSync(new Uint8Array(await new Response(content).arrayBuffer())));
const rowOf = (id: string) => db().generation.findUniqueOrThrow({ where: { id } });

/** Everything with picture URLs that an integrator has stored under one base URL. */
async function workUnder(account: Account) {
  const call = async (operation: OperationId, given?: TestCall) => {
    const answer = await api(operation, { key: account.key, ...given });
    expect(answer.body, operation).not.toHaveProperty("error");
    return answer;
  };
  const upload = async (bytes: Uint8Array): Promise<string> => {
    const body = new FormData();
    body.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "mug.jpg");
    return (await call("upload", { body })).body.image_url;
  };
  const [product, behind, other] = [
    await upload(await productPicture("jpeg", side)),
    await upload(await productPicture("png", side)),
    await upload(await productPicture("webp", side)),
  ];
  const mask = await upload(await greyMask({ width: side, height: side }));
  const photo = { image_url: product, type: "product", style: "studio" };
  const settings = { style: "studio", background: { image_url: behind } };
  const look = await call("createLook", { json: { name: "Shelf", settings } });
  const paid = await call("generate", { json: photo });
  const photoId = paid.headers.get("x-generation-id") ?? "";
  const lookJson = { ...photo, style: undefined, look: look.body.id };
  const styled = await call("generate", { json: lookJson });
  const cut = await call("removeBg", { json: { image_url: product } });
  const framed = { image_url: product, format: "jpeg", background: { image_url: behind } };
  const cutOnShelf = await call("removeBg", { json: framed });
  await call("keepMask", { json: { image_url: other, mask_url: mask } });
  const ids = [paid, styled, cut, cutOnShelf].map(({ headers: sent }) => sent.get("x-generation-id") ?? "");
  return {
    call,
    product,
    behind,
    other,
    mask,
    photo,
    framed,
    photoId,
    ids,
    lookId: String(look.body.id),
  };
}

/** Orders a batch and returns it when it has ended. */
async function orderBatch(
  { call, product, other, mask, behind }: Awaited<ReturnType<typeof workUnder>>,
  here: (url: string) => string,
) {
  const items = Array.from({ length: batchItems }, (_, index) => {
    const image_url = here(index % 2 ? product : other);
    const background = { image_url: here(behind) };
    if (index % 4 < 3)
      return { operation: "generate", request: { image_url, type: "product", style: "studio", background } };
    const named = index % 8 === 3 ? {} : { mask_url: here(mask), output: "mask" };
    return { operation: "remove_bg", request: { image_url, ...named } };
  }).map((item, index) => ({ ...item, custom_id: `item ${index}` }));
  const { body } = await call("createBatch", { json: { items } });
  const of = { id: body.id, query: { wait: "30" } };
  return (await call("getBatch", of)).body;
}

describe("after BASE_URL has changed", () => {
  test("results, archives, uploads, masks and brand looks have the new address", async () => {
    const account = await makeAccount({ tier: "ultra", monthly: 2_000 });
    const before = await workUnder(account);
    const { call, product, behind, other, mask, ids } = before;
    const here = (url: string) => url.replace(home, domain);
    const publicIds = (await Promise.all(ids.map(rowOf))).map(({ sourcePublicId }) => sourcePublicId);
    Object.assign(env(), { BASE_URL: domain });

    for (const id of ids) {
      const { body } = await call("getGeneration", { id });
      expect([body.image_url, body.result_url]).toEqual([
        expect.stringMatching(/^https:\/\/photos\.example\//),
        expect.stringMatching(/^https:\/\/photos\.example\//),
      ]);
      // The old host name may still resolve to this service.
      expect([await load(body.result_url), await load(body.result_url.replace(domain, home))]).toEqual([
        200, 200,
      ]);
      const file = await fetchApi("downloadGeneration", { key: account.key, id });
      expect(file.status).toBe(200);
      await file.body?.cancel();
    }
    const archive = await zipped((await createArchive({ ids }, account)).content);
    expect(archive).toHaveLength(ids.length);
    expect(archive).not.toContain("not-included.txt");

    const again = await call("generate", {
      json: { ...before.photo, image_url: here(product) },
    });
    const cut = await call("removeBg", { json: { image_url: here(product) } });
    for (const { headers } of [again, cut]) {
      const row = await rowOf(headers.get("x-generation-id") ?? "");
      expect([row.sourcePublicId, imageUrlOf(row)]).toEqual([publicIds[0], here(product)]);
    }
    const kept = await call("getMask", { query: { image_url: here(other) } });
    expect(kept.body).toMatchObject({ corrected: true, mask_url: here(mask) });
    const look = await call("getLook", { id: before.lookId });
    expect(look.body.settings.background.image_url).toBe(here(behind));
    const shown = await call("getGeneration", { id: ids[3] ?? "" });
    expect(shown.body.options.background.image_url).toBe(here(behind));

    const batch = await orderBatch(before, here);
    expect(batch.counts).toMatchObject({ total: batchItems, succeeded: batchItems });
    const of = { key: account.key, id: batch.id };
    const { body } = await fetchApi("batchArchive", of);
    const photos = await zipped(body as ReadableStream<Uint8Array<ArrayBuffer>>);
    expect([photos.length, photos.includes("not-included.txt")]).toEqual([batchItems, false]);
    expect(await (await fetchApi("batchResults", of)).text()).not.toContain(home);

    // The same picture, ordered before and after the move: one product, and reusable results.
    const products = (await call("listProducts")).body.data;
    expect(products.map(({ product: name }: { product: string }) => name).toSorted()).toEqual(
      [product, other].map(here).toSorted(),
    );
    const request = { ...before.framed, image_url: here(product), background: { image_url: here(behind) } };
    const json = { requests: [{ operation: "remove_bg", request: { ...request, reuse: true } }] };
    expect((await call("estimate", { json })).body.credits).toBe(0);

    const stored = await db().$queryRaw<{ refs: number }[]>(sql`
      SELECT count(*)::int AS refs FROM (
        SELECT user_id, source_ref AS ref FROM generation UNION ALL SELECT user_id, result_ref FROM generation
        UNION ALL SELECT user_id, mask_ref FROM picture_mask) r
      WHERE user_id = ${account.userId} AND (ref IS NULL OR ref NOT LIKE 'embedded:embedded/image/upload/%')`);
    expect(stored).toEqual([{ refs: 0 }]);

    const gone = String((await call("getGeneration", { id: before.photoId })).body.result_url);
    await call("deleteGeneration", { id: before.photoId });
    expect(await load(gone)).toBe(404);
    expect(await rowOf(before.photoId)).toMatchObject({ sourceRef: null, resultRef: null });
  });
});
