import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useDatabase } from "../../../../lib/testing/database.ts";
import { startService } from "../../../../lib/testing/service.ts";
import { deepTest } from "../../../../lib/testing/trials.ts";
import { PhotoService } from "../../index.ts";
import { jsonLines, startCli } from "../../testing/cli.ts";
import { startFaultyServer } from "../../testing/faulty-server.ts";

await useDatabase();
const service = await startService();
const { db } = await import("../../../../lib/db/index.ts");
const { makeAccount } = await import("../../../../lib/testing/accounts.ts");
const { drawnProduct } = await import("../../../../lib/testing/pictures.ts");
const { replacePhotos } = await import("../../../../lib/testing/generations/paid-endpoint.ts");
const { useWorkers } = await import("../../../../lib/testing/generations/workers.ts");
useWorkers(4);

const cost = 3;
let root: string;
let folder: string;
let key: string;
let userId: string;
let resultUrl: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), "sdk-batch-"));
  const client = new PhotoService({ baseUrl: service.url, apiKey: (await makeAccount()).key });
  resultUrl = (await client.uploads.create(new Uint8Array(await drawnProduct(64)))).image_url;
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(root, "folder-"));
  ({ key, userId } = await makeAccount({ monthly: 100 }));
  replacePhotos(cost, async () => ({ url: resultUrl, publicId: null }));
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true });
});

const start = (args: string[], baseUrl = service.url) =>
  startCli(["batch", ...args, "--style", "studio", "--json"], {
    PHOTOS_API_KEY: key,
    PHOTOS_BASE_URL: baseUrl,
  });
const run = (args: string[]) => start(args).ended;
const spent = async () => 100 - (await db().balance.findUniqueOrThrow({ where: { userId } })).monthly;
const draw = async (name: string, side: number) => {
  // As a careful copy does: the picture gets its name when it is complete.
  await writeFile(path.join(folder, "new"), await drawnProduct(side));
  await rename(path.join(folder, "new"), path.join(folder, name));
};
const photos = async () => (await readdir(folder)).filter((name) => name.endsWith(".photo.png")).sort();
const feed = async () => (await readFile(path.join(folder, "results.csv"), "utf8")).trim().split("\r\n");
const watchArgs = () => ["--watch", folder, "--interval", "0.05"];

test("--watch makes pictures as they arrive, until Ctrl-C, and the next run pays for none of them again", async () => {
  await draw("one.png", 40);
  const first = start(watchArgs());
  await expect.poll(photos).toEqual(["one.studio.photo.png"]);
  await draw("two.png", 41);
  await writeFile(path.join(folder, "broken.jpg"), Buffer.from([0xff, 0xd8, 1, 2, 0xff, 0xd9]));
  await expect.poll(photos).toEqual(["one.studio.photo.png", "two.studio.photo.png"]);
  first.child.kill("SIGINT");
  const stopped = await first.ended;
  expect(stopped.stderr).toBe("");
  expect(jsonLines(stopped).filter(({ event }) => event === "made")).toHaveLength(2);
  expect(await spent()).toBe(2 * cost);

  await rm(path.join(folder, "broken.jpg"), { force: true });
  await draw("three.png", 42);
  const second = start(watchArgs());
  await expect.poll(photos).toHaveLength(3);
  second.child.kill("SIGINT");
  const ended = await second.ended;
  expect(ended.status).toBe(0);
  expect(jsonLines(ended).at(-1)).toMatchObject({ saved: 1, already_there: 2, credits_reserved: cost });
  expect(await spent()).toBe(3 * cost);
  expect(await feed()).toEqual([
    "id,image_link,additional_image_link,lifestyle_image_link",
    ...["one", "three", "two"].map((id) => expect.stringMatching(new RegExp(`^${id},http`))),
  ]);
});

deepTest("--watch pays once for a picture whose order was killed, also if its record is lost", async () => {
  await draw("one.png", 40);
  const { child, ended } = start(watchArgs());
  await expect
    .poll(async () => {
      const count = await db().batch.count({ where: { userId } });
      if (count > 0) child.kill("SIGKILL");
      return count;
    })
    .toBe(1);
  await ended;
  await rm(path.join(folder, ".photos-batch.json"));
  const second = await run([folder]);
  expect(second.status).toBe(0);
  expect([await spent(), await db().generation.count({ where: { userId } }), await photos()]).toEqual([
    cost,
    1,
    ["one.studio.photo.png"],
  ]);
});

