import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db/index.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { imageHost } from "#lib/images/index.ts";
import { storeMask } from "#lib/masks/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { drawnProduct, greyMask } from "#lib/testing/pictures.ts";

await useDatabase();
useWorkers(2);

const side = 240;
/** A picture with alpha, so that cutting it out needs no network. */
const { url: imageUrl } = await imageHost().upload(await drawnProduct(side), { folder: "inputs/test" });

const removeBg = (call: TestCall) => api("removeBg", call);
const creditsOf = (userId: string) => db().balance.findUniqueOrThrow({ where: { userId } });

describe("200", () => {
  test("costs ten credits, monthly ones first, and returns a PNG with a transparent background", async () => {
    const { key, userId } = await makeAccount({ monthly: 7, topup: 8 });
    const { body, headers } = await removeBg({ key, json: { image_url: imageUrl } });
    expect(body).toMatchObject({ credits_used: 10, credits_remaining: { monthly: 0, topup: 5, total: 5 } });
    expect(body.result_url).toContain("e_background_removal");
    expect(headers.get("x-credits-charged")).toBe("10");
    expect(await creditsOf(userId)).toMatchObject({ monthly: 0, topup: 5 });

    const response = await handleImageHostRequest(new Request(body.result_url));
    expect(response.headers.get("content-type")).toBe("image/png");
    const { data, info } = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: side, height: side, channels: 4 });
    const alphaAt = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
    expect([alphaAt(4, 4), alphaAt(side / 2, side / 2)]).toEqual([0, 255]);
  });
});

