import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "../../db/index.ts";
import { env } from "../../platform/env.ts";
import { secret } from "../../platform/secrets.ts";
import { makeLibrary } from "../../testing/backup/library.ts";
import { useDatabase } from "../../testing/database.ts";
import { startS3Server } from "../../testing/storage/s3-server.ts";
import { scheduledName } from "../retention.ts";
import { beginRun, endRun, readBackupStatus } from "../runs.ts";
import { runBackup } from "../scheduled.ts";
import { bucketPlace, parseBucketUrl } from "./bucket.ts";
import type { Place } from "./place.ts";

await useDatabase();
const before = { ...env() };
const passphrase = "a passphrase of some length";
let store: Awaited<ReturnType<typeof startS3Server>>;
let place: Place;

beforeAll(async () => {
  secret("auth");
  await makeLibrary(2);
});
beforeEach(async () => {
  store = await startS3Server();
  place = bucketPlace(store.url);
  Object.assign(env(), {
    BACKUP_URL: store.url,
    BACKUP_PASSPHRASE: passphrase,
    BACKUP_SCHEDULE: "17 3 * * *",
  });
});
afterEach(() => store.close());
afterAll(() => void Object.assign(env(), before));

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
const name = scheduledName(daysAgo(0));

async function readAll(archive: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const bytes of place.read(archive)) parts.push(bytes);
  return Buffer.concat(parts);
}

/** Sends random bytes as an archive is written: in pieces from one reused buffer. */
async function sendArchive(sizeBytes: number): Promise<Buffer> {
  const whole = randomBytes(sizeBytes);
  const sink = await place.open(name);
  const piece = Buffer.alloc(1_000_000);
  try {
    for (let at = 0; at < sizeBytes; at += piece.length) {
      const size = whole.copy(piece, 0, at, at + piece.length);
      await sink.write(piece.subarray(0, size));
    }
    await sink.finish();
  } catch (error) {
    await sink.discard();
    throw error;
  }
  return whole;
}

test("a backup is stored in the bucket with its pictures, and only expired backups are deleted from it", async () => {
  for (let day = 1; day <= 20; day += 1) {
    const old = scheduledName(daysAgo(day + 60));
    store.objects.set(`nightly/${old}`, Buffer.from("x"));
    await endRun(await beginRun("here", old), { sizeBytes: 1 });
  }
  store.objects.set("nightly/mine.tar", Buffer.from("mine"));
  store.objects.set("other/photos-20200101T000000Z.tar", Buffer.from("mine"));
  const made = await runBackup();
  expect(made.place).toMatch(/^s3:\/\/127\.0\.0\.1:\d+\/backups\/nightly$/);
  const left = await place.list();
  expect(left.at(-1)).toEqual({ name: made.name, sizeBytes: made.sizeBytes });
  expect(left.length).toBe(21 - made.expired.length);
  expect([...store.objects.keys()]).toEqual(
    expect.arrayContaining(["nightly/mine.tar", "other/photos-20200101T000000Z.tar"]),
  );
  const bytes = await readAll(made.name);
  expect(bytes.includes("pictures/index-000001.ndjson")).toBe(true);
  expect(await readBackupStatus()).toMatchObject({ state: "ok", lastSuccess: { sizeBytes: made.sizeBytes } });
});

test("a multipart upload arrives byte for byte, although the store asks to slow down", async () => {
  store.plan("slow down", ({ method }) => method === "PUT", 2);
  store.plan("slow down", ({ method, query }) => method === "POST" && query.has("uploadId"));
  const whole = await sendArchive(40_000_000);
  expect((await readAll(name)).equals(whole)).toBe(true);
  expect(store.calls.filter(({ query }) => query.has("partNumber")).length).toBeGreaterThan(2);
});

test.each([
  ["a store that took it and has nothing", "lost", 1_000, /NotFound|404|has 0 of/],
  ["a store that says at the end that it failed", "error after 200", 40_000_000, /InternalError/],
] as const)("%s fails the backup, and no object or upload remains", async (_, fault, sizeBytes, message) => {
  const isEnd = ({ method, query }: { method: string; query: URLSearchParams }) =>
    sizeBytes > 1_000_000 ? method === "POST" && query.has("uploadId") : method === "PUT";
  store.plan(fault, isEnd, 100);
  const error = await sendArchive(sizeBytes).catch((reason: Error) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(`${(error as Error).name} ${(error as Error).message}`).toMatch(message);
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
});

test("reading an archive that is cut off in transfer fails", async () => {
  await sendArchive(200_000);
  store.plan("truncated", ({ method }) => method === "GET");
  await expect(readAll(name)).rejects.toThrow();
});

test("a wrong secret fails the backup, and no secret appears in the stored run or the error", async () => {
  env().BACKUP_URL = store.wrongUrl;
  const error = await runBackup().catch((reason: Error) => reason);
  expect((error as Error).name).toBe("SignatureDoesNotMatch");
  const rows = await db().backupRun.findMany({ orderBy: { id: "desc" }, take: 1 });
  expect(rows[0]?.error).toContain("SignatureDoesNotMatch");
  const said = JSON.stringify([rows.map(({ id: _, sizeBytes: __, ...row }) => row), String(error)]);
  for (const word of [store.secret, encodeURIComponent(store.secret), "another"])
    expect(said).not.toContain(word);
});

test.each([
  ["s3://endpoint/bucket", "has no key and secret"],
  ["s3://key:secret@endpoint", "has no endpoint or no bucket"],
  ["no address", "is no address"],
])("rejects %s, and the error names the problem", (url, problem) => {
  expect(() => parseBucketUrl(url)).toThrow(problem);
});