deepTest(
  "--watch goes on after a failure of the service, and does not repeat a failed photo by itself",
  async () => {
    let orders = 0;
    replacePhotos(cost, async () => {
      orders += 1;
      if (orders === 1) throw new Error("no photo");
      return { url: resultUrl, publicId: null };
    });
    await draw("bad.png", 40);
    const { child, ended } = start(watchArgs());
    await expect.poll(() => db().generation.count({ where: { userId, status: "failed" } })).toBe(1);
    await draw("good.png", 41);
    await expect.poll(photos).toEqual(["good.studio.photo.png"]);
    child.kill("SIGINT");
    const done = await ended;
    expect(done.status).toBe(1);
    expect(jsonLines(done).filter(({ event }) => event === "failed")).toMatchObject([{ image: "bad.png" }]);
    expect([await spent(), await db().generation.count({ where: { userId } })]).toEqual([cost, 2]);
    expect(await run([folder])).toMatchObject({ status: 0 });
    expect(await spent()).toBe(2 * cost);
  },
);

test("--csv makes the photos of a table with its columns as metadata, and names wrong rows by their line", async () => {
  const table = path.join(folder, "products.csv");
  const rows = [
    "\uFEFFSKU;image_url;color",
    "M1;https://shop.example/mug.jpg;red",
    "M1;https://shop.example/mug-back.jpg;red",
    "M2;https://shop.example/lamp.jpg;=1+1",
    "M3;;blue",
    `M4;https://shop.example/long.jpg;${"x".repeat(600)}`,
  ];
  await writeFile(table, rows.join("\r\n"));
  const first = await run(["--csv", table]);
  expect([first.status, first.stderr]).toEqual([1, ""]);
  const failed = jsonLines(first).filter(({ event }) => event === "failed");
  expect(failed).toMatchObject([
    { image: "products.csv:6", message: expect.stringContaining("500") },
    { image: "products.csv:5", message: "image_url is empty." },
  ]);
  expect(jsonLines(first).at(-1)).toMatchObject({ saved: 3, failed: 2, credits_reserved: 3 * cost });
  const made = await db().generation.findMany({ where: { userId }, orderBy: { place: "asc" } });
  expect(made.map(({ title, metadata }) => [title, metadata])).toEqual([
    ["M1", { SKU: "M1", color: "red" }],
    ["M1", { SKU: "M1", color: "red" }],
    ["M2", { SKU: "M2", color: "=1+1" }],
  ]);
  expect(await photos()).toEqual([
    expect.stringMatching(/^M1\.[0-9a-f]{8}\.studio\.photo\.png$/),
    "M1.studio.photo.png",
    "M2.studio.photo.png",
  ]);
  expect(await feed()).toEqual([
    "id,image_link,additional_image_link,lifestyle_image_link",
    expect.stringMatching(/^M1,http/),
    expect.stringMatching(/^M2,http/),
  ]);

  await writeFile(table, [...rows.slice(0, 4), "M3;https://shop.example/vase.jpg;blue"].join("\n"));
  const second = await run(["--csv", table]);
  expect(second.status).toBe(0);
  expect(jsonLines(second).at(-1)).toMatchObject({ saved: 1, already_there: 3, credits_reserved: cost });
  expect(await spent()).toBe(4 * cost);
});

test("wrong usage and a foreign results.csv are refused before anything is sent", async () => {
  const table = path.join(folder, "results.csv");
  await writeFile(table, "image_url\nhttps://shop.example/mug.jpg\n");
  const ended = await Promise.all([
    run(["--csv", table]),
    run(["--csv", table, "--watch"]),
    run(["--csv", table, folder]),
    run([folder, "--columns", "a"]),
    run(["--csv", path.join(folder, "none.csv")]),
  ]);
  expect(ended.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2]);
  expect(await readFile(table, "utf8")).toContain("image_url");
  expect(await db().generation.count({ where: { userId } })).toBe(0);
});

deepTest(
  "--csv pays for each photo once, even when it is killed at every request",
  async () => {
    const table = path.join(folder, "products.csv");
    const rows = Array.from({ length: 5 }, (_row, at) => `M${at},https://shop.example/${at}.jpg`);
    await writeFile(table, ["id,image_url", ...rows].join("\n"));
    let untilKill = 0;
    let isAfter = false;
    let kill = () => {};
    const server = await startFaultyServer(
      service.url,
      () => {
        untilKill -= 1;
        if (untilKill === 0 && !isAfter) kill();
        return "none";
      },
      () => {
        if (untilKill === 0 && isAfter) kill();
      },
    );
    const statuses: (number | null)[] = [];
    for (let at = 2; statuses.at(-1) !== 0 && at < 40; at += 1) {
      untilKill = Math.floor(at / 2);
      isAfter = at % 2 === 1;
      const { child, ended } = start(["--csv", table], server.url);
      kill = () => void child.kill("SIGKILL");
      statuses.push((await ended).status);
    }
    server.close();
    expect(statuses.length).toBeGreaterThan(2);
    expect(statuses.at(-1)).toBe(0);
    expect([await spent(), await db().generation.count({ where: { userId } })]).toEqual([5 * cost, 5]);
  },
  240_000,
);
