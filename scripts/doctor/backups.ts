import { stat } from "node:fs/promises";
import { backupsFolder } from "#lib/backup/location.ts";
import { hasArchivablePictures } from "#lib/backup/pictures.ts";
import { readBackupStatus } from "#lib/backup/runs.ts";
import { env } from "#lib/platform/env.ts";
import { type Finding, found } from "./findings.ts";

export async function checkBackups(isEmbedded: boolean): Promise<Finding[]> {
  const status = await readBackupStatus();
  if (!status) return isEmbedded ? [found("backup_off")] : [];
  const unprotected = await findUnprotected();
  const { state, lastSuccess, lastFailure } = status;
  if (lastFailure && state !== "ok")
    return [found("backup_failed", { problem: lastFailure.error }), ...unprotected];
  if (state === "late" && lastSuccess)
    return [found("backup_late", { at: lastSuccess.at.toISOString() }), ...unprotected];
  return unprotected;
}

/** What is lost although scheduled backups are made. */
export async function findUnprotected(): Promise<Finding[]> {
  const { BACKUP_PASSPHRASE, BACKUP_PICTURES, DATA_DIR: dataDir } = env();
  const values = { folder: backupsFolder(), dataDir };
  const isWithoutPictures = BACKUP_PICTURES === "off" && hasArchivablePictures();
  return [
    ...((await isOnSameDisk()) ? [found("backup_same_disk", values)] : []),
    ...(isWithoutPictures ? [found("backup_without_pictures", values)] : []),
    ...(BACKUP_PASSPHRASE === undefined ? [found("backup_without_secrets", values)] : []),
  ];
}

/** Whether scheduled backups are on the disk that they protect; the folder may be a link to another one. */
async function isOnSameDisk(): Promise<boolean> {
  const { BACKUP_URL, DATA_DIR } = env();
  if (BACKUP_URL !== undefined) return false;
  const [backups, data] = await Promise.all(
    [backupsFolder(), DATA_DIR].map((folder) => stat(folder).catch(() => null)),
  );
  return !backups || backups.dev === data?.dev;
}