describe("200 with options", () => {
  const paid = async (json: object, by?: { key: string; userId: string }) => {
    const account = by ?? (await makeAccount({ monthly: 10 }));
    const { status, body, headers } = await removeBg({
      key: account.key,
      json: { image_url: imageUrl, ...json },
    });
    expect([status, body.credits_used]).toEqual([200, 10]);
    const id = headers.get("x-generation-id") ?? "";
    const row = await db().generation.findUniqueOrThrow({ where: { id } });
    const picture = Buffer.from(
      await (await handleImageHostRequest(new Request(body.result_url))).arrayBuffer(),
    );
    return { body, row, picture, account };
  };

  test("returns a new picture: trimmed, on the color, in the format, with the bounding box of the product", async () => {
    const options = { format: "jpeg", background: { color: "#ffffff" }, margin: 0.1 };
    const { body, row, picture, account } = await paid(options);
    expect(body.result_url).toContain(`/outputs/${account.userId}/`);
    expect(row).toMatchObject({ contentType: "image/jpeg", options, sizeBytes: picture.byteLength });
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([row.width, row.height]);
    expect([...data.subarray(0, 3)].every((value) => value >= 250)).toBe(true);
    const box = row.boundingBox as { left: number; top: number; width: number; height: number };
    const room = Math.round(0.1 * Math.max(box.width, box.height));
    expect(Math.abs(box.left - room)).toBeLessThan(6);
    expect(Math.abs(info.width - box.width - 2 * room)).toBeLessThan(10);
  });

  test("returns a transformed URL of the source for default options, with the bounding box of the product", async () => {
    const { body, row, picture } = await paid({ format: "png", trim: false, output: "cutout" });
    expect(body.result_url).toContain("e_background_removal");
    expect(row).toMatchObject({
      resultPublicId: null,
      contentType: "image/png",
      sizeBytes: picture.byteLength,
    });
    const box = row.boundingBox as { left: number; width: number };
    expect(box.width).toBeGreaterThan(60);
    expect(box.left + box.width).toBeLessThanOrEqual(side);
  });

  test("puts the product on the caller's own background picture, and records that picture", async () => {
    const account = await makeAccount({ monthly: 10 });
    const create = { width: 64, height: 64, channels: 3, background: "#2040ff" } as const;
    const bytes = await sharp({ create }).png().toBuffer();
    const { url, publicId } = await imageHost().upload(bytes, { folder: `inputs/${account.userId}` });
    const { picture, row } = await paid({ background: { image_url: url } }, account);
    expect(row.backgroundPublicId).toBe(publicId);
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
    expect([info.channels, ...data.subarray(0, 3)]).toEqual([3, 0x20, 0x40, 0xff]);
  });

  test("cuts along the mask of the request, or else along the stored mask", async () => {
    const account = await makeAccount({ monthly: 20 });
    const folder = `inputs/${account.userId}`;
    const mask = await imageHost().upload(await greyMask({ width: side, height: side }), { folder });
    const call = async (json: object) => {
      const { body } = await removeBg({ key: account.key, json: { image_url: imageUrl, ...json } });
      const response = await handleImageHostRequest(new Request(body.result_url));
      const { data } = await sharp(await response.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      return data;
    };
    // Two pixels inside the ball.
    const [left, right] = [0.3, 0.7].map((x) => (side / 2) * side + x * side) as [number, number];
    const named = await call({ mask_url: mask.url, output: "mask" });
    expect([named[3 * left], named[3 * right]]).toEqual([0, 255]);
    await storeMask({ imageUrl, maskUrl: mask.url }, account);
    const kept = await call({});
    expect([kept[4 * left + 3], kept[4 * right + 3]]).toEqual([0, 255]);
  });
});

describe("400 for options, and nothing is charged", () => {
  test.each([
    ["a JPEG without a background", "format", { format: "jpeg" }],
    ["a mask before a background", "background", { output: "mask", background: { color: "#ffffff" } }],
    ["a mask that is no PNG", "format", { output: "mask", format: "webp" }],
    ["a margin that is no number", "margin", { margin: "NaN" }],
    ["a color by name", "background.color", { background: { color: "white" } }],
    [
      "two backgrounds",
      "background",
      { background: { color: "#ffffff", image_url: "https://example.com/a.jpg" } },
    ],
  ])("refuses %s", async (_name, path, options) => {
    const { key, userId } = await makeAccount({ monthly: 20 });
    const { status, body } = await removeBg({ key, json: { image_url: imageUrl, ...options } });
    expect([status, body.error.issues[0].path]).toEqual([400, path]);
    expect((await creditsOf(userId)).monthly).toBe(20);
    expect(await db().generation.count({ where: { userId } })).toBe(0);
  });

  test("refuses another account's mask and a mask of another size", async () => {
    const [owner, stranger] = await Promise.all([makeAccount({ monthly: 20 }), makeAccount()]);
    const upload = async (userId: string, width: number) =>
      (await imageHost().upload(await greyMask({ width, height: side }), { folder: `inputs/${userId}` })).url;
    for (const mask_url of [await upload(stranger.userId, side), await upload(owner.userId, side - 1)]) {
      const { status, body } = await removeBg({ key: owner.key, json: { image_url: imageUrl, mask_url } });
      expect([status, body.error.issues[0].path]).toEqual([400, "mask_url"]);
    }
    expect((await creditsOf(owner.userId)).monthly).toBe(20);
  });
});

describe("400", () => {
  test("refuses a transformation in the URL instead of dropping it, and charges nothing", async () => {
    tried("given-transformations");
    const { key, userId } = await makeAccount({ monthly: 20 });
    const json = { image_url: imageUrl.replace("/upload/", "/upload/c_limit,w_480,f_webp,q_auto/") };
    const { status, body } = await removeBg({ key, json });
    expect([status, body.error.issues[0].path]).toEqual([400, "image_url"]);
    expect(body.error.message).toContain('leave the transformation "c_limit,w_480,f_webp,q_auto" out');
    expect((await creditsOf(userId)).monthly).toBe(20);
  });
});

describe("502", () => {
  test("refunds a cut-out along a mask that is black everywhere, and the error names the cause", async () => {
    tried("failed-work");
    const { key, userId } = await makeAccount({ monthly: 10 });
    const create = { width: side, height: side, channels: 3, background: "#000000" } as const;
    const black = await sharp({ create }).png().toBuffer();
    const { url } = await imageHost().upload(black, { folder: `inputs/${userId}` });
    const { body } = await removeBg({ key, json: { image_url: imageUrl, mask_url: url } });
    expect([body.error.code, body.error.message]).toEqual([
      "generation_failed",
      expect.stringContaining("black everywhere"),
    ]);
    expect((await creditsOf(userId)).monthly).toBe(10);
  });
});
