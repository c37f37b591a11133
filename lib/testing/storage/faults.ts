import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { temporaryPath } from "#lib/storage/files.ts";
import type { FileStore } from "#lib/storage/port.ts";
import { bucketOf, startBucket } from "./bucket.ts";
import type { StoreFault } from "./fault-proxy.ts";

/** Starts a bucket for the tests of a file; each test has an empty folder. */
export function useBucket() {
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let folder: string;
  beforeAll(async () => {
    bucket = await startBucket();
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "storage-"));
  });
  afterEach(async () => {
    bucket.proxy.reset();
    await rm(folder, { recursive: true, force: true });
  });
  afterAll(() => bucket.close());

  return {
    get bucket() {
      return bucket;
    },
    get folder() {
      return folder;
    },
    /** Another machine with the same bucket and an empty cache. */
    machine: () => bucketOf(bucket.url, path.join(folder, `machine-${randomUUID()}`)),
  };
}
type UsedBucket = ReturnType<typeof useBucket>;

export async function temporaryOf(store: FileStore, bytes: Uint8Array): Promise<string> {
  const file = temporaryPath(store.temporaryFolder);
  await writeFile(file, bytes);
  return file;
}

export async function put(store: FileStore, key: string, bytes: Uint8Array): Promise<void> {
  await store.prepare();
  await store.store(await temporaryOf(store, bytes), key);
}

export async function bytesOf(store: FileStore, key: string): Promise<Buffer | null> {
  const found = await store.locate(key);
  return found && (await readFile(found.path));
}

export const isOf = (method: string) => (call: { method: string; url: string }) => call.method === method;

/** Tests that a file arrives in spite of these faults: kind, method, how often. */
export function describeFaults(used: UsedBucket, rows: [StoreFault, string, number][]): void {
  test.each(rows)("%s in a %s, %d times: the file arrives, byte for byte", async (fault, method, times) => {
    const key = `assets/faults/${randomBytes(8).toString("hex")}`;
    const bytes = randomBytes(300_000);
    used.bucket.proxy.plan(fault, isOf(method), times);
    await put(used.machine(), key, bytes);
    expect((await bytesOf(used.machine(), key))?.equals(bytes)).toBe(true);
  });
}

/** Tests that a record is read in spite of these faults. */
export function describeRecordFaults(used: UsedBucket, rows: [StoreFault, number][]): void {
  test.each(rows)("%s, %d times: a record is read unchanged", async (fault, times) => {
    const store = used.machine();
    const text = JSON.stringify({ record: randomBytes(300).toString("hex") });
    await store.write("assets/faults/record", text);
    used.bucket.proxy.plan(fault, isOf("GET"), times);
    expect((await store.read("assets/faults/record"))?.toString()).toBe(text);
  });
}

/** Tests that a file of many parts arrives in spite of these faults. */
export function describeMultipartFaults(used: UsedBucket, rows: [StoreFault, string][]): void {
  test.each(rows)(
    "%s in a %s of a multipart file: it arrives complete, also on another machine",
    async (fault, method) => {
      const key = `assets/large/${randomBytes(8).toString("hex")}`;
      const bytes = randomBytes(21_000_000);
      used.bucket.proxy.plan(fault, isOf(method));
      await put(used.machine(), key, bytes);
      used.bucket.proxy.plan("truncated", isOf("GET"), 2);
      expect((await bytesOf(used.machine(), key))?.equals(bytes)).toBe(true);
      const parts = used.bucket.proxy.calls.filter(({ url }) => url.includes("partNumber"));
      expect(parts.length).toBeGreaterThan(2);
    },
  );
}
