import { mkdirSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";

const busy = 5;

/**
 * Takes a lock that the operating system releases when this process ends for any reason. Returns the function that
 * releases it (keep a reference: garbage collection releases it too), or null while it is held, possibly by this
 * process itself.
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
