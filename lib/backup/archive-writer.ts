import { createHash, type Hash } from "node:crypto";
import { access, type FileHandle, open, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Header } from "tar";
import { env } from "../platform/env.ts";
import { hasCode, syncFolder } from "../storage/files.ts";
import { BackupError, entryNames, type Part } from "./format.ts";

const blockBytes = 512;
const readBytes = 1024 * 1024;
/** Bytes written between flushes, so that the database's own flushes never wait for gigabytes of the backup. */
const flushEveryBytes = 32 * 1024 * 1024;
const mib = 1024 * 1024;

/** Sequential destination of an archive's bytes. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the archive: from now on it exists under its name. */
  finish(): Promise<void>;
  /** Deletes everything written so far. */
  discard(): Promise<void>;
}

/** A file named FILE.partial until it is finished. */
export class FileSink implements Sink {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #isOnDataDisk: boolean;
  #unflushedBytes = 0;

  /** Throws BackupError when the file, or a partial file of another backup, exists. */
  static async create(file: string): Promise<FileSink> {
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) throw new BackupError(`${file} exists: choose another name, or delete it first.`);
    const handle = await open(partialName(file), "wx", 0o600).catch((error: unknown) => {
      if (hasCode(error, "ENOENT")) {
        throw new BackupError(`The folder of ${file} does not exist: create it first.`);
      }
      if (!hasCode(error, "EEXIST")) throw error;
      throw new BackupError(
        `${partialName(file)} exists: another backup writes to it, or one was killed. Delete it, or choose another name.`,
      );
    });
    const [folder, data] = await Promise.all([stat(path.dirname(path.resolve(file))), stat(env().DATA_DIR)]);
    const sink = new FileSink(file, handle, folder.dev === data.dev);
    try {
      await sink.#requireFloor();
    } catch (error) {
      await sink.discard();
      throw error;
    }
    return sink;
  }

  private constructor(file: string, handle: FileHandle, isOnDataDisk: boolean) {
    this.#file = file;
    this.#handle = handle;
    this.#isOnDataDisk = isOnDataDisk;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.byteLength; ) {
      const { bytesWritten } = await this.#handle.write(bytes, at);
      at += bytesWritten;
    }
    this.#unflushedBytes += bytes.byteLength;
    if (this.#unflushedBytes < flushEveryBytes) return;
    this.#unflushedBytes = 0;
    await this.#handle.datasync();
    await this.#requireFloor();
  }

  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partialName(this.#file), this.#file);
    await syncFolder(path.dirname(path.resolve(this.#file)));
  }

  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    await rm(partialName(this.#file), { force: true });
  }

  /** A backup must not use up the disk space that the database on the same disk needs. */
  async #requireFloor(): Promise<void> {
    if (!this.#isOnDataDisk) return;
    const { bavail, bsize } = await statfs(path.dirname(path.resolve(this.#file)));
    const floorMb = env().DISK_FLOOR_MB;
    if (bavail * bsize >= floorMb * mib) return;
    throw new BackupError(
      `Less than ${floorMb} MB (DISK_FLOOR_MB) are free on the disk of ${this.#file}: free some, or write to another disk.`,
    );
  }
}

/**
 * Writes an archive: a tar file whose last entry contains the SHA-256 of all bytes before it. Memory use does not
 * grow with the archive.
 */
export class ArchiveWriter {
  readonly #sink: Sink;
  readonly #hash: Hash = createHash("sha256");
  #sizeBytes = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async add(name: string, bytes: Uint8Array): Promise<Part> {
    await this.#write(headerOf(name, bytes.byteLength));
    await this.#write(bytes);
    await this.#pad(bytes.byteLength);
    return { name, sizeBytes: bytes.byteLength, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  /** Copies an open file, which must not change during the copy. */
  async addFile(name: string, source: FileHandle): Promise<Part> {
    const { size } = await source.stat();
    await this.#write(headerOf(name, size));
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(readBytes, size)));
    let copied = 0;
    while (copied < size) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, size - copied), copied);
      if (bytesRead === 0) throw new Error(`${name} became shorter while it was read`);
      const bytes = buffer.subarray(0, bytesRead);
      hash.update(bytes);
      await this.#write(bytes);
      copied += bytesRead;
    }
    await this.#pad(size);
    return { name, sizeBytes: size, sha256: hash.digest("hex") };
  }

  /** Adds the digest and finishes the sink. Returns the archive's size in bytes. */
  async finish(): Promise<number> {
    const digest = Buffer.from(digestLine(this.#hash.copy().digest("hex")));
    await this.#write(headerOf(entryNames.digest, digest.byteLength));
    await this.#write(digest);
    await this.#pad(digest.byteLength);
    await this.#write(Buffer.alloc(2 * blockBytes));
    await this.#sink.finish();
    return this.#sizeBytes;
  }

  async #pad(sizeBytes: number): Promise<void> {
    const rest = sizeBytes % blockBytes;
    if (rest > 0) await this.#write(Buffer.alloc(blockBytes - rest));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#sizeBytes += bytes.byteLength;
    await this.#sink.write(bytes);
  }
}

export const partialName = (file: string) => `${file}.partial`;

export const digestLine = (sha256: string) => `${sha256}\n`;

/** Deterministic: the same bytes for the same name and size, independent of the machine. */
export function headerOf(name: string, sizeBytes: number): Buffer {
  const buffer = Buffer.alloc(blockBytes);
  const fields = { path: name, size: sizeBytes, mode: 0o600, mtime: new Date(0), type: "File" } as const;
  const needsPax = new Header(fields).encode(buffer);
  // Sizes past 8 GiB use the binary form that every tar reads, so only a long name needs PAX.
  if (needsPax && name.length > 99) throw new Error(`the name of an entry is too long: ${name}`);
  return buffer;
}
