// Guards: a service with a bucket and an external database can move to another machine without its data folder.
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type EmbeddedPostgres, ensurePostgres } from "#lib/db/embedded.ts";
import { findTestPort } from "#lib/testing/port.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import { callerOf, end, openAccountOf, type Started, startServing, uploadMug } from "../own-service.ts";
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
  return service && end(service, "SIGTERM");
}

test("a service with a bucket still delivers its earlier photos after it moves to a new machine", async () => {
  using bucket = await startBucket();
  const port = await findTestPort();
  const settings = {
    BASE_URL: `http://localhost:${port}`,
    LOG_LEVEL: "warn",
    DATABASE_URL: database.url,
    STORAGE_URL: bucket.url,
    AUTH_SECRET: "the same on both machines 1234567890",
  };
  const startOn = async (name: string) => {
    const dataDir = path.join(folder, name);
    await mkdir(dataDir);
    await shareCache(dataDir);
    running = await startServing({ port, dataDir }, settings);
    return dataDir;
  };

  const first = await startOn("first");
  const call = callerOf({ port }, await openAccountOf({ ...settings, DATA_DIR: path.join(folder, "admin") }));
  const wanted = { image_url: await uploadMug(call), type: "product", style: "studio" };
  const photo = await call("generate", wanted);
  expect(photo.credits_used).toBe(1);
  const bytes = Buffer.from(await (await fetch(photo.result_url)).arrayBuffer());
  expect(bytes.length).toBeGreaterThan(10_000);
  expect(existsSync(path.join(first, "images/assets"))).toBe(false);
  expect(await stop()).toBe(0);
  await rm(first, { recursive: true });

  await startOn("second");
  const again = await fetch(photo.result_url);
  expect(again.status).toBe(200);
  expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
  const list = await call("generations");
  expect(list.data).toMatchObject([{ status: "succeeded", result_url: photo.result_url }]);
  // The second machine can also use the picture that was uploaded to the first.
  expect((await call("generate", wanted)).credits_used).toBe(1);
});
