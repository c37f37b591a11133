import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { hasCode } from "../platform/data-dir.ts";

const staleMs = 60 * 60_000;

/** A unique file name in `folder`. */
export function temporaryPath(folder: string): string {
  return path.join(folder, `${Date.now().toString(36)}-${process.pid}-${randomBytes(8).toString("hex")}.tmp`);
}

/** Writes a new file that is synced to the disk when the promise resolves; a failure leaves no partial file. */
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

/** Moves a complete, synced temporary file to its final name, replacing an existing file; safe in case of a crash. */
export async function moveFile(temporary: string, target: string): Promise<void> {
  try {
    await inFolderOf(target, () => rename(temporary, target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/** Moves a file to its folder, which a concurrent removal or sweep may delete: it is then created again. */
export async function inFolderOf(target: string, move: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(path.dirname(target), { recursive: true });
    try {
      return await move();
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

/** Deletes files and chunk folders that were not written to for an hour. */
export async function sweepTemporary(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const stale: { name: string; isFolder: boolean }[] = [];
  for (const entry of entries) {
    const name = path.join(entry.parentPath, entry.name);
    const found = await stat(name).catch(() => null);
    if (found && Date.now() - found.mtimeMs > staleMs) stale.push({ name, isFolder: entry.isDirectory() });
  }
  // Longer paths first, as they are deeper; a folder that received a file meanwhile is not empty and stays.
  for (const { name, isFolder } of stale.sort((a, b) => b.name.length - a.name.length)) {
    await (isFolder ? rmdir(name) : rm(name, { force: true })).catch(() => undefined);
  }
}

/** A file disappeared after its lookup: a new lookup finds its replacement. */
export class MissingFileError extends Error {
  readonly code = "ENOENT";

  constructor(key: string) {
    super(`the file ${key} is not there (any more)`);
    this.name = "MissingFileError";
  }
}
