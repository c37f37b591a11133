import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withClient } from "../db/client.ts";
import { db, sql } from "../db/index.ts";
import { migrationLockKey } from "../db/migrate.ts";
import { deleteGenerations } from "../generations/history/delete.ts";
import { AssetStore } from "../images/embedded/store.ts";
import { env } from "../platform/env.ts";
import { secret } from "../platform/secrets.ts";
import { DiskStore } from "../storage/disk.ts";
import { type Library, makeLibrary, payForPhoto } from "../testing/backup/library.ts";
import { useDatabase } from "../testing/database.ts";
import { tried } from "../testing/evidence/index.ts";
import { seededRandom } from "../testing/random.ts";
import { runsOf } from "../testing/trials.ts";
import { bytesOf, readArchive, requireWhole } from "./archive.ts";
import { createBackup } from "./create.ts";
import { entryNames } from "./format.ts";
import { inspectArchive } from "./load.ts";
import { picturesFolder } from "./pictures.ts";
import { openSecrets } from "./secrets.ts";

await useDatabase();
let folder: string;
const fileOf = (name: string) => path.join(folder, name);
const passphrase = "a passphrase of some length";
const whole = { hasPictures: true, passphrase: undefined } as const;

let library: Library;
beforeAll(() => void secret("auth"));
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "photos-backups-"));
  await db().$executeRaw(sql`TRUNCATE "user", hosted_picture CASCADE`);
  library = await makeLibrary(1);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("an archive is undamaged, readable only by its owner, and counts its accounts and pictures", async () => {
  const file = fileOf("first.tar");
  const { sizeBytes, manifest } = await createBackup(file, { ...whole });
  expect(manifest).toMatchObject({ hasPictures: true, rows: { balance: 1 }, pictures: { count: 2 } });
  const { size, mode } = await stat(file);
  expect([size, mode & 0o777]).toEqual([sizeBytes, 0o600]);
  await requireWhole(file);
  expect(await readdir(folder)).toEqual(["first.tar"]);
});

test("a backup never overwrites an existing file", async () => {
  const file = fileOf("taken.tar");
  await writeFile(file, "mine");
  await expect(createBackup(file, { ...whole })).rejects.toThrow("exists: choose another name");
  expect(await readFile(file, "utf8")).toBe("mine");
});

describe("an interrupted backup", () => {
  test.each(["tables", "pictures"] as const)("during %s leaves no file", async (what) => {
    const interrupted = new AbortController();
    const file = fileOf(`interrupted-${what}.tar`);
    const onProgress = (progress: { what: string }) => {
      if (progress.what === what) interrupted.abort(new Error("interrupted"));
    };
    const { signal } = interrupted;
    await expect(createBackup(file, { ...whole, onProgress, signal })).rejects.toThrow("interrupted");
    expect((await readdir(folder)).filter((name) => name.startsWith("interrupted"))).toEqual([]);
  });
});

test("no backup starts during a migration, and a migration waits for a running backup", async () => {
  await withClient(env().DATABASE_URL ?? "", async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLockKey]);
    await expect(createBackup(fileOf("migrated.tar"), { ...whole })).rejects.toThrow("being migrated");
    await client.query("SELECT pg_advisory_unlock($1)", [migrationLockKey]);
    let canMigrate = true;
    const onProgress = async () => {
      const { rows } = await client.query("SELECT pg_try_advisory_lock($1) AS got", [migrationLockKey]);
      canMigrate &&= rows[0].got;
    };
    await createBackup(fileOf("migrated.tar"), {
      hasPictures: false,
      passphrase: undefined,
      onProgress,
    });
    expect(canMigrate).toBe(false);
  });
});

test("a backup is rejected when the free disk space is below DISK_FLOOR_MB", async () => {
  const before = env().DISK_FLOOR_MB;
  env().DISK_FLOOR_MB = 1_000_000_000;
  try {
    await expect(createBackup(fileOf("full.tar"), { ...whole })).rejects.toThrow("DISK_FLOOR_MB");
  } finally {
    env().DISK_FLOOR_MB = before;
  }
});

