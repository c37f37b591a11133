import { expect, test, vi } from "vitest";
import type { WorkNotice } from "#lib/credits/resolve.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { paidEndpoint, paidOperation } from "#lib/testing/generations/paid-endpoint.ts";
import { useWorkers } from "#lib/testing/generations/workers.ts";
import type { WorkStage } from "./kind.ts";
import { watchWork } from "./outcome.ts";
import { photo } from "./photo.ts";
import { findProgress } from "./progress.ts";

await useDatabase();
useWorkers(1);

const parts = ["cutout", "photo", "storing"] as const satisfies WorkStage[];

/** A photo whose parts end when the test says so. */
function stagedPhoto() {
  const handler = paidEndpoint(1, () => Promise.reject(new Error("replaced")));
  let next = Promise.withResolvers<void>();
  vi.spyOn(photo, "make").mockImplementation(async ({ imageUrl }, { report }) => {
    for (const stage of parts) {
      report(stage);
      await next.promise;
      next = Promise.withResolvers();
    }
    if (imageUrl === "fails") throw new Error("no photo");
    return { url: "https://example.com/a.jpg", publicId: null };
  });
  const order = async (key: string, say: string) => {
    const headers = { prefer: "respond-async", "idempotency-key": say };
    const answer = await callApi(paidOperation, handler, { key, json: { say }, headers });
    expect(answer.status).toBe(202);
    return String(answer.body.id);
  };
  return { order, goOn: () => next.resolve() };
}

const toldOf = (userId: string, key: string, expected: object) =>
  expect.poll(() => findProgress(userId, [key]), { timeout: 10_000, interval: 5 }).toEqual(expected);

test("tells the parts of a photo in their order, and forgets it at the end, whether it succeeded or failed", async () => {
  const { key, userId } = await makeAccount();
  const stranger = await makeAccount();
  const { order, goOn } = stagedPhoto();
  for (const name of ["works", "fails"]) {
    await order(key, name);
    for (const part of parts) {
      await toldOf(userId, name, { [name]: part });
      expect(await findProgress(stranger.userId, [name])).toEqual({});
      goOn();
    }
    await toldOf(userId, name, {});
  }
});

test("says of a photo that it waits until its turn has come", async () => {
  const { key, userId } = await makeAccount();
  const { order, goOn } = stagedPhoto();
  await order(key, "first");
  await toldOf(userId, "first", { first: "cutout" });
  await order(key, "second");
  for (const part of parts) {
    await toldOf(userId, "first", { first: part });
    expect(await findProgress(userId, ["second"])).toEqual({ second: "waiting" });
    goOn();
  }
  for (const part of parts) {
    await toldOf(userId, "second", { second: part });
    goOn();
  }
  await toldOf(userId, "second", {});
});

test("whoever watches hears of every part and of the end, in their order", async () => {
  const { key } = await makeAccount();
  const { order, goOn } = stagedPhoto();
  const heard: WorkNotice[] = [];
  const stop = watchWork((notice) => void heard.push(notice));
  const id = await order(key, "watched");
  const own = () => heard.filter((notice) => notice.id === id);
  for (const [index] of parts.entries()) {
    await vi.waitUntil(() => own().length > index, { timeout: 10_000, interval: 5 });
    goOn();
  }
  await vi.waitUntil(() => own().length > parts.length, { timeout: 10_000, interval: 5 });
  stop();
  expect(own().map(({ status, stage }) => stage ?? status)).toEqual([...parts, "succeeded"]);
  expect(own().at(-1)).toMatchObject({ resultUrl: "https://example.com/a.jpg", creditsUsed: 1 });
});
