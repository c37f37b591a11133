import { unzipSync } from "fflate";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi, type OperationId, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { type CloudinaryServer, startCloudinaryServer } from "#lib/testing/images/cloudinary-server.ts";
import { greyMask, productPicture } from "#lib/testing/pictures.ts";
import { createArchive } from "./archive.ts";
import { deleteGenerations } from "./delete.ts";

const side = 64;
let server: CloudinaryServer;
let setting: string;
let account: Awaited<ReturnType<typeof makeAccount>>;
const useHost = (CLOUDINARY_URL: string | undefined) => void Object.assign(env(), { CLOUDINARY_URL });

await useDatabase();
useWorkers();
useFixedPixels();
beforeAll(async () => {
  server = await startCloudinaryServer({ cloudName: "shop", apiSecret: "secret" });
  const cname = server.url.replace("http://", "");
  setting = `cloudinary://1:secret@shop?upload_prefix=${server.url}&secure=false&cname=${cname}`;
  account = await makeAccount({ tier: "ultra", monthly: 2_000 });
});
beforeEach(() => {
  useHost(undefined);
});
afterAll(() => {
  server.close();
});

async function load(url: string): Promise<number> {
  const response = url.includes("/embedded/")
    ? await handleImageHostRequest(new Request(url))
    : await fetch(url);
  await response.body?.cancel();
  return response.status;
}

const call = (operation: OperationId, given: TestCall) => api(operation, { key: account.key, ...given });

async function upload(bytes: Uint8Array): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), "mug.jpg");
  return (await call("upload", { body })).body.image_url;
}

/** Makes a photo and a cut-out of a picture; returns their ids and result URLs. */
async function workOn(image_url: string) {
  const request = { image_url, type: "product", style: "studio", background: { image_url } };
  const photo = await call("generate", { json: request });
  const cut = await call("removeBg", { json: { image_url } });
  expect([photo.status, cut.status]).toEqual([200, 200]);
  const ids = [photo, cut].map(({ headers }) => headers.get("x-generation-id") ?? "");
  return { ids, urls: [photo, cut].map(({ body }) => String(body.result_url)) };
}

/**
 * Expects every result to load by its URL, as a file and in an archive; sources are identified by their public ids.
 */
async function expectDelivered({ ids, urls }: Awaited<ReturnType<typeof workOn>>, source: string) {
  expect(await Promise.all(urls.map(load))).toEqual(urls.map(() => 200));
  for (const [at, id] of ids.entries()) {
    const { body } = await call("getGeneration", { id });
    expect([body.result_url, body.image_url]).toEqual([urls[at], source]);
    const file = await fetchApi("downloadGeneration", { key: account.key, id });
    expect(file.status).toBe(200);
    await file.body?.cancel();
  }
  const { content } = await createArchive({ ids }, account);
  const files = Object.keys(unzipSync(new Uint8Array(await new Response(content).arrayBuffer())));
  expect([files.length, files.includes("not-included.txt")]).toEqual([ids.length, false]);
}

test("pictures of the embedded host stay readable and usable after Cloudinary is configured", async () => {
  const source = await upload(await productPicture("jpeg", side));
  const masked = await upload(await productPicture("png", side));
  const mask = await upload(await greyMask({ width: side, height: side }));
  const made = await workOn(source);
  useHost(setting);
  await expectDelivered(made, source);
  const again = await workOn(source);
  await expectDelivered(again, source);
  const rows = await db().generation.findMany({ where: { id: { in: again.ids } } });
  const publicId = imageHost().parse(source)?.publicId;
  expect(rows.map(({ sourcePublicId }) => sourcePublicId)).toEqual([publicId, publicId]);
  // New results are at Cloudinary, which can transform only its own pictures.
  expect(again.urls.every((one) => one.startsWith(imageHost().deliveryPrefix))).toBe(true);
  expect(rows.map(({ resultPublicId }) => resultPublicId)).not.toContain(null);
  const json = { image_url: masked, mask_url: mask };
  expect((await call("keepMask", { json })).body.mask_url).toBe(mask);
  await workOn(masked);
  const own = await upload(await productPicture("jpeg", side));
  await expectDelivered(await workOn(own), own);

  await deleteGenerations([made.ids[0] ?? ""]);
  expect(await load(made.urls[0] ?? "")).toBe(404);
  expect(await db().hostedPicture.count({ where: { releasedAt: { not: null } } })).toBe(0);
});

test("beside Cloudinary the embedded host rejects uploads, and missing pictures get 400 without a charge", async () => {
  await upload(await productPicture("jpeg", side));
  useHost(setting);
  const calls = new Request("http://localhost:3000/embedded/images/v1_1/embedded/image/upload", {
    method: "POST",
  });
  expect((await handleImageHostRequest(calls)).status).toBe(404);
  const { monthly } = await db().balance.findUniqueOrThrow({ where: { userId: account.userId } });
  for (const prefix of ["http://localhost:3000/embedded/images/embedded/", `${server.url}/shop/`]) {
    const image_url = `${prefix}image/upload/v1/inputs/usr_1/none.jpg`;
    const cut = await call("removeBg", { json: { image_url } });
    expect([cut.status, cut.body.error.code]).toEqual([400, "invalid_params"]);
    const photo = await call("generate", {
      json: { image_url, type: "product", style: "studio" },
    });
    expect([photo.status, photo.body.error.code]).toEqual([400, "invalid_params"]);
  }
  expect((await db().balance.findUniqueOrThrow({ where: { userId: account.userId } })).monthly).toBe(monthly);
});
