import { statfs } from "node:fs/promises";
import { DataDirError } from "./data-dir.ts";
import { env } from "./env.ts";
import { ApiError } from "./errors.ts";

const mib = 1024 * 1024;
const retryAfterSeconds = 60;

/** Free space on the disk of a folder, in mebibytes. */
export async function freeMegabytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.floor((bavail * bsize) / mib);
}

/** Throws DataDirError when a new database of `neededMegabytes` does not fit on the disk of `dataDir`. */
export async function requireRoomForDatabase(dataDir: string, neededMegabytes: number): Promise<void> {
  const free = await freeMegabytes(dataDir);
  if (free >= neededMegabytes) return;
  throw new DataDirError("postgres/cluster: no room", { dataDir, needed: neededMegabytes, free });
}

/**
 * Throws ApiError `overloaded` when storing `sizeBytes` more would leave less than DISK_FLOOR_MB free on the disk of
 * DATA_DIR, so that the database on that disk never runs out of space.
 */
export async function requireDiskSpace(sizeBytes = 0): Promise<void> {
  const { bavail, bsize } = await statfs(env().DATA_DIR);
  if (bavail * bsize - sizeBytes >= env().DISK_FLOOR_MB * mib) return;
  const message = `only ${Math.floor((bavail * bsize) / mib)} MB are free on the disk of DATA_DIR`;
  throw diskFull(Object.assign(new Error(message), { code: "ENOSPC" }));
}

export function diskFull(cause: unknown): ApiError {
  return new ApiError("overloaded", "There is no room to store pictures right now.", {
    retryAfterSeconds,
    cause,
  });
}

/** Whether an error, or its cause, is a full disk or an exceeded disk quota. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : "";
  return code === "ENOSPC" || code === "EDQUOT" || isDiskFull(error.cause);
}
