// Guards what the backup commands print: the list, what is not protected, and what verify finds.
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireWhole } from "#lib/backup/archive.ts";
import { createBackup } from "#lib/backup/create.ts";
import { runBackup } from "#lib/backup/scheduled.ts";
import { db } from "#lib/db/index.ts";
import { AssetStore } from "#lib/images/embedded/store.ts";
import { env } from "#lib/platform/env.ts";
import { secret } from "#lib/platform/secrets.ts";
import { DiskStore } from "#lib/storage/disk.ts";
import { type Library, makeLibrary, payForCutout, payForPhoto } from "#lib/testing/backup/library.ts";
import { createEmptyDatabase, useDatabase } from "#lib/testing/database.ts";
import { tried } from "#lib/testing/evidence/index.ts";
import { print, runCommand } from "./said.ts";

await useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), "photos-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);

let library: Library;

beforeAll(async () => {
  secret("auth");
  library = await makeLibrary(1);
});

test("scheduled backups are listed, and one is downloaded without damage", async () => {
  tried("backups");
  const { name } = await runBackup();
  expect(JSON.parse(await print("backup", "list", "--json"))).toMatchObject([{ name }]);
  await print("backup", "download", "--name", name, "--out", at("downloaded.tar"));
  await requireWhole(at("downloaded.tar"));
});

test("a run prints what it does not protect: the disk, the pictures, the secrets", async () => {
  env().BACKUP_PICTURES = "off";
  const lines = (await print("backup", "run")).split("\n").filter((line) => line.startsWith("! "));
  expect(lines).toEqual([
    expect.stringMatching(/on the disk of DATA_DIR.* Set BACKUP_URL/),
    expect.stringMatching(/without the pictures\. Unset BACKUP_PICTURES/),
    expect.stringMatching(/no secrets: .* Set BACKUP_PASSPHRASE/),
  ]);
});

test("verify reports a missing picture, a lost mark of a cut-out, and an account with a wrong balance", async () => {
  tried("backups");
  const { userId } = library;
  const [photo, unmarked] = [await payForPhoto(userId), await payForCutout(userId)];
  const store = new AssetStore(new DiskStore(path.join(env().DATA_DIR, "images")));
  const [lost, marked] = [await store.get(photo.publicId), await store.get(unmarked.publicId)];
  if (!lost || !marked) throw new Error("the test's pictures are missing");
  await Promise.all(
    [store.originalKey(lost), store.cutoutMark(marked)].map((key) => store.files.remove(key)),
  );
  await db().balance.update({ where: { userId }, data: { topup: { increment: 1 } } });
  const file = at("wrong.tar");
  await createBackup(file, { hasPictures: true, passphrase: "a passphrase of some length" });
  // As the tool is started: with an empty database of its own.
  const { url, drop } = await createEmptyDatabase();
  const { DATABASE_URL } = env();
  Object.assign(env(), { DATABASE_URL: url });
  const { code, log, error } = await runCommand("backup", "verify", file);
  Object.assign(env(), { DATABASE_URL });
  await drop();
  for (const problem of [
    `${photo.publicId} is not in the archive`,
    `${unmarked.publicId} has no mark of its paid cut-out`,
    `${userId}: balance`,
  ]) {
    expect(error.join("\n")).toContain(problem);
  }
  expect(`${log.join("\n")}\n`).toContain("\n3 problems\n");
  expect(code).toBe(1);
});
