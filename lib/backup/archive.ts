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

const blockBytes = 512;
const readBytes = 1024 * 1024;
/** Bytes written between flushes, so that the database's own flushes never wait for gigabytes of the backup. */
const flushEveryBytes = 32 * 1024 * 1024;
/** The SHA-256 of everything before it and a line break, after the end of the tar file: tar ignores it. */
const digestBytes = 65;
const mib = 1024 * 1024;

const folderOf = (file: string) => path.dirname(path.resolve(file));
export const partialName = (file: string) => `${file}.partial`;

/** Writes a tar file and its digest, under the name FILE.partial until it is complete. */
export class ArchiveWriter {
  readonly #hash = createHash("sha256");
  readonly #file: string;
  readonly #handle: FileHandle;
  #sizeBytes = 0;
  #unflushedBytes = 0;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  /** Throws BackupError when the file, or a partial file of another backup, exists. */
  static async create(file: string): Promise<ArchiveWriter> {
    if (existsSync(file)) throw new BackupError(`${file} exists: choose another name, or delete it first.`);
    const handle = await open(partialName(file), "wx", 0o600).catch((error: unknown) => {
      if (hasCode(error, "ENOENT"))
        throw new BackupError(`The folder of ${file} does not exist: create it first.`);
      if (!hasCode(error, "EEXIST")) throw error;
      throw new BackupError(
        `${partialName(file)} exists: another backup writes to it, or one was killed. Delete it, or choose another name.`,
      );
    });
    return new ArchiveWriter(file, handle);
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    await this.#addParts(name, bytes.byteLength, [bytes]);
  }

  /** Copies a file, which must not change during the copy; an open one stays open. Returns its size. */
  async addFile(name: string, file: string | FileHandle): Promise<number> {
    const source = typeof file === "string" ? await open(file, "r") : file;
    try {
      const { size } = await source.stat();
      await this.#addParts(name, size, partsOf(source, size));
      return size;
    } finally {
      if (typeof file === "string") await source.close();
    }
  }

  async #addParts(
    name: string,
    sizeBytes: number,
    parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await this.#write(headerOf(name, sizeBytes));
    const endBytes = this.#sizeBytes + sizeBytes;
    for await (const bytes of parts) await this.#write(bytes);
    if (this.#sizeBytes !== endBytes) throw new Error(`${name} became shorter while it was read`);
    await this.#write(Buffer.alloc(-sizeBytes & (blockBytes - 1)));
  }

  /** Completes the archive: from now on it exists under its name. Returns its size. */
  async finish(): Promise<number> {
    await this.#write(Buffer.alloc(2 * blockBytes));
    await this.#write(Buffer.from(`${this.#hash.copy().digest("hex")}\n`));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partialName(this.#file), this.#file);
    await syncFolder(folderOf(this.#file));
    return this.#sizeBytes;
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(partialName(this.#file), { force: true });
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#sizeBytes += bytes.byteLength;
    for (let at = 0; at < bytes.byteLength; ) at += (await this.#handle.write(bytes, at)).bytesWritten;
    this.#unflushedBytes += bytes.byteLength;
    if (this.#unflushedBytes < flushEveryBytes) return;
    this.#unflushedBytes = 0;
    await this.#handle.datasync();
    await this.requireFloor();
  }

  /** A backup must leave the disk space that uploads and the database need. */
  async requireFloor(): Promise<void> {
    const folder = folderOf(this.#file);
    const [own, data] = await Promise.all([stat(folder), stat(env().DATA_DIR)]);
    if (own.dev !== data.dev) return;
    const { bavail, bsize } = await statfs(folder);
    const neededMb = 2 * env().DISK_FLOOR_MB;
    if (bavail * bsize >= neededMb * mib) return;
    throw new BackupError(
      `Less than ${neededMb} MB (twice DISK_FLOOR_MB) are free on the disk of ${this.#file}: free some, or write to another disk.`,
    );
  }
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
