import { randomBytes } from "node:crypto";
import { link, mkdir, open, rename, rm } from "node:fs/promises";
import path from "node:path";

/** A name in `folder` that nothing else uses. */
export function temporaryPath(folder: string): string {
  return path.join(folder, `${Date.now().toString(36)}-${process.pid}-${randomBytes(8).toString("hex")}.tmp`);
}

/** Writes a new file whose bytes are on the disk when the promise resolves. */
export async function writeDurably(file: string, bytes: Uint8Array | string): Promise<void> {
  const handle = await open(file, "wx", 0o644);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a whole, synced temporary file its final name, replacing what was there; survives a crash at any point. */
export async function placeFile(temporary: string, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true });
  await rename(temporary, target);
  await syncFolder(path.dirname(target));
}

/** As `placeFile`, but false (and nothing changed) when the name is taken. */
export async function placeNewFile(temporary: string, target: string): Promise<boolean> {
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await link(temporary, target);
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(path.dirname(target));
  return true;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
