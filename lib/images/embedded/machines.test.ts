import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { DiskStore } from "#lib/storage/disk.ts";
import {
  postForm,
  quarters,
  signedParams,
  startTestHost,
  type TestHost,
} from "#lib/testing/images/embedded-host.ts";
import { bucketOf, startBucket } from "#lib/testing/storage/bucket.ts";
import { deepTest } from "#lib/testing/trials.ts";
import { resizedUrl } from "../variants.ts";
import { findDamaged, probeStorage } from "./check.ts";
import { copyPictures } from "./copy.ts";
import type { EmbeddedHostOptions } from "./host.ts";

let bucket: Awaited<ReturnType<typeof startBucket>>;
let folder: string;
let picture: Buffer;
const claims = new Set<string>();
const hosts: TestHost[] = [];

beforeAll(async () => {
  bucket = await startBucket();
  folder = await mkdtemp(path.join(tmpdir(), "machines-"));
  picture = await quarters(400, 200, "jpeg");
});
afterEach(async () => {
  bucket.proxy.reset();
  for (const host of hosts.splice(0)) await host.close();
});
afterAll(async () => {
  bucket.close();
  await rm(folder, { recursive: true, force: true });
});

const filesOf = (name: string) => bucketOf(bucket.url, path.join(folder, name), claims);

/** Starts a simulated machine with its own disk, and the same public address as all machines. */
async function machine(name: string, options: Partial<Omit<EmbeddedHostOptions, "makeCutout">> = {}) {
  const host = await startTestHost({ files: filesOf(name), ...options });
  hosts.push(host);
  return host;
}

/** Requests the same path from another machine. */
const at = (host: TestHost, url: string) =>
  fetch(host.url + new URL(url).pathname.slice("/embedded/images".length));

test("pictures stored, derived or cut out by one machine are delivered by another until either deletes them", async () => {
  const [one, two] = [await machine("one"), await machine("two")];
  const { body } = await postForm(
    one,
    signedParams({ folder: "inputs/u1" }),
    new Blob([new Uint8Array(picture)]),
  );
  const answer = await at(two, body.secure_url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
  const small = [
    await at(one, resizedUrl(body.secure_url, "tile")),
    await at(two, resizedUrl(body.secure_url, "tile")),
  ];
  expect(small.map(({ status }) => status)).toEqual([200, 200]);
  expect(small[1]?.headers.get("etag")).toBe(small[0]?.headers.get("etag"));
  const asset = await two.host.find({
    publicId: body.public_id,
    version: null,
    format: null,
    transformation: "",
  });
  if (!asset) throw new Error("the other machine does not find it");
  const cutout = await two.host.makeCutout(asset);
  expect((await at(one, cutout)).status).toBe(200);
  expect([one.cutouts(), two.cutouts()]).toEqual([0, 1]);
  await one.host.destroy(body.public_id);
  for (const url of [body.secure_url, cutout]) expect((await at(two, url)).status).toBe(404);
});

test("chunks sent to different machines become one picture, even when the last ones arrive concurrently", async () => {
  const machines = [await machine("one"), await machine("two")];
  const large = await quarters(1200, 900);
  const size = Math.ceil(large.length / 6);
  const id = randomBytes(8).toString("hex");
  const params = signedParams({ folder: "inputs/chunks" });
  const send = async (index: number, on: TestHost) => {
    const bytes = large.subarray(index * size, (index + 1) * size);
    const form = new FormData();
    for (const [name, value] of Object.entries(params)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(bytes)]), "photo.png");
    const range = `bytes ${index * size}-${index * size + bytes.length - 1}/${large.length}`;
    const response = await on.fetch("v1_1/testcloud/image/upload", {
      method: "POST",
      headers: { "content-range": range, "x-unique-upload-id": id },
      body: form,
    });
    return (await response.json()) as { secure_url?: string; bytes?: number };
  };
  for (let index = 0; index < 4; index += 1) await send(index, machines[index % 2] as TestHost);
  const [a, b] = machines as [TestHost, TestHost];
  const answers = await Promise.all([send(4, a), send(5, b), send(4, b), send(5, a)]);
  const whole = answers.filter(({ secure_url }) => secure_url !== undefined);
  expect(whole.map(({ bytes }) => bytes)).toEqual([large.length]);
  const answer = await at(b, whole[0]?.secure_url ?? "");
  expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
});

