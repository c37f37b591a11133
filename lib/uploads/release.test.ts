import { describe, expect, test, vi } from "vitest";
import { closeAccount } from "#lib/closing/close-account.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { refundCharge, refundCharges } from "#lib/credits/resolve.ts";
import { db, sql } from "#lib/db/index.ts";
import { applyRetention, deleteAccountPictures, deleteGenerations } from "#lib/generations/history/delete.ts";
import { imageHost } from "#lib/images/index.ts";
import { env } from "#lib/platform/env.ts";
import { newId } from "#lib/platform/ids.ts";
import { queue } from "#lib/queue/boss.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { api } from "#lib/testing/api.ts";
import { finishOne, startOne } from "#lib/testing/credits/charge-one.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { everyTestTries, tried } from "#lib/testing/evidence/index.ts";
import { endWorkers, runWorkers } from "#lib/testing/generations/workers.ts";
import { exists, productPicture } from "#lib/testing/pictures.ts";
import { runsOf } from "#lib/testing/trials.ts";
import { removeReleased, reserveSource } from "./release.ts";
import { sweepPictures } from "./sweep.ts";

await useDatabase();

const dayMs = 24 * 60 * 60 * 1000;

async function uploadFor(userId: string) {
  return imageHost().upload(await productPicture("jpeg", 64), { folder: `inputs/${userId}` });
}

/** What a paid request leaves: a completed charge, and a result that is a view of its source or a separate picture. */
async function work(
  userId: string,
  source: { publicId: string; url: string },
  operation: "generate" | "remove_bg",
) {
  const { publicId: sourcePublicId, url: imageUrl } = source;
  const result =
    operation === "remove_bg"
      ? { url: `${imageUrl}?cut`, publicId: null }
      : await imageHost().upload(await productPicture("jpeg", 64), { folder: `outputs/${userId}` });
  const id = await finishOne(userId, 1, { operation, imageUrl, sourcePublicId, result });
  return { id, ...result, publicId: result.publicId ?? "" };
}

const age = (publicId: string, days: number) =>
  db().hostedPicture.update({
    where: { publicId },
    data: { unusedSince: new Date(Date.now() - days * dayMs) },
  });

describe("a source of another account's result", () => {
  everyTestTries("ownership");
  test("is stored after its uploader deletes its own work, until the last result of any account is deleted", async () => {
    const [a, b, c] = [await makeAccount(), await makeAccount(), await makeAccount()];
    const picture = await uploadFor(b.userId);
    const own = await work(b.userId, picture, "remove_bg");
    const [first, second] = [
      await work(a.userId, picture, "remove_bg"),
      await work(c.userId, picture, "remove_bg"),
    ];
    await deleteGenerations([own.id]);
    await sweepPictures();
    expect(await exists(picture)).toBe(true);
    await deleteGenerations([first.id]);
    await sweepPictures();
    expect(await exists(picture)).toBe(true);
    await deleteGenerations([second.id]);
    expect(await exists(picture)).toBe(false);
    expect(await db().hostedPicture.count({ where: { publicId: picture.publicId } })).toBe(0);
    expect((await auditCredits()).findings).toEqual([]);
  });

  test("is stored after its uploader's account is deleted, unlike the account's other pictures", async () => {
    const [a, b] = [await makeAccount(), await makeAccount()];
    const [lent, unused] = [await uploadFor(b.userId), await uploadFor(b.userId)];
    const photo = await work(b.userId, lent, "generate");
    const result = await work(a.userId, lent, "remove_bg");
    await closeAccount(b.userId);
    expect([await exists(lent), await exists(unused), await exists(photo)]).toEqual([true, false, false]);
    await sweepPictures();
    expect(await exists(lent)).toBe(true);
    await deleteGenerations([result.id]);
    expect(await exists(lent)).toBe(false);
  });

  test("is not deleted from its uploader when another account deletes its result", async () => {
    const [a, b] = [await makeAccount(), await makeAccount()];
    const picture = await uploadFor(b.userId);
    await deleteGenerations([(await work(a.userId, picture, "remove_bg")).id]);
    await sweepPictures();
    expect(await exists(picture)).toBe(true);
  });

  test("cannot be overwritten, and no longer counts for its uploader after the account's pictures are deleted", async () => {
    const [a, b] = [await makeAccount(), await makeAccount()];
    const folder = `inputs/${b.userId}`;
    const bytes = await productPicture("jpeg", 64);
    const picture = await imageHost().upload(bytes, { folder, name: "named" });
    await imageHost().upload(bytes, { folder, name: "named" });
    await work(a.userId, picture, "remove_bg");
    await expect(imageHost().upload(bytes, { folder, name: "named" })).rejects.toMatchObject({ status: 409 });
    await deleteAccountPictures(b.userId);
    expect(await db().hostedPicture.count({ where: { userId: b.userId, releasedAt: null } })).toBe(0);
    expect(await exists(picture)).toBe(true);
  });
});

