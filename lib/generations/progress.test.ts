import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { operations } from "#lib/api/contract.ts";
import { endpoint } from "#lib/api/endpoint.ts";
import { removeBackground } from "#lib/cutouts/index.ts";
import { imageHost } from "#lib/images/index.ts";
import { stopWorker, warmUp } from "#lib/pixel-worker/pool.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { emptyPicture, productPicture } from "#lib/testing/pictures.ts";
import { generate } from "./generate.ts";
import { findProgress, type WorkStep } from "./progress.ts";

await useDatabase();
const photo = endpoint(operations.generate, generate);
const cutOut = endpoint(operations.removeBg, removeBackground);

beforeAll(warmUp);
afterAll(stopWorker);

const upload = async (picture: Uint8Array) =>
  (await imageHost().upload(picture, { folder: "inputs/test" })).url;
const photoOf = async (picture: Uint8Array) => ({
  image_url: await upload(picture),
  type: "product",
  style: "studio",
});

/** The steps that somebody who asks all the time sees, each once. */
async function watch(userId: string, key: string, work: Promise<unknown>): Promise<WorkStep[]> {
  const seen: WorkStep[] = [];
  let ended = false;
  const end = work.finally(() => {
    ended = true;
  });
  await vi.waitUntil(
    () => {
      const step = findProgress(userId, [key])[key];
      if (step && seen.at(-1) !== step) seen.push(step);
      return ended;
    },
    { interval: 1, timeout: 30_000 },
  );
  await end;
  return seen;
}

it("tells the parts of a photo in their order, and forgets them at the end", async () => {
  const { key, userId } = await makeAccount();
  const call = { key, headers: { "idempotency-key": "one" }, json: await photoOf(await productPicture()) };
  const work = callApi(operations.generate, photo, call);
  expect(await watch(userId, "one", work)).toEqual(["waiting", "cutout", "photo", "storing"]);
  expect(findProgress(userId, ["one"])).toEqual({});
});

it("says of a photo behind another that it is in line", async () => {
  const { key, userId } = await makeAccount();
  const json = await photoOf(await productPicture());
  const ask = (name: string) =>
    callApi(operations.generate, photo, { key, headers: { "idempotency-key": name }, json });
  const works = [ask("first"), ask("second")];
  await vi.waitUntil(
    () => {
      const steps = Object.values(findProgress(userId, ["first", "second"]));
      return steps.includes("waiting") && steps.some((step) => step !== "waiting");
    },
    { interval: 1, timeout: 10_000 },
  );
  await Promise.all(works);
});

it("tells of a cut-out that its turn has come", async () => {
  const { key, userId } = await makeAccount();
  const json = { image_url: await upload(await productPicture()) };
  const work = callApi(operations.removeBg, cutOut, { key, headers: { "idempotency-key": "cut" }, json });
  expect(await watch(userId, "cut", work)).toEqual(["waiting", "cutout"]);
});

it("forgets work that failed, and never tells one user of another's", async () => {
  const { key, userId } = await makeAccount();
  const stranger = await makeAccount();
  const call = { key, headers: { "idempotency-key": "fails" }, json: await photoOf(await emptyPicture()) };
  const work = callApi(operations.generate, photo, call);
  await vi.waitUntil(() => findProgress(userId, ["fails"]).fails, { interval: 1, timeout: 10_000 });
  expect(findProgress(stranger.userId, ["fails"])).toEqual({});
  expect((await work).status).toBe(502);
  expect(findProgress(userId, ["fails"])).toEqual({});
});
