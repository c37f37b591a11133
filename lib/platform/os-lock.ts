import { accessSync, closeSync, constants, mkdirSync, openSync, statSync, truncateSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hasCode } from "./data-dir.ts";

/** Results of SQLite: the file is locked, or holds something else than a database. */
const busy = 5;
const notADatabase = 26;

/**
 * Takes a lock that the operating system releases when this process ends for any reason. Returns the function that
 * releases it (keep a reference: garbage collection releases it too), or null while it is held, possibly by this
 * process itself. Throws the error of the file system for a file that this user cannot use.
 */
export function tryLock(file: string): (() => void) | null {
  mkdirSync(path.dirname(file), { recursive: true });
  makeFile(file);
  try {
    return lock(file);
  } catch (error) {
    // Reported only while nobody holds the lock. The file has no content that could be lost.
    if (resultOf(error) !== notADatabase) throw error;
    truncateSync(file);
    return lock(file);
  }
}

/** SQLite would not say why it cannot. An existing file is not opened: closing it would release this process's lock. */
function makeFile(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    if (!statSync(file).isFile())
      throw Object.assign(new Error(`${file} is no file`), { code: "EISDIR", path: file });
    accessSync(file, constants.R_OK | constants.W_OK);
  }
}

function lock(file: string): (() => void) | null {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => database.close();
  } catch (error) {
    database.close();
    if (resultOf(error) === busy) return null;
    throw error;
  }
}

function resultOf(error: unknown): unknown {
  return error instanceof Error && "errcode" in error ? error.errcode : null;
}