test("a photo with a cut-out is stored after its own deletion, until the cut-out is deleted", async () => {
  tried("ownership");
  const { userId } = await makeAccount();
  const photo = await work(userId, await uploadFor(userId), "generate");
  const cutOut = await work(userId, photo, "remove_bg");
  await deleteGenerations([photo.id]);
  await sweepPictures();
  expect(await exists(photo)).toBe(true);
  await deleteGenerations([cutOut.id]);
  expect(await exists(photo)).toBe(false);
});

test("the source of charged work is never removed during the work: it is held, or the work is rejected", async () => {
  tried("ownership");
  const { userId } = await makeAccount({ monthly: 1000 });
  const outcomes = { held: 0, refused: 0 };
  const rounds = runsOf(40, 8);
  for (let round = 0; round < rounds; round += 1) {
    const source = await uploadFor(userId);
    await db().hostedPicture.update({
      where: { publicId: source.publicId },
      data: { releasedAt: new Date() },
    });
    const id = newId("gen");
    const { publicId: sourcePublicId, url: imageUrl } = source;
    const start = async () => {
      for (let turn = 0; turn < round % 4; turn += 1) await db().$executeRaw`SELECT 1`;
      await startOne(userId, 1, { id, operation: "remove_bg", imageUrl, sourcePublicId });
      return reserveSource(sourcePublicId).then(
        async () => ((await exists(source)) ? "held" : "gone"),
        () => "refused",
      );
    };
    const [outcome] = await Promise.all([start(), removeReleased([sourcePublicId])]);
    // `held` must be final; if the source was already gone, the work itself fails.
    if (outcome === "held") {
      expect(await exists(source)).toBe(true);
      outcomes.held += 1;
    } else {
      expect(await exists(source)).toBe(false);
      outcomes.refused += 1;
    }
    await refundCharge(id, "generation_failed");
  }
  expect(outcomes.held + outcomes.refused).toBe(rounds);
  expect((await auditCredits()).findings).toEqual([]);
});

test("a cut-out of a picture that is being removed is refunded", async () => {
  tried("ownership");
  const { key, userId } = await makeAccount({ monthly: 20 });
  const picture = await uploadFor(userId);
  await db().hostedPicture.update({
    where: { publicId: picture.publicId },
    data: { releasedAt: new Date(), removingAt: new Date() },
  });
  // Only this request's job: the work charged by the tests above already has its result.
  await (await queue()).deleteAllJobs("work");
  await runWorkers(1);
  const call = { key, json: { image_url: picture.url } };
  expect((await api("removeBg", call)).body.error.code).toBe("generation_failed");
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 20 });
  await endWorkers();
});

