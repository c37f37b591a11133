import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { bucketOf, startBucket } from "#lib/testing/storage/bucket.ts";
import type { StoreFault } from "#lib/testing/storage/fault-proxy.ts";
import { deepTest, rowsOf } from "#lib/testing/trials.ts";
import { DiskStore } from "./disk.ts";
import { temporaryPath } from "./files.ts";
import type { FileStore } from "./port.ts";

const bucket = await startBucket();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "storage-"));
});
afterEach(async () => {
  bucket.proxy.reset();
  await rm(folder, { recursive: true, force: true });
});
afterAll(() => bucket.close());

/** Another machine with the same bucket and an empty cache. */
const machine = () => bucketOf(bucket.url, path.join(folder, `machine-${randomUUID()}`));

async function temporaryOf(store: FileStore, bytes: Uint8Array): Promise<string> {
  const file = temporaryPath(store.temporaryFolder);
  await writeFile(file, bytes);
  return file;
}

async function put(store: FileStore, key: string, bytes: Uint8Array): Promise<void> {
  await store.prepare();
  await store.store(await temporaryOf(store, bytes), key);
}

async function bytesOf(store: FileStore, key: string): Promise<Buffer | null> {
  const found = await store.locate(key);
  return found && (await readFile(found.path));
}

const isOf = (method: string) => (call: { method: string; url: string }) => call.method === method;

async function keysOf(store: FileStore, below: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(below)) keys.push(key);
  return keys.sort();
}

describe.each([
  ["a disk", () => new DiskStore(path.join(folder, "disk"))],
  ["a bucket", machine],
] as const)("%s", (_, open) => {
  const at = `assets/${randomBytes(4).toString("hex")}`;

  test("stores, replaces, lists and removes files", async () => {
    const store = open();
    await store.prepare("assets");
    const bytes = randomBytes(200_000);
    await put(store, `${at}/a b+ü/one.bin`, bytes);
    await put(store, `${at}/two.bin`, Buffer.from("two"));
    await store.write(`${at}/two.bin`, "other");
    await store.mark(`${at}/two.bin.mark`);
    expect(await store.stat(`${at}/a b+ü/one.bin`)).toMatchObject({ sizeBytes: bytes.length });
    expect((await bytesOf(store, `${at}/a b+ü/one.bin`))?.equals(bytes)).toBe(true);
    expect((await store.read(`${at}/two.bin`))?.toString()).toBe("other");
    expect((await store.stat(`${at}/two.bin.mark`))?.sizeBytes).toBe(0);
    expect(await keysOf(store, at)).toEqual([`${at}/a b+ü/one.bin`, `${at}/two.bin`, `${at}/two.bin.mark`]);
    expect((await store.listNames(at)).sort()).toEqual(["a b+ü", "two.bin", "two.bin.mark"]);
    const opened = await store.open(`${at}/a b+ü/one.bin`);
    await store.remove(`${at}/a b+ü/one.bin`);
    expect((await opened?.handle.readFile())?.equals(bytes)).toBe(true);
    await opened?.handle.close();
    await store.removeFolder(at);
    expect(await keysOf(store, at)).toEqual([]);
    for (const key of [`${at}/two.bin`, `${at}/a b+ü/one.bin`, "assets/none"]) {
      expect([
        await store.stat(key),
        await store.read(key),
        await store.locate(key),
        await store.open(key),
      ]).toEqual([null, null, null, null]);
    }
    expect(await readdir(store.temporaryFolder)).toEqual([]);
  });

  test("gives a folder to exactly one of concurrent claims", async () => {
    const store = open();
    await store.prepare(`tmp/chunks-${at.slice(7)}`);
    await store.write(`tmp/chunks-${at.slice(7)}/0-3`, "text");
    const claims = await Promise.all([1, 2, 3].map(() => store.claimFolder(`tmp/chunks-${at.slice(7)}`)));
    const given = claims.filter((name) => name !== null);
    expect(given.length).toBe(1);
    expect((await store.read(`${given[0]}/0-3`))?.toString()).toBe("text");
  });
});