test("a delivery redirects to the bucket, but forbidden and missing pictures are still rejected by the host", async () => {
  const on = await machine("redirect", { isRedirecting: true });
  const { url } = await on.host.upload(picture, { folder: "inputs/r" });
  const way = await fetch(url, { redirect: "manual" });
  expect(way.status).toBe(302);
  expect(way.headers.get("cache-control")).toBe("private, max-age=150");
  expect(new URL(way.headers.get("location") ?? "").port).toBe(String(bucket.proxy.port));
  const answer = await fetch(url);
  expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
  expect(answer.headers.get("content-type")).toBe("image/jpeg");
  expect((await fetch(resizedUrl(url, "tile"))).status).toBe(200);
  expect((await fetch(url.replace("/upload/", "/upload/w_77/"), { redirect: "manual" })).status).toBe(401);
  expect((await fetch(`${url}x`, { redirect: "manual" })).status).toBe(404);
});

test("during a bucket outage calls return 503 with Retry-After, and afterwards they succeed again", async () => {
  const on = await machine("outage");
  const { url } = await on.host.upload(picture, { folder: "inputs/o" });
  bucket.proxy.setAway("closed");
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  await expect(on.host.upload(picture, { folder: "outputs/o" })).rejects.toMatchObject({
    name: "ImageHostError",
    retryable: true,
    status: 503,
  });
  bucket.proxy.setAway(null);
  await expect.poll(async () => (await fetch(url)).status, { timeout: 20_000 }).toBe(200);
  expect((await on.host.upload(picture, { folder: "outputs/o" })).sizeBytes).toBe(picture.length);
});

async function makeDisk(name: string, count: number) {
  const root = path.join(folder, name);
  const on = await startTestHost({ files: new DiskStore(root) });
  hosts.push(on);
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const asset = await on.host.upload(picture, { folder: "moved", name: `${name}-${index}` });
    if (index % 2 === 0) await on.host.makeCutout(asset);
    urls.push(asset.url);
  }
  return { disk: new DiskStore(root), urls };
}

test("pictures are copied to a bucket and back, even when the copy is interrupted", async () => {
  const { disk, urls } = await makeDisk("disk", 4);
  const present = filesOf("copier");
  const on = await machine("served");
  const storeFile = present.store.bind(present);
  let stored = 0;
  present.store = async (...given) => {
    stored += 1;
    if (stored % 3 === 0) throw new Error("killed");
    await storeFile(...given);
  };
  for (let run = 1; run <= 2; run += 1) {
    await expect(copyPictures(disk, present)).rejects.toThrow("killed");
    expect(await findDamaged(present)).toEqual([]);
  }
  present.store = storeFile;
  await copyPictures(disk, present);
  for (const url of urls) expect((await at(on, url)).status).toBe(200);
  const marked = await at(on, (urls[0] ?? "").replace("/upload/", "/upload/e_background_removal/f_png/"));
  expect(marked.status).toBe(200);

  const back = new DiskStore(path.join(folder, "back"));
  const home = await machine("home", { files: back });
  await copyPictures(present, back);
  for (const url of urls) expect((await at(home, url)).status).toBe(200);
  expect(await findDamaged(back)).toEqual([]);
});

deepTest(
  "the probe of a working bucket succeeds, and that of a bucket that damages bytes fails",
  async () => {
    expect((await probeStorage(filesOf("probe"))).ms).toBeGreaterThan(0);
    bucket.proxy.plan("damaged", ({ method }) => method === "GET", 100);
    await expect(probeStorage(filesOf("probe two"))).rejects.toThrow(/127\.0\.0\.1.*damaged|damaged/);
  },
);