describe("an upload", () => {
  everyTestTries("disk");
  test("expires a week after its last use, and never while work uses it", async () => {
    const { userId } = await makeAccount();
    const [old, young, used, lent] = [
      await uploadFor(userId),
      await uploadFor(userId),
      await uploadFor(userId),
      await uploadFor(userId),
    ];
    const photo = await work(userId, used, "generate");
    const other = await work((await makeAccount()).userId, lent, "remove_bg");
    for (const { publicId } of [old, used, lent]) await age(publicId, 8);
    await age(young.publicId, 6);
    await sweepPictures();
    expect(await Promise.all([old, young, used, lent].map(exists))).toEqual([false, true, true, true]);
    await deleteGenerations([photo.id, other.id]);
    await sweepPictures();
    expect(await Promise.all([young, used, lent].map(exists))).toEqual([true, true, true]);
    await age(used.publicId, 8);
    await sweepPictures();
    expect(await Promise.all([young, used, lent].map(exists))).toEqual([true, false, true]);
  });

  test("that the host fails to remove is removed by a later sweep", async () => {
    const { userId } = await makeAccount();
    const picture = await uploadFor(userId);
    const cutOut = await work(userId, picture, "remove_bg");
    const failing = vi.spyOn(imageHost(), "destroy").mockRejectedValue(new Error("the host is down"));
    await deleteGenerations([cutOut.id]);
    expect(await exists(picture)).toBe(true);
    failing.mockRestore();
    await sweepPictures();
    expect(await exists(picture)).toBe(true);
    await db().hostedPicture.update({
      where: { publicId: picture.publicId },
      data: { removingAt: new Date(Date.now() - 6 * 60_000) },
    });
    await sweepPictures();
    expect(await exists(picture)).toBe(false);
  });
});

test("deleting work removes its title, metadata, prompt and options", async () => {
  const { userId } = await makeAccount();
  const { id } = await work(userId, await uploadFor(userId), "generate");
  const said = { title: "Blue mug", metadata: { sku: "17" }, prompt: "on oak", options: { shadow: 1 } };
  await db().generation.update({ where: { id }, data: said });
  await deleteGenerations([id]);
  const row = await db().generation.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ title: null, metadata: null, prompt: null, options: {}, resultPublicId: null });
});

test("refunded work is deleted after its retention period, and its ledger entries remain", async () => {
  const { userId } = await makeAccount();
  const order = () => startOne(userId, 1, { metadata: { sku: "17" } });
  const [old, young, open] = [await order(), await order(), await order()];
  for (const id of [old, young]) {
    await refundCharges(sql`id = ${id}`, { status: "canceled", from: ["running"] });
  }
  const finishedAt = new Date(Date.now() - (env().REFUNDED_WORK_DAYS + 1) * dayMs);
  await db().generation.updateMany({ where: { id: old }, data: { finishedAt } });
  expect(await applyRetention()).toBe(1);
  const left = await db().generation.findMany({ where: { userId, deletedAt: null }, select: { id: true } });
  expect(left.map(({ id }) => id).sort()).toEqual([young, open].sort());
  const gone = await db().generation.findUniqueOrThrow({ where: { id: old } });
  expect(gone).toMatchObject({ metadata: null, sourceRef: null, status: "canceled" });
  expect(await db().ledgerEntry.count({ where: { reference: { contains: old } } })).toBe(2);
});

test("retention deletes old results and sources, but no ledger entries and no newer or pending work", async () => {
  tried("disk");
  const { userId } = await makeAccount();
  const sources = [await uploadFor(userId), await uploadFor(userId)] as const;
  const [old, young] = [
    await work(userId, sources[0], "generate"),
    await work(userId, sources[1], "generate"),
  ];
  const pending = await startOne(userId, 1);
  const before = { createdAt: new Date(Date.now() - 31 * dayMs) };
  await db().generation.updateMany({ where: { id: { in: [old.id, pending] } }, data: before });
  await age(sources[0].publicId, 31);
  expect(await applyRetention()).toBe(0);
  const settings = env();
  settings.RESULT_RETENTION_DAYS = 30;
  expect(await applyRetention()).toBe(1);
  await sweepPictures();
  settings.RESULT_RETENTION_DAYS = undefined;
  expect(await Promise.all([old, sources[0], young, sources[1]].map(exists))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const row = await db().generation.findUniqueOrThrow({ where: { id: old.id } });
  expect(row).toMatchObject({ sourceRef: null, resultRef: null, sourcePublicId: null, status: "succeeded" });
  expect(await db().ledgerEntry.count({ where: { reference: `charge:${old.id}` } })).toBe(1);
  await refundCharge(pending, "generation_failed");
  expect((await auditCredits()).findings).toEqual([]);
});
