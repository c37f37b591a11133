import { writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { tryLock } from "../platform/os-lock.ts";
import { type CreateOptions, createBackup } from "./create.ts";
import { BackupError } from "./format.ts";
import { includesPictures } from "./gaps.ts";
import { backupsFolder, prepareFolder, removePartials } from "./places/folder.ts";
import { backupPlace } from "./places/index.ts";
import { chooseExpired, scheduledName } from "./retention.ts";
import { beginRun, endRun, pickOwnArchives } from "./runs.ts";
import { collectSecrets } from "./secrets.ts";

/** Limit of a failed run's stored error text. */
const errorLength = 500;

/**
 * Makes a backup as the schedule does, stores it at the configured place, and deletes expired archives. Records the
 * outcome for health, metrics and the next start. Throws errors of `createBackup` and the place.
 */
export async function runBackup(
  watched: Pick<CreateOptions, "signal" | "onProgress"> = {},
): Promise<{ name: string; place: string; sizeBytes: number; expired: string[] }> {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_URL } = env();
  await prepareFolder(backupsFolder());
  const release = tryLock(path.join(backupsFolder(), "backup.lock"));
  if (!release) throw new BackupError("Another backup is running: wait for its end.");
  try {
    await removePartials(backupsFolder());
    const place = await backupPlace();
    const name = scheduledName(new Date());
    const run = await beginRun(place.name, name);
    try {
      const options = { ...watched, hasPictures: includesPictures(), passphrase };
      const { sizeBytes, manifest } = await createBackup(await place.open(name), options);
      if (!manifest.secrets.isIncluded) await keepSecrets(BACKUP_URL === undefined);
      const own = await pickOwnArchives((await place.list()).map((archive) => archive.name));
      const expired = chooseExpired(own);
      for (const one of expired) await place.remove(one);
      await endRun(run, { sizeBytes });
      return { name, place: place.name, sizeBytes, expired };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      await endRun(run, { error: text.slice(0, errorLength) });
      throw error;
    }
  } finally {
    release();
  }
}

/**
 * Archives never contain plaintext secrets, since an archive that leaves this machine would expose the service. Local
 * archives have them in a file beside, with the same permissions as in DATA_DIR, where a restore finds them.
 */
async function keepSecrets(isLocal: boolean): Promise<void> {
  if (!isLocal) {
    log.warn("the backup is without its secrets: set BACKUP_PASSPHRASE to have them encrypted in it");
    return;
  }
  const { "secrets.json": text } = await collectSecrets();
  if (text !== undefined) {
    await writeFile(path.join(backupsFolder(), "secrets.json"), text, { mode: 0o600, flush: true });
  }
}
