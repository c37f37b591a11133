// Guards the commands that copy pictures to a bucket and back, and take one over.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connectImages } from "#lib/connect-images.ts";
import { db } from "#lib/db/index.ts";
import { embeddedImageHost } from "#lib/images/embedded/index.ts";
import { handleImageHostRequest } from "#lib/images/embedded/serve.ts";
import { env } from "#lib/platform/env.ts";
import { useDatabase } from "#lib/testing/database.ts";
import { quarters } from "#lib/testing/images/embedded-host.ts";
import { startBucket } from "#lib/testing/storage/bucket.ts";
import { run } from "../admin.ts";

await useDatabase();
let bucket: Awaited<ReturnType<typeof startBucket>>;
let picture: Buffer;
let said: string[] = [];
const setStorage = (settings: { STORAGE_URL?: string }) =>
  Object.assign(env(), { STORAGE_URL: undefined, ...settings });
const load = async (url: string) => (await handleImageHostRequest(new Request(url))).status;
const upload = (name: string) => embeddedImageHost().upload(picture, { folder: "outputs/u", name });

beforeAll(async () => {
  connectImages();
  bucket = await startBucket();
  picture = await quarters(40, 30);
});
beforeEach(() => {
  said = [];
  vi.spyOn(console, "log").mockImplementation((line) => void said.push(String(line)));
});
afterEach(() => setStorage({}));
afterAll(() => bucket.close());

test("pictures are copied to the bucket and back by command, and delivered from there", async () => {
  const { url } = await upload("one");
  await expect(run(["storage", "copy", "--to", "s3"])).rejects.toThrow("STORAGE_URL is not set");
  setStorage({ STORAGE_URL: bucket.url });
  expect(await load(url)).toBe(404);
  expect(await run(["storage", "copy", "--to", "s3"])).toBe(0);
  expect(await load(url)).toBe(200);
  const later = await upload("two");
  expect(await run(["storage", "check", "--deep"])).toBe(0);
  expect(said.join("\n")).toMatch(/writes, reads, lists and deletes.*belongs to ins_/);
  expect(await run(["storage", "copy", "--to", "disk"])).toBe(0);
  setStorage({});
  expect([await load(url), await load(later.url)]).toEqual([200, 200]);
});

test("nothing is copied while the service runs", async () => {
  setStorage({ STORAGE_URL: bucket.url });
  await db().appProcess.create({ data: { bootId: "boot_other", instance: "other" } });
  await expect(run(["storage", "copy", "--to", "s3"])).rejects.toThrow("Stop the service");
  await db().appProcess.deleteMany();
});

test("an installation can read a bucket that it does not own, but not write or delete before it takes it over", async () => {
  setStorage({ STORAGE_URL: bucket.url.replace(/\?/, "/owned?") });
  const { url, publicId } = await upload("owned");
  const { id } = await db().installation.findFirstOrThrow();
  await db().installation.updateMany({ data: { id: "ins_restored" } });
  // Simulates another process, which has not read the bucket's owner yet.
  setStorage({ STORAGE_URL: bucket.url.replace(/\?/, "/owned/?") });
  expect(await load(url)).toBe(200);
  for (const change of [() => upload("mine"), () => embeddedImageHost().destroy(publicId)]) {
    await expect(change()).rejects.toThrow(`has the files of the installation ${id}`);
  }
  expect(await load(url)).toBe(200);
  await run(["storage", "take"]);
  await embeddedImageHost().destroy(publicId);
  expect(await load(url)).toBe(404);
});
