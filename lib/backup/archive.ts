import { createHash } from "node:crypto";
import { on, once } from "node:events";
import { createReadStream, existsSync } from "node:fs";
import { type FileHandle, open, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Header, Parser, type ReadEntry } from "tar";
import { hasCode } from "../platform/data-dir.ts";
import { env } from "../platform/env.ts";
import { syncFolder } from "../storage/files.ts";
import { BackupError } from "./format.ts";

export type ArchiveEntry = ReadEntry;
/** Adds an entry: bytes, or an open file, which must not change meanwhile and stays open. Returns its size. */
export type AddEntry = (name: string, content: Uint8Array | FileHandle) => Promise<number>;

const blockBytes = 512;
const readBytes = 1024 * 1024;
/** Bytes written between flushes, so that the database's own flushes never wait for gigabytes of the backup. */
const flushEveryBytes = 32 * 1024 * 1024;
/** The SHA-256 of everything before it and a line break, after the end of the tar file: tar ignores it. */
const digestBytes = 65;
const mib = 1024 * 1024;

const folderOf = (file: string) => path.dirname(path.resolve(file));
export const partialName = (file: string) => `${file}.partial`;

/**
 * Writes a tar file of the entries that `fill` adds, and its digest, under the name FILE.partial until it is complete;
 * after an error there is none. Throws BackupError when the file, or a partial file of another backup, exists.
 */
export async function writeArchive<T>(
  file: string,
  fill: (add: AddEntry) => Promise<T>,
): Promise<{ filled: T; sizeBytes: number }> {
  const handle = await openPartial(file);
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let unflushedBytes = 0;
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await handle.writeFile(bytes);
    sizeBytes += bytes.byteLength;
    unflushedBytes += bytes.byteLength;
    if (unflushedBytes < flushEveryBytes) return;
    unflushedBytes = 0;
    await handle.datasync();
    await requireFloor(file);
  };
  const add: AddEntry = async (name, content) => {
    const isFile = !(content instanceof Uint8Array);
    const size = isFile ? (await content.stat()).size : content.byteLength;
    await write(headerOf(name, size));
    const endBytes = sizeBytes + size;
    for await (const bytes of isFile ? partsOf(content, size) : [content]) await write(bytes);
    if (sizeBytes !== endBytes) throw new Error(`${name} became shorter while it was read`);
    await write(Buffer.alloc(-size & (blockBytes - 1)));
    return size;
  };
  try {
    await requireFloor(file);
    const filled = await fill(add);
    await write(Buffer.alloc(2 * blockBytes));
    await write(Buffer.from(`${hash.copy().digest("hex")}\n`));
    await handle.sync();
    await rename(partialName(file), file);
    await syncFolder(folderOf(file));
    return { filled, sizeBytes };
  } catch (error) {
    await rm(partialName(file), { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Adds a file as it is. */
export async function addFile(add: AddEntry, name: string, file: string): Promise<void> {
  const handle = await open(file);
  await add(name, handle).finally(() => handle.close());
}

async function openPartial(file: string): Promise<FileHandle> {
  if (existsSync(file)) throw new BackupError(`${file} exists: choose another name, or delete it first.`);
  return await open(partialName(file), "wx", 0o600).catch((error: unknown) => {
    if (hasCode(error, "ENOENT"))
      throw new BackupError(`The folder of ${file} does not exist: create it first.`);
    if (!hasCode(error, "EEXIST")) throw error;
    throw new BackupError(
      `${partialName(file)} exists: another backup writes to it, or one was killed. Delete it, or choose another name.`,
    );
  });
}

/** A backup must leave the disk space that uploads and the database need. */
async function requireFloor(file: string): Promise<void> {
  const [own, data] = await Promise.all([stat(folderOf(file)), stat(env().DATA_DIR)]);
  if (own.dev !== data.dev) return;
  const { bavail, bsize } = await statfs(folderOf(file));
  const neededMb = 2 * env().DISK_FLOOR_MB;
  if (bavail * bsize >= neededMb * mib) return;
  throw new BackupError(
    `Less than ${neededMb} MB (twice DISK_FLOOR_MB) are free on the disk of ${file}: free some, or write to another disk.`,
  );
}

/** The first bytes of an open file, which stays open. */
async function* partsOf(source: FileHandle, sizeBytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes; ) {
    const part = Buffer.allocUnsafe(Math.min(readBytes, sizeBytes - at));
    const { bytesRead } = await source.read(part, 0, part.length, at);
    if (bytesRead === 0) return;
    yield part.subarray(0, bytesRead);
    at += bytesRead;
  }
}

function headerOf(name: string, sizeBytes: number): Buffer {
  const buffer = Buffer.alloc(blockBytes);
  const fields = { path: name, size: sizeBytes, mode: 0o600, mtime: new Date(0), type: "File" } as const;
  const needsPax = new Header(fields).encode(buffer);
  // Sizes past 8 GiB use the binary form that every tar reads, so only a long name needs PAX.
  if (needsPax && name.length > 99) throw new Error(`the name of an entry is too long: ${name}`);
  return buffer;
}

/** Throws BackupError unless every byte of an archive is as it was written. */
export async function requireWhole(file: string): Promise<void> {
  const handle = await open(file, "r").catch((error: Error) => {
    throw new BackupError(`${file} cannot be read: ${error.message}`);
  });
  try {
    const end = Math.max(0, (await handle.stat()).size - digestBytes);
    const hash = createHash("sha256");
    for await (const bytes of partsOf(handle, end)) hash.update(bytes);
    const { buffer } = await handle.read(Buffer.alloc(digestBytes), 0, digestBytes, end);
    if (buffer.toString("latin1") === `${hash.digest("hex")}\n`) return;
  } finally {
    await handle.close();
  }
  throw new BackupError(
    `${file} is damaged or incomplete, or no backup: its SHA-256 is not the one that it was written with. ` +
      "Copy or download it again, or take another archive.",
  );
}

/** The entries of an archive in their order; what is left unread of one is skipped. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file, { highWaterMark: readBytes });
  const parser = new Parser({ strict: true });
  const entries = on(parser, "entry", { close: ["end"] });
  const feed = async () => {
    for await (const bytes of source) if (!parser.write(bytes)) await once(parser, "drain");
    parser.end();
  };
  try {
    feed().catch((error: unknown) => entries.throw?.(error));
    for await (const [entry] of entries as AsyncIterable<[ArchiveEntry]>) {
      yield entry;
      entry.resume();
    }
  } catch (error) {
    throw new BackupError(`${file} is damaged: ${(error as Error).message}`);
  } finally {
    source.destroy();
  }
}

/** For small entries. */
export async function bytesOf(entry: ArchiveEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of entry) parts.push(bytes);
  return Buffer.concat(parts);
}
