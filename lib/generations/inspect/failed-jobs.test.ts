import { expect, test, vi } from "vitest";
import { requireAccount } from "#lib/accounts/state.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { moveCredits } from "#lib/credits/move.ts";
import { db } from "#lib/db/index.ts";
import { NothingFoundError } from "#lib/images/picture.ts";
import { newId } from "#lib/platform/ids.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { photoMaker } from "../kinds/make-photo.ts";
import { photo } from "../kinds/photo.ts";
import { generatePhoto } from "../order/call.ts";
import { repeatWork } from "../order/repeat.ts";
import { findRetryable, retryFailedJob } from "./failed-jobs.ts";
import { listWork } from "./work-list.ts";

await useDatabase();
useWorkers(2);

/** Makes a call fail with the given error; returns the id of its generation. */
async function failOnce(userId: string, failure: Error): Promise<string> {
  vi.spyOn(photo, "check").mockImplementation(async ({ imageUrl }) => ({
    imageUrl,
    sourcePublicId: null,
    style: "studio",
    aspectRatio: "1:1",
    resolution: "1K",
    wantedMode: "studio",
  }));
  vi.spyOn(photoMaker, "make")
    .mockRejectedValueOnce(failure)
    .mockImplementation(async () => ({ url: "https://example.com/made.jpg", publicId: null }));
  const account = await requireAccount(userId);
  const by = { userId, apiKeyId: null, account, idempotencyKey: null, startedAtMs: Date.now() };
  const order = { imageUrl: "x", style: "studio", aspectRatio: "1:1", resolution: "1K" } as const;
  const called = generatePhoto(order, { ...by, respondAsync: false, resumedId: null });
  await expect(called).rejects.toMatchObject({ code: "generation_failed" });
  const row = await db().generation.findFirstOrThrow({ where: { userId } });
  return row.id;
}

const failures = (userId: string) => listWork({ status: "failed", userId }, { limit: 100 });
const retryable = () => findRetryable(new Date(0), 100);

test("failed work is listed with its reason, and a retry charges and completes it once", async () => {
  const { userId } = await makeAccount({ monthly: 1, topup: 0 });
  const id = await failOnce(userId, new Error("the studio broke", { cause: new Error("no light") }));
  expect(await failures(userId)).toMatchObject([
    {
      id,
      operation: "generate",
      attempts: 1,
      fault: "service",
      reason: "the studio broke: no light",
      retry: "all",
    },
  ]);
  expect(await retryable()).toEqual([id]);

  await moveCredits({ userId, kind: "adjustment", reference: newId("row"), monthly: { set: 0 } });
  await expect(retryFailedJob(id)).rejects.toMatchObject({ code: "insufficient_credits" });
  expect(await retryable()).toEqual([id]);

  await moveCredits({ userId, kind: "adjustment", reference: newId("row"), monthly: { set: 5 } });
  const retries = await Promise.allSettled([retryFailedJob(id), retryFailedJob(id)]);
  const done = retries.flatMap((retry) => (retry.status === "fulfilled" ? [retry.value] : []));
  expect(done).toHaveLength(1);
  expect(await failures(userId)).toMatchObject([{ id, retry: "no", retriedId: done[0] }]);
  expect(await retryable()).toEqual([]);
  await expect(retryFailedJob(id)).rejects.toThrow(`ordered again as ${done[0]}`);
  await vi.waitFor(async () => {
    const again = await db().generation.findUniqueOrThrow({ where: { id: done[0] ?? "" } });
    expect(again).toMatchObject({
      status: "succeeded",
      resolution: "1K",
      wantedMode: "studio",
      fromMonthly: 1,
    });
  }, 20_000);
  await expect(retryFailedJob(done[0] ?? "")).rejects.toThrow("it is succeeded");
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 4 });
  expect((await auditCredits()).findings).toEqual([]);
});

test("a picture without a product is listed as its owner's fault, and retried only by its id", async () => {
  const { userId } = await makeAccount({ monthly: 2 });
  const failure = new NothingFoundError();
  const id = await failOnce(userId, failure);
  const shown = { id, fault: "caller", errorCode: "generation_failed", reason: failure.message };
  expect(await failures(userId)).toMatchObject([{ ...shown, retry: "by_id" }]);
  expect(await retryable()).toEqual([]);
  const again = await retryFailedJob(id);
  await vi.waitFor(async () => {
    expect(await db().generation.findUnique({ where: { id: again } })).toMatchObject({ status: "succeeded" });
  }, 20_000);
});

test("an operator cannot retry work that its owner already ordered again", async () => {
  const { userId } = await makeAccount({ monthly: 3 });
  const id = await failOnce(userId, new Error("the studio broke"));
  const row = await db().generation.findUniqueOrThrow({ where: { id } });
  const by = { userId, apiKeyId: null, account: { tier: "pro", total: 3 } } as const;
  const repeat = () =>
    db().$transaction((tx) => repeatWork([row], { by, lane: "interactive", batchId: null }, tx));
  const [again] = await repeat();
  await expect(retryFailedJob(id)).rejects.toThrow(`ordered again as ${again}`);
  await expect(repeat()).rejects.toThrow("ordered again by another call");
  expect(await db().ledgerEntry.count({ where: { userId, kind: "charge" } })).toBe(2);
});
