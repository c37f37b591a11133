import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DataDirError } from "./data-dir.ts";

/** Lock held by the one process that serves from a data directory or runs its database. */
export const serviceLock = (dataDir: string) => path.join(dataDir, "service.lock");

const recordFile = (dataDir: string) => path.join(dataDir, "installation.json");

/**
 * Throws DataDirError for a data directory with a database that was recorded at another path: it was moved, or it is a
 * copy of an installation that still works. A new directory is not recorded yet.
 */
export function requireRecordedPath(dataDir: string): void {
  const file = recordFile(dataDir);
  const recorded = readRecordedPath(file);
  if (recorded === null) {
    if (existsSync(path.join(dataDir, "postgres", "cluster")))
      throw new DataDirError("installation.json: missing", { file, dataDir });
    return;
  }
  if (recorded === realpathSync(dataDir)) return;
  throw new DataDirError("installation.json: of another path", { dataDir, recorded });
}

/** Records that this directory, at its present path, is the installation. Only for the holder of its lock. */
export function recordPath(dataDir: string): void {
  const file = recordFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify({ path: realpathSync(dataDir) })}\n`, {
    mode: 0o600,
    flush: true,
  });
  renameSync(`${file}.new`, file);
}

/** Null without the file. */
function readRecordedPath(file: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const record: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (typeof record === "object" && record !== null && "path" in record && typeof record.path === "string")
      return record.path;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DataDirError("installation.json: damaged", { file });
}
