import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";

const staleMs = 60 * 60_000;

/** A name in `folder` that nothing else uses. */
export function temporaryPath(folder: string): string {
  return path.join(folder, `${Date.now().toString(36)}-${process.pid}-${randomBytes(8).toString("hex")}.tmp`);
}

/** Writes a new file whose bytes are on the disk when the promise resolves; a failure leaves no part of it. */
export async function writeDurably(file: string, bytes: Uint8Array | string): Promise<void> {
  const handle = await open(file, "wx", 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Gives a whole, synced temporary file its final name, replacing what was there; survives a crash at any point. */
export async function placeFile(temporary: string, target: string): Promise<void> {
  try {
    await inFolderOf(target, () => rename(temporary, target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/** Whoever removes an asset at this moment may take the folder away again: then it is made once more. */
async function inFolderOf(target: string, place: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(path.dirname(target), { recursive: true });
    try {
      return await place();
    } catch (error) {
      if (!hasCode(error, "ENOENT") || attempt >= 5) throw error;
    }
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes what nothing has written to for an hour: files, and the folders of chunks that never became a whole. */
export async function sweepTemporary(folder: string, nowMs = Date.now()): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const stale: { name: string; isFolder: boolean }[] = [];
  for (const entry of entries) {
    const name = path.join(entry.parentPath, entry.name);
    const found = await stat(name).catch(() => null);
    if (found && nowMs - found.mtimeMs > staleMs) stale.push({ name, isFolder: entry.isDirectory() });
  }
  // The longest names lie deepest; a folder that something came into meanwhile is not empty, and stays.
  for (const { name, isFolder } of stale.sort((a, b) => b.name.length - a.name.length)) {
    await (isFolder ? rmdir(name) : rm(name, { force: true })).catch(() => undefined);
  }
}

/** A file that was there a moment ago: whoever looks everything up again finds what is in its place. */
export class MissingFileError extends Error {
  readonly code = "ENOENT";

  constructor(key: string) {
    super(`the file ${key} is not there (any more)`);
    this.name = "MissingFileError";
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
