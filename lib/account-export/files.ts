import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeZip } from "client-zip";
import type { ArchiveEntry } from "../generations/history/archive.ts";
import { env } from "../platform/env.ts";

const folder = () => path.join(env().DATA_DIR, "exports");
const fileOf = (id: string) => path.join(folder(), `${id}.zip`);

/** Writes an export as a ZIP on this machine, atomically under its final name. Returns its size. */
export async function writeExport(
  id: string,
  entries: AsyncGenerator<ArchiveEntry>,
  signal: AbortSignal,
): Promise<number> {
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  // If the first process was wrongly believed dead, two may write the same export: each uses a file of its own.
  const part = path.join(folder(), `${id}.${randomBytes(6).toString("hex")}.part`);
  try {
    const zip = Readable.fromWeb(makeZip(entries) as import("node:stream/web").ReadableStream);
    await pipeline(zip, createWriteStream(part, { mode: 0o600, flush: true }), { signal });
    await rename(part, fileOf(id));
  } finally {
    await entries.return(undefined);
    await rm(part, { force: true });
  }
  return (await stat(fileOf(id))).size;
}

/** An export as a stream; null if the file is on another machine. */
export async function readExport(id: string): Promise<{ sizeBytes: number; content: ReadableStream } | null> {
  const handle = await open(fileOf(id), "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (!handle) return null;
  const { size } = await handle.stat();
  return { sizeBytes: size, content: Readable.toWeb(handle.createReadStream()) as ReadableStream };
}

export async function removeExport(id: string): Promise<void> {
  await rm(fileOf(id), { force: true });
}

/** Deletes the files of this machine that belong to none of these exports. */
export async function removeOtherExports(ids: ReadonlySet<string>): Promise<void> {
  const names = await readdir(folder()).catch(() => []);
  for (const name of names) {
    if (!ids.has(name.split(".")[0] ?? "")) await rm(path.join(folder(), name), { force: true });
  }
}
