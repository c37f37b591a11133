import sharp from "sharp";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "#lib/db/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { env } from "#lib/platform/env.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { chargeOne, onePhoto } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { startCloudinaryServer } from "#lib/testing/images/cloudinary-server.ts";
import { drawnProduct, greyMask } from "#lib/testing/pictures.ts";
import { storeMask } from "../../masks/index.ts";
import { cutoutMaker } from "./make-cutout.ts";

await useDatabase();

const side = 96;
const server = await startCloudinaryServer({ cloudName: "demo", apiSecret: "secret" });
const options = `upload_prefix=${server.url}&secure=false&cname=${server.url.replace("http://", "")}`;
Object.assign(env(), { CLOUDINARY_URL: `cloudinary://1:secret@demo?${options}` });
afterEach(() => void vi.restoreAllMocks());
afterAll(() => {
  server.close();
});

/** Makes a cut-out of a picture at Cloudinary; returns the stored result. */
async function make(options: object, { withMask = false } = {}) {
  const host = imageHost();
  const { userId } = await makeAccount();
  const folder = `inputs/${userId}`;
  const source = await host.upload(await drawnProduct(side), { folder });
  if (withMask) {
    const mask = await host.upload(await greyMask({ width: side, height: side }), { folder });
    await storeMask({ imageUrl: source.url, maskUrl: mask.url }, { userId });
  }
  const { url: imageUrl, publicId: sourcePublicId } = source;
  const order = { ...onePhoto(userId), operation: "remove_bg" as const, imageUrl, sourcePublicId, options };
  await chargeOne({ ...order, usesStoredMask: true }, 10);
  const work = await db().generation.findUniqueOrThrow({ where: { id: order.id } });
  const signal = AbortSignal.timeout(30_000);
  const makeCutout = vi.spyOn(host, "makeCutout");
  const made = await cutoutMaker.make(work, {
    source: null,
    deadlineAtMs: Date.now() + 30_000,
    signal,
    report: () => undefined,
  });
  const response = await fetch(made.url);
  const bytes = await response.arrayBuffer();
  return { made, picture: sharp(bytes), sizeBytes: bytes.byteLength, asked: makeCutout.mock.calls.length };
}

test("a cut-out created by the host is trimmed and converted by the service", async () => {
  const { made, picture, asked } = await make({ trim: true, format: "webp" });
  const { format, width, height, hasAlpha } = await picture.metadata();
  expect([format, hasAlpha, width, height]).toEqual(["webp", true, made.width, made.height]);
  expect(made).toMatchObject({ contentType: "image/webp", boundingBox: { left: 0, top: 0 } });
  expect(width).toBeLessThan(side);
  expect(asked).toBe(1);
});

test("with a stored mask the host is not requested to cut out", async () => {
  const { made, asked } = await make({ trim: true }, { withMask: true });
  expect(made.width).toBeLessThan((made.height ?? 0) * 0.6);
  expect(asked).toBe(0);
});

test("a cut-out without options is a transformed view at the host", async () => {
  const { made, sizeBytes, asked } = await make({});
  expect(made).toMatchObject({ publicId: null, contentType: "image/png", sizeBytes, boundingBox: undefined });
  expect([made.url.includes("e_background_removal"), asked]).toEqual([true, 1]);
});
