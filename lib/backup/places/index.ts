import { env } from "../../platform/env.ts";
import { folderPlace } from "./folder.ts";
import type { Place } from "./place.ts";

/** The place of this installation's scheduled backups: BACKUP_URL, or a folder of DATA_DIR. */
export async function backupPlace(): Promise<Place> {
  const { BACKUP_URL } = env();
  if (BACKUP_URL === undefined) return folderPlace();
  // Imported lazily: most processes never need the S3 client.
  const { bucketPlace } = await import("./bucket.ts");
  return bucketPlace(BACKUP_URL);
}
