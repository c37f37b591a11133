import sharp from "sharp";
import { expect, test } from "vitest";
import { previewsPerDay } from "#lib/contract/limits.ts";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { storeMask } from "#lib/masks/index.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api, type TestCall } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { drawPhonePicture } from "#lib/testing/imaging/phone-pictures.ts";
import { drawnProduct } from "#lib/testing/pictures.ts";

await useDatabase();

/** A picture with alpha, so that cutting it out needs no network. */
const { url: imageUrl } = await imageHost().upload(await drawnProduct(), { folder: "inputs/test" });

const body = (change: object = {}) => ({ image_url: imageUrl, type: "product", style: "studio", ...change });
const preview = (call: TestCall) => api("preview", call);

async function pictureIn(image: string) {
  const [head, base64 = ""] = image.split(",");
  expect(head).toBe("data:image/jpeg;base64");
  return sharp(Buffer.from(base64, "base64")).metadata();
}

test("a preview is a JPEG of the photo's shape with at most 512 pixels a side, and charges nothing", async () => {
  const { key, userId } = await makeAccount();
  const before = await db().balance.findUnique({ where: { userId } });
  const sizes = [
    [
      { aspect_ratio: "16:9", resolution: "4K" },
      { width: 512, height: 286 },
    ],
    [{ size: "pinterest" }, { width: 341, height: 512 }],
    [{ size: { width: 200, height: 100 } }, { width: 200, height: 100 }],
  ] as const;
  for (const [wanted, size] of sizes) {
    const { status, body: answer } = await preview({ key, json: body(wanted) });
    expect(status).toBe(200);
    expect(answer).toMatchObject(size);
    expect(await pictureIn(answer.image)).toMatchObject({ format: "jpeg", ...size });
  }
  expect(await db().balance.findUnique({ where: { userId } })).toEqual(before);
  expect(await db().generation.count({ where: { userId } })).toBe(0);
});

test("the daily limit of previews of an account resets the next day", async () => {
  const { key, userId } = await makeAccount();
  const json = body({ size: { width: 64, height: 64 } });
  expect((await preview({ key, json })).status).toBe(200);
  const day = (await db().previewDay.findUniqueOrThrow({ where: { userId } })).day;
  await db().previewDay.update({ where: { userId }, data: { count: previewsPerDay - 1 } });
  const both = await Promise.all([preview({ key, json }), preview({ key, json: { ...json, seed: 2 } })]);
  const [made, refused] = both.sort((a, b) => a.status - b.status);
  expect([made?.status, refused?.status, refused?.body.error.code]).toEqual([200, 429, "rate_limited"]);
  const waitS = Number(refused?.headers.get("retry-after"));
  expect(Math.abs(day.getTime() + 24 * 60 * 60_000 - Date.now() - waitS * 1_000)).toBeLessThan(10_000);
  await db().previewDay.update({ where: { userId }, data: { day: new Date(day.getTime() - 86_400_000) } });
  expect((await preview({ key, json })).status).toBe(200);
  expect(await db().previewDay.findUnique({ where: { userId } })).toMatchObject({ day, count: 1 });
});

test("the bounding box lies inside the preview, and ignored words of the prompt are named", async () => {
  const { key } = await makeAccount();
  const { body: answer } = await preview({ key, json: body({ prompt: "white marble in a zeppelin" }) });
  const { left, top, width, height } = answer.bounding_box;
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
  expect([left + width <= answer.width, top + height <= answer.height]).toEqual([true, true]);
  expect(answer.prompt_ignored).toEqual(["zeppelin"]);
});

test("the notes of a preview are those of the ordered size", async () => {
  const { key } = await makeAccount();
  const notesAt = async (change: object) =>
    (await preview({ key, json: body(change) })).body.notes.map(({ code }: { code: string }) => code);
  expect(await notesAt({ size: { width: 64, height: 64 } })).toEqual([]);
  expect(await notesAt({ resolution: "4K" })).toEqual(["small_source"]);
  const tooTall = { scene: "podium-petals", product_size_cm: { height: 150 } };
  expect(await notesAt({ ...tooTall, size: { width: 64, height: 64 } })).toContain("size_misfit");
});

test("a picture under a tungsten lamp is noted, corrected when asked, and the same photo when nothing is wrong", async () => {
  const { key, userId } = await makeAccount();
  const make = async (image_url: string, correct: string) =>
    (await preview({ key, json: body({ image_url, correct, size: { width: 256, height: 256 } }) })).body;
  const { image, mask } = await drawPhonePicture({ light: [0.9, 0.5, 0.2] });
  const folder = `inputs/${userId}`;
  const { url: warmUrl } = await imageHost().upload(image, { folder });
  // Known, so that it needs no network.
  const { url: maskUrl } = await imageHost().upload(mask, { folder });
  await storeMask({ imageUrl: warmUrl, maskUrl }, { userId });
  const [off, auto] = [await make(warmUrl, "off"), await make(warmUrl, "auto")];
  const cast = { code: "color_cast" };
  expect(off.notes).toContainEqual(expect.objectContaining({ ...cast, corrected: false }));
  const message = expect.stringContaining("corrected");
  expect(auto.notes).toContainEqual(expect.objectContaining({ ...cast, corrected: true, message }));
  expect(auto.image).not.toBe(off.image);
  expect((await make(imageUrl, "auto")).image).toBe((await make(imageUrl, "off")).image);
});
