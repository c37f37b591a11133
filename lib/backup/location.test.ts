import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "../db/index.ts";
import { env } from "../platform/env.ts";
import { secret } from "../platform/secrets.ts";
import { makeLibrary } from "../testing/backup/library.ts";
import { useDatabase } from "../testing/database.ts";
import { startS3Server } from "../testing/storage/s3-server.ts";
import { requireWhole } from "./archive.ts";
import { archiveAt, backupLocation } from "./location.ts";
import { scheduledName } from "./retention.ts";
import { beginRun, endRun, readBackupStatus } from "./runs.ts";
import { runBackup } from "./scheduled.ts";

await useDatabase();
const before = { ...env() };
let store: Awaited<ReturnType<typeof startS3Server>>;
let folder: string;

beforeAll(async () => {
  secret("auth");
  await makeLibrary(1);
});
beforeEach(async () => {
  store = await startS3Server();
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-location-"));
  Object.assign(env(), {
    BACKUP_URL: store.url,
    BACKUP_SCHEDULE: "17 3 * * *",
  });
});
afterEach(async () => {
  store.close();
  await rm(folder, { recursive: true });
});
afterAll(() => void Object.assign(env(), before));

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

test("a backup is stored in the bucket with its pictures, and only expired backups are deleted from it", async () => {
  for (let day = 1; day <= 20; day += 1) {
    const old = scheduledName(daysAgo(day + 60));
    store.objects.set(`nightly/${old}`, Buffer.from("x"));
    await endRun(await beginRun("here", old), { sizeBytes: 1 });
  }
  store.objects.set("nightly/mine.tar", Buffer.from("mine"));
  store.objects.set("other/photos-20200101T000000Z.tar", Buffer.from("mine"));
  const made = await runBackup();
  expect(made.location).toMatch(/^s3:\/\/127\.0\.0\.1:\d+\/backups\/nightly$/);
  const location = await backupLocation();
  const left = await location.list();
  expect(left.at(-1)).toEqual({ name: made.name, sizeBytes: made.sizeBytes });
  expect(left.length).toBe(21 - made.expired.length);
  expect([...store.objects.keys()]).toEqual(
    expect.arrayContaining(["nightly/mine.tar", "other/photos-20200101T000000Z.tar"]),
  );
  const file = path.join(folder, "fetched.tar");
  await location.fetch(made.name, file);
  await requireWhole(file);
  expect((await readFile(file)).includes("pictures.copy")).toBe(true);
  expect(await readBackupStatus()).toMatchObject({ state: "ok", lastSuccess: { sizeBytes: made.sizeBytes } });
  // Made on this disk, and moved from it.
  await expect(readFile(archiveAt(made.name))).rejects.toThrow("ENOENT");
});

test("a store that took it and has nothing fails the backup, which stays neither there nor on this disk", async () => {
  store.fail("lost");
  await expect(runBackup()).rejects.toThrow(/has 0 of/);
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0]);
  expect(await readBackupStatus()).toMatchObject({
    lastFailure: { error: expect.stringContaining("has 0 of") },
  });
});

test("reading an archive that is cut off in transfer fails", async () => {
  const { name } = await runBackup();
  store.fail("truncated");
  const file = path.join(folder, "cut.tar");
  await expect((await backupLocation()).fetch(name, file)).rejects.toThrow();
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});

test("a wrong secret fails the backup, and no secret appears in the stored run or the error", async () => {
  env().BACKUP_URL = store.wrongUrl;
  const error = await runBackup().catch((reason: Error) => reason);
  const rows = await db().backupRun.findMany({ orderBy: { id: "desc" }, take: 1 });
  expect(rows[0]?.error).toMatch(/SignatureDoesNotMatch|refuse/);
  const said = JSON.stringify([rows.map(({ id: _, sizeBytes: __, ...row }) => row), String(error)]);
  for (const word of [store.secret, encodeURIComponent(store.secret), "another"])
    expect(said).not.toContain(word);
});
