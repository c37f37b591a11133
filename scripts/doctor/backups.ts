import { findBackupGaps } from "#lib/backup/gaps.ts";
import { backupsFolder } from "#lib/backup/places/folder.ts";
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
  const values = { folder: backupsFolder(), dataDir: env().DATA_DIR };
  return (await findBackupGaps()).map((gap) => found(`backup_${gap}`, values));
}
