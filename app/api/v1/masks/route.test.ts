import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { previewsPerDay, unpaidMaskSide } from "#lib/contract/limits.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { pool } from "#lib/imaging/worker/pool.ts";
import { type Account, makeAccount } from "#lib/testing/accounts.ts";
import { api, fetchApi } from "#lib/testing/api.ts";
import { finishOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { drawnProduct, exists, greyMask, productPicture } from "#lib/testing/pictures.ts";

await useDatabase();

const side = 160;
const owner = await makeAccount();
const imageUrl = await uploadFor(owner, await drawnProduct(side));

async function uploadFor({ userId }: Account, bytes: Uint8Array): Promise<string> {
  return (await imageHost().upload(bytes, { folder: `inputs/${userId}` })).url;
}

const maskFor = async (account: Account, size = { width: side, height: side }) =>
  uploadFor(account, await greyMask(size));
const read = ({ key }: Account, url = imageUrl) => api("getMask", { key, query: { image_url: url } });
const keep = ({ key }: Account, mask_url: string, image_url = imageUrl) =>
  api("keepMask", { key, json: { image_url, mask_url } });
const forget = ({ key }: Account, url = imageUrl) => api("forgetMask", { key, query: { image_url: url } });

const download = ({ key }: Account, source: string, image_url = imageUrl) =>
  fetchApi("maskFile", { key, query: { image_url, source } });

async function greyOf(response: Response) {
  expect(response.headers.get("content-type")).toBe("image/png");
  const picture = sharp(await response.arrayBuffer());
  const { space, depth, channels } = await picture.metadata();
  expect({ space, depth, channels }).toEqual({ space: "b-w", depth: "uchar", channels: 1 });
  return picture.toColourspace("b-w").raw().toBuffer({ resolveWithObject: true });
}

/** Inserts a paid, finished result of the picture. */
function payFor({ userId }: Account, imageUrl: string) {
  const sourcePublicId = imageHost().parse(imageUrl)?.publicId ?? null;
  return finishOne(userId, 1, { imageUrl, sourcePublicId });
}

describe("a corrected mask", () => {
  test("is stored for its picture and account only, and its file is deleted when it is replaced or removed", async () => {
    const none = { corrected: false, mask_url: null, updated_at: null, width: side, height: side };
    expect((await read(owner)).body).toMatchObject(none);
    const [first, second] = [await maskFor(owner), await maskFor(owner)];
    const kept = await keep(owner, first);
    expect(kept.body).toMatchObject({ image_url: imageUrl, corrected: true, mask_url: first });
    expect((await read(owner)).body).toEqual(kept.body);
    expect((await read(await makeAccount())).body).toMatchObject(none);

    expect((await keep(owner, second)).body.mask_url).toBe(second);
    expect([await exists(first), await exists(second)]).toEqual([false, true]);
    expect((await keep(owner, second)).status).toBe(200);
    expect(await exists(second)).toBe(true);

    expect((await forget(owner)).body).toMatchObject(none);
    expect(await exists(second)).toBe(false);
    expect((await forget(owner)).status).toBe(200);
    expect((await download(owner, "kept")).status).toBe(404);
  });

  test("of one of four concurrent calls is stored, and the files of the others are deleted", async () => {
    const masks = await Promise.all([1, 2, 3, 4].map(() => maskFor(owner)));
    await Promise.all(masks.map((mask) => keep(owner, mask)));
    const { mask_url: kept } = (await read(owner)).body;
    expect(await Promise.all(masks.map(exists))).toEqual(masks.map((mask) => mask === kept));
    await forget(owner);
  });

  test("is returned as 8-bit grey, also if it was uploaded with an alpha channel", async () => {
    const rgba = Buffer.alloc(side * side * 4);
    for (let at = 0; at < rgba.length; at += 4) {
      const isRight = (at / 4) % side >= side / 2;
      rgba.fill(255, at, at + 3);
      rgba[at + 3] = isRight ? 255 : 0;
    }
    const canvas = sharp(rgba, { raw: { width: side, height: side, channels: 4 } }).png();
    await keep(owner, await uploadFor(owner, await canvas.toBuffer()));
    const { data, info } = await greyOf(await download(owner, "kept"));
    expect([info.width, info.height]).toEqual([side, side]);
    expect([data[5], data[side - 5]]).toEqual([0, 255]);
    await forget(owner);
  });
});

describe("a mask that the service finds", () => {
  test("is smaller until the account has a paid result of the picture", async () => {
    const large = await uploadFor(owner, await drawnProduct(unpaidMaskSide + 200));
    const sizeFor = async (account: Account) =>
      (await greyOf(await download(account, "found", large))).info.width;
    expect(await sizeFor(owner)).toBe(unpaidMaskSide);
    await payFor(owner, large);
    expect(await sizeFor(owner)).toBe(unpaidMaskSide + 200);
  });

  test("counts as a preview until a result is paid, and is refused once the daily previews are used up", async () => {
    const account = await makeAccount();
    const picture = await uploadFor(account, await drawnProduct(side + 1));
    const where = { userId: account.userId };
    expect((await download(account, "found", picture)).status).toBe(200);
    expect(await db().previewDay.findUnique({ where })).toMatchObject({ count: 1 });
    await db().previewDay.update({ where, data: { count: previewsPerDay } });
    const other = await uploadFor(account, await drawnProduct(side + 2));
    expect((await download(account, "found", other)).status).toBe(429);
    await payFor(account, other);
    expect((await download(account, "found", other)).status).toBe(200);
  });

  test("has the size of a small picture, costs nothing, and creates no work", async () => {
    const stranger = await makeAccount();
    const { data, info } = await greyOf(await download(stranger, "found"));
    expect([info.width, info.height]).toEqual([side, side]);
    expect(data[2]).toBe(0);
    expect(Math.max(...data)).toBe(255);
    const where = { userId: stranger.userId };
    expect(await db().generation.count({ where })).toBe(0);
    expect(await db().balance.findUnique({ where })).toMatchObject({ monthly: 400, topup: 0 });
  });
});

describe("400", () => {
  const refused = async (account: Account, maskUrl: string, path = "mask_url") => {
    const { status, body } = await keep(account, maskUrl);
    expect([status, body.error.issues[0].path]).toEqual([400, path]);
    expect((await read(account)).body.corrected).toBe(false);
    return body.error.message as string;
  };

  test("refuses a mask of another size, and names both sizes", async () => {
    const small = await maskFor(owner, { width: side, height: side - 1 });
    expect(await refused(owner, small)).toContain(
      `${side} × ${side - 1} pixels, the picture ${side} × ${side}`,
    );
  });

  test("compares the mask's size with the picture's size after its EXIF rotation", async () => {
    const turned = await sharp(await productPicture("jpeg", side))
      .resize(side, 100, { fit: "fill" })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const url = await uploadFor(owner, turned);
    expect((await read(owner, url)).body).toMatchObject({ width: 100, height: side });
    const upright = await maskFor(owner, { width: 100, height: side });
    expect((await keep(owner, upright, url)).status).toBe(200);
  });

  test("answers another account's mask like a missing one", async () => {
    const stranger = await makeAccount();
    const theirs = await maskFor(stranger);
    const unknown = theirs.replace(/inputs\/[^/]+\/.*/, `inputs/${owner.userId}/none.png`);
    expect(await refused(owner, theirs)).toContain("no such image exists on the image host");
    expect(await refused(owner, unknown)).toContain("no such image exists on the image host");
    expect(await exists(theirs)).toBe(true);
  });

  test("refuses URLs of other hosts for the picture and the mask, and a transformed URL for the mask", async () => {
    await refused(owner, "https://example.com/mask.png");
    await refused(owner, (await maskFor(owner)).replace("/upload/", "/upload/c_limit,w_480,f_webp,q_auto/"));
    const { status, body } = await read(owner, "http://169.254.169.254/latest");
    expect([status, body.error.issues[0].path]).toEqual([400, "image_url"]);
    await refused(owner, imageUrl);
  });

  test("refuses a large mask for a small picture by its size, without decoding it again", async () => {
    const huge = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: "#000" } })
      .toColourspace("b-w")
      .png()
      .toBuffer();
    const mask = await uploadFor(owner, huge);
    const { lastId: lastTask } = pool();
    expect(await refused(owner, mask)).toContain("3000 × 3000");
    expect(pool().lastId).toBe(lastTask);
  }, 60_000);
});