describe("a bucket with faults", () => {
  const faults: [StoreFault, string, number][] = [
    ["lost answer", "PUT", 1],
    ["truncated", "GET", 1],
    ["slow down", "PUT", 2],
    ["lost answer", "PUT", 2],
    ["lost after head", "PUT", 1],
    ["slow", "PUT", 1],
    ["slow down", "GET", 2],
    ["lost answer", "GET", 2],
    ["lost after head", "GET", 2],
    ["truncated", "GET", 3],
    ["damaged", "GET", 1],
    ["slow", "GET", 1],
  ];
  const recordFaults: [StoreFault, number][] = [
    ["damaged", 1],
    ["truncated", 2],
    ["lost after head", 2],
    ["slow down", 2],
  ];
  const multipartFaults: [StoreFault, string][] = [
    ["lost answer", "PUT"],
    ["slow down", "PUT"],
    ["lost answer", "POST"],
    ["slow down", "POST"],
  ];

  test.each(rowsOf(faults, faults.slice(0, 2)))(
    "%s in a %s, %d times: the file arrives, byte for byte",
    async (fault, method, times) => {
      const key = `assets/faults/${randomBytes(8).toString("hex")}`;
      const bytes = randomBytes(300_000);
      bucket.proxy.plan(fault, isOf(method), times);
      await put(machine(), key, bytes);
      expect((await bytesOf(machine(), key))?.equals(bytes)).toBe(true);
    },
  );

  test.each(rowsOf(recordFaults, recordFaults.slice(0, 1)))(
    "%s, %d times: a record is read unchanged",
    async (fault, times) => {
      const store = machine();
      const text = JSON.stringify({ record: randomBytes(300).toString("hex") });
      await store.write("assets/faults/record", text);
      bucket.proxy.plan(fault, isOf("GET"), times);
      expect((await store.read("assets/faults/record"))?.toString()).toBe(text);
    },
  );

  test.each(rowsOf(multipartFaults, multipartFaults.slice(0, 1)))(
    "%s in a %s of a multipart file: it arrives complete, also on another machine",
    async (fault, method) => {
      const key = `assets/large/${randomBytes(8).toString("hex")}`;
      const bytes = randomBytes(21_000_000);
      bucket.proxy.plan(fault, isOf(method));
      await put(machine(), key, bytes);
      bucket.proxy.plan("truncated", isOf("GET"), 2);
      expect((await bytesOf(machine(), key))?.equals(bytes)).toBe(true);
      const parts = bucket.proxy.calls.filter(({ url }) => url.includes("partNumber"));
      expect(parts.length).toBeGreaterThan(2);
    },
  );

  test("a permanently damaged file is never returned", async () => {
    const key = "assets/faults/damaged";
    await put(machine(), key, randomBytes(10_000));
    bucket.proxy.plan("damaged", isOf("GET"), 100);
    const store = machine();
    await expect(store.locate(key)).rejects.toMatchObject({
      name: "StorageError",
      message: expect.stringContaining("damaged"),
    });
    await store.prepare();
    expect(await readdir(store.temporaryFolder)).toEqual([]);
  });

  deepTest(
    "during an outage calls fail fast without secrets, cached files are delivered, and service resumes after it",
    async () => {
      const store = machine();
      await put(store, "assets/faults/here", Buffer.from("here"));
      await put(machine(), "assets/faults/elsewhere", Buffer.from("elsewhere"));
      bucket.proxy.setAway("closed");
      const errors: Error[] = [];
      for (let call = 0; call < 8; call += 1) {
        errors.push(
          await store.locate("assets/faults/elsewhere").then(
            () => new Error("found"),
            (error) => error,
          ),
        );
      }
      for (const error of errors) {
        expect(error).toMatchObject({ name: "StorageError", isAway: true, retryable: true });
        const said = `${error.message} ${JSON.stringify(error)} ${String(error.cause)} ${JSON.stringify(error.cause)}`;
        const secret = new URL(bucket.url).password;
        for (const word of [secret, decodeURIComponent(secret), "Credential"])
          expect(said).not.toContain(word);
      }
      const sent = bucket.proxy.calls.length;
      await expect(store.stat("assets/x")).rejects.toThrow("was not tried");
      expect(bucket.proxy.calls.length).toBe(sent);
      expect((await bytesOf(store, "assets/faults/here"))?.toString()).toBe("here");
      await expect.poll(() => store.isReachable(), { timeout: 10_000 }).toBe(false);
      bucket.proxy.setAway(null);
      await expect
        .poll(() => bytesOf(store, "assets/faults/elsewhere").catch(() => null), { timeout: 20_000 })
        .toEqual(Buffer.from("elsewhere"));
    },
  );

  deepTest(
    "a replaceable file is used although it could not be stored, and any other file fails",
    async () => {
      const store = machine();
      await store.prepare();
      bucket.proxy.plan("slow down", isOf("PUT"), 100);
      await store.store(await temporaryOf(store, Buffer.from("derived")), "derived/x", {
        isReplaceable: true,
      });
      expect((await bytesOf(store, "derived/x"))?.toString()).toBe("derived");
      await expect(put(store, "assets/x", Buffer.from("original"))).rejects.toMatchObject({ isAway: true });
      expect(await readdir(store.temporaryFolder)).toEqual([]);
    },
  );
});

test("a presigned address serves a file with the requested headers", async () => {
  const store = machine();
  await put(store, "assets/address/one", Buffer.from("bytes"));
  const options = { contentType: "image/webp", cacheControl: "public, max-age=7", seconds: 60 };
  const address = await store.presign("assets/address/one", options);
  const response = await fetch(address ?? "");
  expect([response.status, await response.text()]).toEqual([200, "bytes"]);
  expect(await store.presign("assets/address/none", options)).toBeNull();
  // Not every third-party test server supports these headers and verifies signatures.
  if (!bucket.own) return;
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("cache-control")).toBe("public, max-age=7");
  const changed = await fetch((address ?? "").replace("address/one", "address/two"));
  expect(changed.status).toBe(403);
});
