import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { deleteGenerations } from "#lib/generations/history/delete.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useFixedPixels } from "#lib/testing/generations/fixed-pixels.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct, productPicture } from "#lib/testing/pictures.ts";
import { rowsOf } from "#lib/testing/trials.ts";
import { sweepPictures } from "#lib/uploads/sweep.ts";

await useDatabase();
useWorkers(1);

/** A picture with alpha, so that cutting it out needs no network. */
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });
const { url: backdropUrl } = await imageHost().upload(await productPicture(), { folder: "inputs/test" });

const body = (change: object = {}) => ({ image_url: imageUrl, type: "product", style: "studio", ...change });
const generate = (call: TestCall) => api("generate", call);
const background = (change: object) => ({ background: { image_url: backdropUrl, ...change } });

async function photoAt(url: string) {
  const response = await handleImageHostRequest(new Request(url));
  expect(response.status).toBe(200);
  return { type: response.headers.get("content-type"), bytes: await response.arrayBuffer() };
}

const formats = [
  ["png", { width: 150, height: 100 }],
  ["webp", { width: 64, height: 320 }],
  ["avif", { width: 100, height: 100 }],
] as const;
test.each(rowsOf(formats, formats.slice(1, 2)))(
  "a photo in format %s has the requested size, and the matching content type and extension",
  async (format, size) => {
    const { key, userId } = await makeAccount();
    const { body: answer } = await generate({ key, json: body({ format, size }) });
    expect(answer.error).toBeUndefined();
    expect(answer.result_url).toMatch(new RegExp(`\\.${format}$`));
    const { type, bytes } = await photoAt(answer.result_url);
    expect(type).toBe(`image/${format}`);
    expect(await sharp(bytes).metadata()).toMatchObject({
      ...size,
      format: format === "avif" ? "heif" : format,
    });
    const row = await db().generation.findFirstOrThrow({ where: { userId } });
    expect(row).toMatchObject({ ...size, contentType: `image/${format}` });
    expect(row.boundingBox).toMatchObject({ width: expect.any(Number), left: expect.any(Number) });
  },
);

test("a photo whose product was enlarged has notes that report it, and the response of the call is unchanged", async () => {
  const { key } = await makeAccount();
  const size = { width: 300, height: 300 };
  const { body: answer, headers } = await generate({ key, json: body({ size, layout: { scale: 1.6 } }) });
  expect(Object.keys(answer).sort()).toEqual(["credits_remaining", "credits_used", "result_url"]);
  const id = headers.get("x-generation-id") ?? "";
  const { body: shown } = await api("getGeneration", { key, id });
  expect(shown.notes.map(({ code }: { code: string }) => code)).toEqual(["cut_by_frame", "small_source"]);
});

test("a custom background picture changes the photo, differently as backdrop and as surface", async () => {
  const { key } = await makeAccount();
  const size = { width: 128, height: 128 };
  const results = new Set<string>();
  for (const own of [background({ role: "backdrop" }), background({ role: "surface" }), {}]) {
    const { status, body: answer } = await generate({ key, json: body({ ...own, size }) });
    expect(status).toBe(200);
    results.add(Buffer.from((await photoAt(answer.result_url)).bytes).toString("base64"));
  }
  expect(results.size).toBe(3);
});

test("a missing background picture is refused at background.image_url before anything is charged", async () => {
  const { key, userId } = await makeAccount();
  const image_url = backdropUrl.replace(/[^/]+$/, "none.jpg");
  const { status, body: answer } = await generate({ key, json: body({ background: { image_url } }) });
  expect(status).toBe(400);
  expect(answer.error).toMatchObject({ code: "invalid_params", issues: [{ path: "background.image_url" }] });
  expect(await db().generation.count({ where: { userId } })).toBe(0);
});

describe("an uploaded background", () => {
  useFixedPixels();

  test("an order postpones the expiry of the caller's own background, not of another account's", async () => {
    const [owner, stranger] = [await makeAccount(), await makeAccount()];
    const folder = `inputs/${owner.userId}`;
    const { url, publicId } = await imageHost().upload(await drawnProduct(), { folder });
    const longAgo = new Date("2026-01-01");
    await db().hostedPicture.upsert({
      where: { publicId },
      create: { publicId, userId: owner.userId, sizeBytes: 1, unusedSince: longAgo },
      update: { unusedSince: longAgo },
    });
    const order = { size: { width: 64, height: 64 }, background: { image_url: url } };
    const since = async () =>
      (await db().hostedPicture.findUniqueOrThrow({ where: { publicId } })).unusedSince;
    expect((await generate({ key: stranger.key, json: body(order) })).status).toBe(200);
    expect(await since()).toEqual(longAgo);
    expect((await generate({ key: owner.key, json: body(order) })).status).toBe(200);
    expect((await since()).getTime()).toBeGreaterThan(longAgo.getTime());
  });

  test("an uploaded background is deleted only after every photo that uses it is deleted", async () => {
    const { userId, key } = await makeAccount();
    const { url, publicId } = await imageHost().upload(await drawnProduct(), { folder: `inputs/${userId}` });
    const sweptAfter = async (days: number) => {
      const unusedSince = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
      await db().hostedPicture.update({ where: { publicId }, data: { unusedSince } });
      await sweepPictures();
      return (await db().hostedPicture.count({ where: { publicId } })) === 0;
    };
    const order = { size: { width: 64, height: 64 }, background: { image_url: url } };
    expect((await generate({ key, json: body(order) })).status).toBe(200);
    const photo = await db().generation.findFirstOrThrow({ where: { userId } });
    // A cut-out of the same upload whose history entry is deleted first.
    expect((await api("removeBg", { key, json: { image_url: url } })).status).toBe(200);
    const cutOut = await db().generation.findFirstOrThrow({ where: { userId, operation: "remove_bg" } });
    await deleteGenerations([cutOut.id]);
    expect(await sweptAfter(30)).toBe(false);
    expect((await generate({ key, json: body({ ...order, seed: 2 }) })).status).toBe(200);
    await deleteGenerations([photo.id]);
    expect(await sweptAfter(30)).toBe(false);
    const again = await db().generation.findFirstOrThrow({ where: { userId, deletedAt: null } });
    await deleteGenerations([again.id]);
    expect(await sweptAfter(6)).toBe(false);
    expect(await sweptAfter(8)).toBe(true);
  });
});

test("a resolution that does not fit into the container's memory is refused before anything is charged", async () => {
  const { key, userId } = await makeAccount();
  const limit = vi.spyOn(process, "constrainedMemory").mockReturnValue(700 * 1024 ** 2);
  try {
    const { status, body: answer } = await generate({ key, json: body({ resolution: "4K" }) });
    expect(status).toBe(400);
    expect(answer.error).toMatchObject({ code: "invalid_params", reason: "memory_too_small" });
    expect(answer.error.message).toContain("resolution: this installation has too little memory");
    expect(answer.error.fix).toContain("Order 2K");
    expect(await db().generation.count({ where: { userId } })).toBe(0);
  } finally {
    limit.mockRestore();
  }
});
