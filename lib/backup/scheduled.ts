import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { tryLock } from "../platform/os-lock.ts";
import { createBackup } from "./create.ts";
import { BackupError, type CreateOptions } from "./format.ts";
import { archiveAt, backupLocation, backupsFolder, prepareFolder, removePartials } from "./location.ts";
import { chooseExpired, scheduledName } from "./retention.ts";
import { beginRun, endRun, pickOwnArchives } from "./runs.ts";
import { collectSecrets } from "./secrets.ts";

/** Limit of a failed run's stored error text. */
const errorLength = 500;

type Watched = Pick<CreateOptions, "signal" | "onProgress">;

/**
 * Makes a backup as the schedule does, stores it at the configured location, and deletes expired archives. Records the
 * outcome for health, metrics and the next start. Throws errors of `createBackup` and the location.
 */
export async function runBackup(
  watched: Watched = {},
): Promise<{ name: string; location: string; sizeBytes: number; expired: string[] }> {
  await prepareFolder();
  const release = tryLock(path.join(backupsFolder(), "backup.lock"));
  if (!release) throw new BackupError("Another backup is running: wait for its end.");
  try {
    await removePartials();
    const { name: location } = await backupLocation();
    const name = await unusedName();
    const run = await beginRun(location, name);
    try {
      const made = await makeAndStore(name, watched);
      await endRun(run, { sizeBytes: made.sizeBytes });
      return { name, location, ...made };
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      await endRun(run, { error: text.slice(0, errorLength) });
      throw error;
    }
  } finally {
    release();
  }
}

/** The name of a run that starts now. Names have seconds: a further run in the same second waits for the next one. */
async function unusedName(): Promise<string> {
  for (;;) {
    const name = scheduledName(new Date());
    const isUsed = existsSync(archiveAt(name)) || (await pickOwnArchives([name])).length > 0;
    if (!isUsed) return name;
    await delay(1000 - (Date.now() % 1000));
  }
}

async function makeAndStore(
  name: string,
  watched: Watched,
): Promise<{ sizeBytes: number; expired: string[] }> {
  const { BACKUP_PASSPHRASE: passphrase, BACKUP_PICTURES, BACKUP_URL } = env();
  const isLocal = BACKUP_URL === undefined;
  const hasPictures = BACKUP_PICTURES === "on";
  const file = archiveAt(name);
  const { sizeBytes, manifest } = await createBackup(file, { ...watched, hasPictures, passphrase });
  const location = await backupLocation();
  await location.store(name).finally(() => isLocal || rm(file, { force: true }));
  if (!manifest.secrets.isIncluded) await storeSecrets(isLocal);
  const own = await pickOwnArchives((await location.list()).map((archive) => archive.name));
  // Each local archive is a further copy of the pictures on the disk of the originals.
  const expired = chooseExpired(own, isLocal && hasPictures ? { daily: 2, weekly: 1 } : undefined);
  for (const one of expired) await location.remove(one);
  return { sizeBytes, expired };
}

/**
 * Archives never contain plaintext secrets, since an archive that leaves this machine would expose the service. Local
 * archives have them in a file beside, with the same permissions as in DATA_DIR, where a restore finds them.
 */
async function storeSecrets(isLocal: boolean): Promise<void> {
  if (!isLocal) {
    log.warn("the backup is without its secrets: set BACKUP_PASSPHRASE to have them encrypted in it");
    return;
  }
  const { "secrets.json": text } = await collectSecrets();
  const file = path.join(backupsFolder(), "secrets.json");
  if (text !== undefined) await writeFile(file, text, { mode: 0o600, flush: true });
}
