// Guards: a service with a bucket and an external database can move to another machine without its data folder.
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import { openAccountOf, type Started, startOwn, untilServing } from "../own-service.ts";
import { shareCache } from "../support.ts";

test.describe.configure({ timeout: 240_000 });

let folder: string;
let database: EmbeddedPostgres;
let running: Started | null = null;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-bucket-"));
  await chmod(folder, 0o711);
  database = await ensurePostgres(path.join(folder, "database"));
});
test.afterAll(async () => {
  await stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

async function stop(): Promise<number | null> {
  const service = running;
  running = null;
  if (!service) return null;
  service.child.kill("SIGTERM");
  return service.exit();
}

test("a service with a bucket still delivers its earlier photos after it moves to a new machine", async () => {
  using bucket = await startBucket();
  const port = await findTestPort();
  const baseUrl = `http://localhost:${port}`;
  const settings = {
    PORT: String(port),
    BASE_URL: baseUrl,
    LOG_LEVEL: "warn",
    DATABASE_URL: database.url,
    STORAGE_URL: bucket.url,
    AUTH_SECRET: "the same on both machines 1234567890",
  };
  const startOn = async (name: string) => {
    const dataDir = path.join(folder, name);
    await mkdir(dataDir);
    await shareCache(dataDir);
    running = startOwn({ ...settings, DATA_DIR: dataDir });
    await untilServing(running, port);
    return dataDir;
  };
  const call = async (key: string, at: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    const answer = await fetch(`${baseUrl}/api/v1/${at}`, { ...init, headers });
    return { status: answer.status, fields: await answer.json() };
  };
  const makePhoto = (key: string, image_url: string) =>
    call(key, "generate", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ image_url, type: "product", style: "studio" }),
    });

  const first = await startOn("first");
  const key = await openAccountOf({ ...settings, DATA_DIR: path.join(folder, "admin") });
  const form = new FormData();
  form.append("file", new Blob([await readFile("public/samples/mug.jpg")]), "mug.jpg");
  const { fields: uploaded } = await call(key, "upload", { method: "POST", body: form });
  const { status, fields: photo } = await makePhoto(key, uploaded.image_url);
  expect([status, photo.credits_used]).toEqual([200, 1]);
  const bytes = Buffer.from(await (await fetch(photo.result_url)).arrayBuffer());
  expect(bytes.length).toBeGreaterThan(10_000);
  expect(existsSync(path.join(first, "images/assets"))).toBe(false);
  expect(await stop()).toBe(0);
  await rm(first, { recursive: true });

  await startOn("second");
  const again = await fetch(photo.result_url);
  expect(again.status).toBe(200);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  const { fields: list } = await call(key, "generations");
  expect(list.data).toMatchObject([{ status: "succeeded", result_url: photo.result_url }]);
  // The second machine can also use the picture that was uploaded to the first.
  expect((await makePhoto(key, uploaded.image_url)).status).toBe(200);
});
