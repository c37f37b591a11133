import { env } from "../../platform/env.ts";
import { folderPlace } from "./folder.ts";
import type { Place } from "./place.ts";

/** Where this installation keeps its scheduled backups: BACKUP_URL, or a folder of DATA_DIR. */
export async function backupPlace(): Promise<Place> {
  const { BACKUP_URL } = env();
  if (BACKUP_URL === undefined) return folderPlace();
  // Most processes never need the client of the store.
  const { bucketPlace } = await import("./bucket.ts");
  return bucketPlace(BACKUP_URL);
}
