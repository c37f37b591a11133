import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { removeBackground } from "#lib/generations/remove-background.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { imageHost } from "#lib/images/index.ts";
import { stopWorkers, warmUp } from "#lib/imaging/worker/pool.ts";
import { makeAccount } from "#lib/testing/accounts.ts";
import { callApi } from "#lib/testing/api.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { emptyPicture, productPicture } from "#lib/testing/pictures.ts";
import { generatePhoto } from "./generate.ts";
import type { WorkStep } from "./progress.ts";

/** What somebody who asks right after each report is told, by Idempotency-Key. */
const told = vi.hoisted(() => new Map<string, (WorkStep | undefined)[]>());
/** The same for all keys in one row, and what another user is told at these moments. */
const row = vi.hoisted((): string[] => []);
const toldToOthers = vi.hoisted((): object[] => []);

vi.mock("./progress.ts", async (original) => {
  const real = await original<typeof import("./progress.ts")>();
  const reportProgress: typeof real.reportProgress = (by) => {
    const report = real.reportProgress(by);
    const ask = () => {
      const { userId, idempotencyKey: key } = by;
      if (key === null) return;
      const step = real.findProgress(userId, [key])[key];
      told.set(key, [...(told.get(key) ?? []), step]);
      row.push(`${key}: ${step}`);
      toldToOthers.push(real.findProgress("usr_other", [key]));
    };
    ask();
    return {
      at: (step) => {
        report.at(step);
        ask();
      },
      end: () => {
        report.end();
        ask();
      },
    };
  };
  return { ...real, reportProgress };
});

await useDatabase();
const photo = endpoint(operations.generate, generatePhoto);
const cutOut = endpoint(operations.removeBg, removeBackground);

beforeAll(warmUp);
afterAll(stopWorkers);

const upload = async (picture: Uint8Array) =>
  (await imageHost().upload(picture, { folder: "inputs/test" })).url;
const photoOf = async (picture: Uint8Array) => ({
  image_url: await upload(picture),
  type: "product",
  style: "studio",
});

test("tells the parts of a photo in their order, and forgets them at the end", async () => {
  const { key } = await makeAccount();
  const call = { key, headers: { "idempotency-key": "one" }, json: await photoOf(await productPicture()) };
  expect((await callApi(operations.generate, photo, call)).status).toBe(200);
  expect(told.get("one")).toEqual(["waiting", "cutout", "photo", "storing", undefined]);
});

test("says of a photo that it is in line until its turn has come", async () => {
  const { key } = await makeAccount();
  const json = await photoOf(await productPicture());
  const isPhoto = (line: string) => /^(first|second): photo/.test(line);
  const isCutOut = (line: string) => /^(first|second): cutout/.test(line);
  const ask = (name: string) =>
    callApi(operations.generate, photo, { key, headers: { "idempotency-key": name }, json });
  const answers = await Promise.all([ask("first"), ask("second")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  // Whichever came second: its cut-out began when the other's photo was made.
  const [photo1, cutOut2] = [row.findIndex(isPhoto), row.findLastIndex(isCutOut)];
  expect(photo1).toBeGreaterThanOrEqual(0);
  expect(cutOut2).toBeGreaterThan(photo1);
  const parts = ["waiting", "cutout", "photo", "storing", undefined];
  expect([told.get("first"), told.get("second")]).toEqual([parts, parts]);
});

test("tells of a cut-out that its turn has come", async () => {
  const { key } = await makeAccount();
  const json = { image_url: await upload(await productPicture()) };
  const call = { key, headers: { "idempotency-key": "cut" }, json };
  expect((await callApi(operations.removeBg, cutOut, call)).status).toBe(200);
  expect(told.get("cut")).toEqual(["waiting", "cutout", undefined]);
});

test("forgets work that failed", async () => {
  const { key } = await makeAccount();
  const call = { key, headers: { "idempotency-key": "fails" }, json: await photoOf(await emptyPicture()) };
  expect((await callApi(operations.generate, photo, call)).status).toBe(502);
  expect(told.get("fails")).toEqual(["waiting", "cutout", undefined]);
});

test("never tells one user of another's work", () => {
  expect(toldToOthers.length).toBeGreaterThan(10);
  expect(new Set(toldToOthers.map((steps) => JSON.stringify(steps)))).toEqual(new Set(["{}"]));
});
