import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const busy = 5;

/**
 * Takes a lock that the operating system itself gives back when this process ends, however it ends.
 * Returns what releases it (keep it: a lock that nothing refers to is released too), or null when another holder
 * lives. The same process may be that holder.
 */
export function tryLock(file: string): (() => void) | null {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => database.close();
  } catch (error) {
    database.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) return null;
    throw error;
  }
}
