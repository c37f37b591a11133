import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "#lib/closing/close-account.ts";
import { chargeCredits } from "#lib/credits/charge.ts";
import { completeCharge, refundCharge } from "#lib/credits/resolve.ts";
import { db } from "#lib/db/index.ts";
import { deleteGenerations } from "#lib/generations/history/delete.ts";
import { imageHost } from "#lib/images/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { queue } from "#lib/queue/boss.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { beginWork, chargeOf } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries } from "#lib/testing/evidence/index.ts";
import { endWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { exists, greyMask, productPicture } from "#lib/testing/pictures.ts";
import { sweepPictures } from "#lib/uploads/sweep.ts";
import { forgetMask, storeMask } from "./index.ts";

await useDatabase();

const side = 64;
let account: Awaited<ReturnType<typeof makeAccount>>;
let source: { url: string; publicId: string };

beforeEach(async () => {
  account = await makeAccount();
  source = await upload(await productPicture("jpeg", side));
});

const upload = (bytes: Uint8Array) => imageHost().upload(bytes, { folder: `inputs/${account.userId}` });

async function storeNewMask() {
  const mask = await upload(await greyMask({ width: side, height: side }));
  await storeMask({ imageUrl: source.url, maskUrl: mask.url }, account);
  return mask;
}

async function order(operation: "generate" | "remove_bg"): Promise<string> {
  const id = newId("gen");
  const { url: imageUrl, publicId: sourcePublicId } = source;
  const piece = { id, operation, queue: "work", expectedMs: 0, imageUrl, sourcePublicId } as const;
  const work = [{ ...piece, cost: 1, usesStoredMask: true }];
  await chargeCredits(chargeOf(account.userId, [], { work }));
  return id;
}

const maskOf = async (id: string) =>
  (await db().generation.findUniqueOrThrow({ where: { id } })).maskPublicId;

const ageAll = () => {
  const unusedSince = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  return db().hostedPicture.updateMany({ where: { userId: account.userId }, data: { unusedSince } });
};

describe("a corrected mask", () => {
  everyTestTries("ownership");

  test("does not expire, while an unused mask does", async () => {
    const mask = await storeNewMask();
    const other = await upload(await greyMask({ width: side, height: side }));
    await completeCharge(await begun("generate"), { url: "https://example.com/a.jpg", publicId: null });
    await ageAll();
    await sweepPictures();
    expect([await exists(mask), await exists(other), await exists(source)]).toEqual([true, false, true]);
  });

  test("is used by work that was ordered with it, and exists until that work has completed", async () => {
    const first = await storeNewMask();
    const early = await order("generate");
    const second = await storeNewMask();
    const late = await order("remove_bg");
    await forgetMask({ imageUrl: source.url }, account);
    const none = await order("generate");
    expect([await maskOf(early), await maskOf(late), await maskOf(none)]).toEqual([
      ...[first.publicId, second.publicId, null],
    ]);
    await ageAll();
    await sweepPictures();
    expect([await exists(first), await exists(second)]).toEqual([true, true]);
    await refundCharge(early, "generation_failed");
    await sweepPictures();
    expect([await exists(first), await exists(second)]).toEqual([false, true]);
    await refundCharge(late, "generation_failed");
    await sweepPictures();
    expect(await exists(second)).toBe(false);
  });

  test("is deleted with its picture", async () => {
    const mask = await storeNewMask();
    const id = await begun("remove_bg");
    await completeCharge(id, { url: `${source.url}?cut`, publicId: null });
    await deleteGenerations([id]);
    await sweepPictures();
    expect([await exists(source), await exists(mask)]).toEqual([false, false]);
    expect(await db().pictureMask.count({ where: { publicId: source.publicId } })).toBe(0);
  });

  test("is deleted with its account", async () => {
    const mask = await storeNewMask();
    await closeAccount(account.userId);
    await sweepPictures();
    expect([await exists(source), await exists(mask)]).toEqual([false, false]);
  });

  test("of two pictures is deleted only when both have forgotten it", async () => {
    const mask = await storeNewMask();
    const other = await upload(await productPicture("png", side));
    await storeMask({ imageUrl: other.url, maskUrl: mask.url }, account);
    await forgetMask({ imageUrl: source.url }, account);
    await sweepPictures();
    expect(await exists(mask)).toBe(true);
    await forgetMask({ imageUrl: other.url }, account);
    expect(await exists(mask)).toBe(false);
  });
});

async function begun(operation: "generate" | "remove_bg"): Promise<string> {
  const id = await order(operation);
  await beginWork(id);
  return id;
}

test("a photo of a picture with a corrected mask shows only what the mask shows", async () => {
  const [width, height] = [300, 300];
  const picture = await upload(await productPicture("jpeg", width));
  const strip = Buffer.alloc(width * height);
  for (let y = 40; y < 260; y += 1) strip.fill(255, y * width + 140, y * width + 160);
  const raw = { width, height, channels: 1 } as const;
  const mask = await upload(await sharp(strip, { raw }).toColourspace("b-w").png().toBuffer());
  await storeMask({ imageUrl: picture.url, maskUrl: mask.url }, account);
  await (await queue()).deleteAllJobs("work");
  await runWorkers(1);
  const json = { image_url: picture.url, type: "product", style: "amazon" };
  const { status, body } = await api("generate", { key: account.key, json });
  await endWorkers();
  expect(status).toBe(200);
  const reference = imageHost().parse(body.result_url);
  const bytes = reference && (await imageHost().read(reference));
  if (!bytes) throw new Error("the photo is not there");
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const columns = new Set<number>();
  const rows = new Set<number>();
  data.forEach((value, index) => {
    if (value > 215) return;
    columns.add(index % info.width);
    rows.add(Math.floor(index / info.width));
  });
  expect(rows.size).toBeGreaterThan(300);
  expect(columns.size).toBeLessThan(rows.size / 4);
}, 90_000);
