import { stat } from "node:fs/promises";
import { hasEmbeddedPictures } from "../images/embedded/own-pictures.ts";
import { getPresentAccount } from "../images/providers.ts";
import { env } from "../platform/env.ts";
import { backupsFolder } from "./places/folder.ts";

/** What is lost although scheduled backups are made. */
export type BackupGap = "same_disk" | "without_pictures" | "without_secrets";

export async function findBackupGaps(): Promise<BackupGap[]> {
  const { BACKUP_PASSPHRASE } = env();
  return [
    ...((await isOnSameDisk()) ? ["same_disk" as const] : []),
    ...(hasArchivablePictures() && !includesPictures() ? ["without_pictures" as const] : []),
    ...(BACKUP_PASSPHRASE === undefined ? ["without_secrets" as const] : []),
  ];
}

/** Whether scheduled backups include the pictures: by default only those in a bucket, as eleven copies need much space. */
export function includesPictures(): boolean {
  const { BACKUP_PICTURES, BACKUP_URL } = env();
  return (BACKUP_PICTURES ?? (BACKUP_URL === undefined ? "off" : "on")) === "on";
}

/** Whether there are pictures that an archive can include; those of another image host it cannot. */
export function hasArchivablePictures(): boolean {
  return getPresentAccount() === null || hasEmbeddedPictures();
}

/** The folder may be a link to another disk. */
async function isOnSameDisk(): Promise<boolean> {
  const { BACKUP_URL, DATA_DIR } = env();
  if (BACKUP_URL !== undefined) return false;
  const [backups, data] = await Promise.all([
    stat(backupsFolder()).catch(() => null),
    stat(DATA_DIR).catch(() => null),
  ]);
  return backups === null || backups.dev === data?.dev;
}
