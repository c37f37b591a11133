import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  bytesOf,
  describeFaults,
  describeMultipartFaults,
  describeRecordFaults,
  isOf,
  put,
  useBucket,
} from "#lib/testing/storage/faults.ts";
import { DiskStore } from "./disk.ts";
import type { FileStore } from "./port.ts";

const used = useBucket();
const { machine } = used;

async function keysOf(store: FileStore, below: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(below)) keys.push(key);
  return keys.sort();
}

describe.each([
  ["a disk", () => new DiskStore(path.join(used.folder, "disk"))],
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
  describeFaults(used, [
    ["lost answer", "PUT", 1],
    ["truncated", "GET", 1],
  ]);
  describeRecordFaults(used, [["damaged", 1]]);
  describeMultipartFaults(used, [["lost answer", "PUT"]]);

  test("a permanently damaged file is never returned", async () => {
    const key = "assets/faults/damaged";
    await put(machine(), key, randomBytes(10_000));
    used.bucket.proxy.plan("damaged", isOf("GET"), 100);
    const store = machine();
    await expect(store.locate(key)).rejects.toMatchObject({
      name: "StorageError",
      message: expect.stringContaining("damaged"),
    });
    await store.prepare();
    expect(await readdir(store.temporaryFolder)).toEqual([]);
  });
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
  if (!used.bucket.own) return;
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("cache-control")).toBe("public, max-age=7");
  const changed = await fetch((address ?? "").replace("address/one", "address/two"));
  expect(changed.status).toBe(403);
});
