import { expect, test } from "vitest";
import { db, sql } from "#lib/db/index.ts";
import { deleteGenerations } from "#lib/generations/history/delete.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { beginWork, chargeOne } from "#lib/testing/credits/charge-one.ts";
import { completeCharge, refundCharge } from "../credits/resolve.ts";
import { useDatabase } from "../testing/database.ts";
import { findRemovable } from "./release.ts";
import { expireUploads } from "./sweep.ts";

await useDatabase();

/** Creates charged work whose upload is 20 days old. */
async function workOfOldUpload(operation: "generate" | "remove_bg") {
  const { userId } = await makeAccount();
  const publicId = `inputs/${userId}/${newId("row")}`;
  const unusedSince = new Date(Date.now() - 20 * 24 * 60 * 60 * 1000);
  await db().hostedPicture.create({ data: { publicId, userId, sizeBytes: 1, unusedSince } });
  const id = newId("gen");
  const order = { id, userId, apiKeyId: null, operation, imageUrl: "x" };
  await chargeOne({ ...order, sourcePublicId: publicId, timeoutMs: 60_000 }, 1);
  return { id, publicId, userId };
}

const pictureOf = (publicId: string) => db().hostedPicture.findUniqueOrThrow({ where: { publicId } });

test("an upload in use is checked once a day, and released by the first sweep after its work is deleted", async () => {
  const { id, publicId } = await workOfOldUpload("generate");
  await expireUploads();
  const looked = await pictureOf(publicId);
  expect([looked.releasedAt, looked.lookedAt]).toEqual([null, expect.any(Date)]);
  await expireUploads();
  expect((await pictureOf(publicId)).lookedAt).toEqual(looked.lookedAt);
  await db().$executeRaw(sql`UPDATE hosted_picture SET looked_at = now() - interval '25 hours'`);
  await expireUploads();
  expect((await pictureOf(publicId)).lookedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);

  await refundCharge(id, "generation_failed");
  // As in retention: no user requested the deletion, so that the upload's expiry time does not restart.
  await deleteGenerations([id], { keepUnusedUploads: false });
  await expireUploads();
  expect((await pictureOf(publicId)).releasedAt).not.toBeNull();
});

test("a released picture that work needs is skipped for a day, so that others behind it are found", async () => {
  await db().hostedPicture.deleteMany();
  const needed = await workOfOldUpload("remove_bg");
  const { userId } = needed;
  await beginWork(needed.id);
  await completeCharge(needed.id, { url: "x", publicId: null });
  const free = `inputs/${userId}/free`;
  await db().hostedPicture.create({ data: { publicId: free, userId, sizeBytes: 1, releasedAt: new Date() } });
  await db().hostedPicture.update({
    where: { publicId: needed.publicId },
    data: { releasedAt: new Date(Date.now() - 60_000), lookedAt: null },
  });
  expect(await findRemovable(1)).toEqual([]);
  expect(await findRemovable(1)).toEqual([free]);
  await db().hostedPicture.updateMany({
    where: { publicId: needed.publicId },
    data: { lookedAt: new Date(Date.now() - 25 * 60 * 60 * 1000) },
  });
  await db().generation.updateMany({ where: { id: needed.id }, data: { deletedAt: new Date() } });
  expect(new Set(await findRemovable(5))).toEqual(new Set([free, needed.publicId]));
});
