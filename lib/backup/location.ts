import { chmod, constants, copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { readBucketUrl } from "../platform/bucket-address.ts";
import { env } from "../platform/env.ts";
import { partialName } from "./archive.ts";
import { BackupError } from "./format.ts";
import { madeAt } from "./retention.ts";

export interface StoredArchive {
  name: string;
  sizeBytes: number;
}

/** Where scheduled backups are: a folder or a bucket. */
export interface BackupLocation {
  /** Shown to people and in logs; contains no credentials. */
  name: string;
  /** Takes over an archive made in `backupsFolder()`. */
  store(name: string): Promise<void>;
  list(): Promise<StoredArchive[]>;
  /** Copies an archive to a new file, whole or not at all. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export const backupsFolder = () => path.join(env().DATA_DIR, "backups");
export const archiveAt = (name: string) => path.join(backupsFolder(), path.basename(name));

/** The location of this installation's scheduled backups: BACKUP_URL, or DATA_DIR/backups. */
export async function backupLocation(): Promise<BackupLocation> {
  const { BACKUP_URL } = env();
  return BACKUP_URL === undefined ? folderLocation() : await bucketLocation(BACKUP_URL);
}

function folderLocation(): BackupLocation {
  return {
    name: backupsFolder(),
    store: async () => undefined,
    async list() {
      const names = (await readdir(backupsFolder()).catch(() => [])).filter((name) => madeAt(name) !== null);
      return await Promise.all(
        names.sort().map(async (name) => ({ name, sizeBytes: (await stat(archiveAt(name))).size })),
      );
    },
    fetch: (name, file) => copyFile(archiveAt(name), file, constants.COPYFILE_EXCL),
    remove: (name) => rm(archiveAt(name), { force: true }),
  };
}

async function bucketLocation(url: string): Promise<BackupLocation> {
  // Imported lazily: most processes never need the S3 client.
  const { BucketObjects } = await import("../storage/bucket/objects.ts");
  const address = readBucketUrl(url);
  const objects = new BucketObjects(address);
  return {
    name: address.name,
    async store(name) {
      await objects.upload(name, archiveAt(name));
    },
    async list() {
      const found: StoredArchive[] = [];
      for await (const { key, sizeBytes } of objects.list(""))
        if (madeAt(key) !== null) found.push({ name: key, sizeBytes });
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async fetch(name, file) {
      const found = await objects.download(name, file);
      if (!found) throw new BackupError(`${address.name} has no ${name}: backup list shows what there is.`);
    },
    remove: (name) => objects.remove(name),
  };
}

export async function prepareFolder(): Promise<void> {
  await mkdir(backupsFolder(), { recursive: true, mode: 0o700 });
  await chmod(backupsFolder(), 0o700);
}

/** Removes the partial files of killed backups. Only the lock's holder may call it. */
export async function removePartials(): Promise<void> {
  const ending = partialName("");
  for (const name of await readdir(backupsFolder()))
    if (name.endsWith(ending) && madeAt(name.slice(0, -ending.length)) !== null)
      await rm(path.join(backupsFolder(), name), { force: true });
}