test("an archive contains the secrets encrypted with the passphrase, or only their fingerprints without one", async () => {
  const clear = await readFile(path.join(env().DATA_DIR, "secrets.json"), "utf8");
  const bare = fileOf("bare.tar");
  await createBackup(bare, { hasPictures: false, passphrase: undefined });
  const { secrets } = (await inspectArchive(bare, undefined)).header;
  expect([secrets.isIncluded, Object.keys(secrets.fingerprints)]).toEqual([false, ["secrets.json"]]);
  const file = fileOf("sealed.tar");
  await createBackup(file, { hasPictures: false, passphrase });
  let sealed: Buffer = Buffer.alloc(0);
  for await (const entry of readArchive(file))
    if (entry.path === entryNames.secrets) sealed = await bytesOf(entry);
  expect(await openSecrets(sealed, passphrase)).toEqual({ "secrets.json": clear });
  await expect(openSecrets(sealed, "another passphrase")).rejects.toThrow("not the one");
  const root = JSON.parse(clear).root;
  for (const one of [bare, file]) expect(await readFile(one, "latin1")).not.toContain(root);
  await expect(
    createBackup(fileOf("short.tar"), { hasPictures: false, passphrase: "short" }),
  ).rejects.toThrow("at least 12 characters");
});

test("a changed, missing or additional byte anywhere in an archive is detected", async () => {
  const file = fileOf("whole.tar");
  await createBackup(file, { ...whole });
  const bytes = await readFile(file);
  const seed = Date.now() % 1_000_000;
  const random = seededRandom(seed);
  const trials = runsOf(60, 24);
  tried("backups", trials);
  const damaged = fileOf("damaged.tar");
  await writeFile(damaged, bytes);
  const handle = await open(damaged, "r+");
  try {
    for (let trial = 0; trial < trials; trial += 1) {
      // The last trials damage the end of the archive, which contains padding and digest.
      const from = trial < (2 * trials) / 3 ? 0 : bytes.length - 4_096;
      const at = from + Math.floor(random() * (bytes.length - from));
      const changed = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      await handle.write(Buffer.of(changed), 0, 1, at);
      const what = `byte ${at} of ${bytes.length}, seed ${seed}`;
      await expect(requireWhole(damaged), what).rejects.toThrow("is damaged or incomplete");
      await handle.write(bytes, at, 1, at);
    }
    await requireWhole(damaged);
  } finally {
    await handle.close();
  }
  for (const other of [
    bytes.subarray(0, -1),
    bytes.subarray(0, 5_000),
    Buffer.concat([bytes, Buffer.of(0)]),
  ]) {
    await writeFile(damaged, other);
    await expect(requireWhole(damaged)).rejects.toThrow("take another archive");
  }
});

test("pictures that are deleted during the backup are left out, and lost pictures are reported as missing", async () => {
  const [deleted, lost] = [await payForPhoto(library.userId), await payForPhoto(library.userId)];
  const store = new AssetStore(new DiskStore(picturesFolder(env().DATA_DIR)));
  const asset = await store.get(lost.publicId);
  if (!asset) throw new Error("the test's picture is missing");
  await store.files.remove(store.originalKey(asset));
  let isDeleted = false;
  const work: Promise<unknown>[] = [];
  const { manifest } = await createBackup(fileOf("deleted.tar"), {
    ...whole,
    onProgress: ({ what }) => {
      // The snapshot exists as soon as the first table is reported.
      if (what !== "tables" || isDeleted) return;
      isDeleted = true;
      work.push(deleteGenerations([deleted.id]));
    },
  });
  await Promise.all(work);
  expect(await db().generation.count({ where: { id: deleted.id, deletedAt: null } })).toBe(0);
  expect(manifest.pictures).toMatchObject({ removed: 1, missing: 1 });
});
