import { expect, test, vi } from "vitest";
import { requireAccount } from "#lib/accounts/state.ts";
import { auditCredits } from "#lib/credits/audit.ts";
import { moveCredits } from "#lib/credits/move.ts";
import { db } from "#lib/db/index.ts";
import { newId } from "#lib/platform/ids.ts";
import { queue } from "#lib/queue/boss.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import { generatePhoto } from "./call.ts";
import { listFailedJobs, retryFailedJob } from "./failed-jobs.ts";
import { photo } from "./photo.ts";

await useDatabase();
useWorkers(2);

/** A call that fails in the way that is given; answers the id of its generation. */
async function failOnce(userId: string, failure: Error): Promise<string> {
  vi.spyOn(photo, "check").mockImplementation(async ({ imageUrl }) => ({
    ...{ imageUrl, sourcePublicId: null, style: "studio", aspectRatio: "1:1", resolution: "1K" },
    wantedMode: "studio",
  }));
  vi.spyOn(photo, "make")
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

test("a job that failed for good is listed with its reason, and can be charged and made again", async () => {
  const { userId } = await makeAccount({ monthly: 1, topup: 0 });
  const id = await failOnce(userId, new Error("the studio broke", { cause: new Error("no light") }));
  await vi.waitFor(async () => expect(await listFailedJobs()).toHaveLength(1));
  expect(await listFailedJobs()).toMatchObject([
    { generationId: id, operation: "generate", attempts: 1, reason: "the studio broke: no light" },
  ]);

  await moveCredits({ userId, kind: "adjustment", reference: newId("row"), monthly: { set: 0 } });
  await expect(retryFailedJob(id)).rejects.toMatchObject({ code: "insufficient_credits" });
  expect(await listFailedJobs()).toHaveLength(1);

  await moveCredits({ userId, kind: "adjustment", reference: newId("row"), monthly: { set: 5 } });
  const retries = await Promise.allSettled([retryFailedJob(id), retryFailedJob(id)]);
  const done = retries.flatMap((retry) => (retry.status === "fulfilled" ? [retry.value] : []));
  expect(done).toHaveLength(1);
  expect(await listFailedJobs()).toEqual([]);
  await vi.waitFor(async () => {
    const again = await db().generation.findUniqueOrThrow({ where: { id: done[0] ?? "" } });
    expect(again).toMatchObject({
      status: "succeeded",
      resolution: "1K",
      wantedMode: "studio",
      fromMonthly: 1,
    });
  });
  expect(await db().balance.findUnique({ where: { userId } })).toMatchObject({ monthly: 4 });
  expect((await auditCredits()).findings).toEqual([]);
});

test("a picture without a product is its owner's to see, not the operator's", async () => {
  const { userId } = await makeAccount({ monthly: 1 });
  const failure = Object.assign(new Error("There is nothing in it."), { name: "NothingFoundError" });
  const id = await failOnce(userId, failure);
  const boss = await queue();
  await vi.waitFor(async () => {
    expect(await boss.findJobs("work", { data: { id } })).toMatchObject([{ state: "completed" }]);
  });
  expect(await listFailedJobs()).toEqual([]);
  await expect(retryFailedJob(id)).rejects.toThrow("There is no failed job");
});
