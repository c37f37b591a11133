import { access, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { BackupError } from "./format.ts";

/** Exists in a data folder whose restore is incomplete. */
const markerFile = "restore-incomplete.json";

/**
 * Marks a data folder as being restored: until `endRestore` it refuses every start, even if this process is killed.
 * Throws BackupError when the folder is not empty.
 */
export async function beginRestore(dataDir: string, file: string): Promise<void> {
  await requireRestored(dataDir);
  const names = await readdir(dataDir).catch(() => []);
  if (names.length > 0) {
    throw new BackupError(`${dataDir} is not empty: name an empty or a new folder with --data-dir.`);
  }
  await mkdir(dataDir, { recursive: true });
  const text = JSON.stringify({ archive: path.resolve(file), began_at: new Date().toISOString() });
  await writeFile(path.join(dataDir, markerFile), `${text}\n`, { flag: "wx", flush: true });
}

export async function endRestore(dataDir: string): Promise<void> {
  await rm(path.join(dataDir, markerFile));
}

/** Throws BackupError for a data folder whose restore is incomplete. */
export async function requireRestored(dataDir: string): Promise<void> {
  const isMarked = await access(path.join(dataDir, markerFile)).then(
    () => true,
    () => false,
  );
  if (!isMarked) return;
  throw new BackupError(
    `A restore into ${dataDir} did not end (${markerFile}): what is there is incomplete. ` +
      "Delete the folder, or restore into another empty one.",
  );
}
