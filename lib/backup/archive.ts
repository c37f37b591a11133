import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { access, type FileHandle, open, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Header, Parser, type ReadEntry } from "tar";
import { env } from "../platform/env.ts";
import { hasCode, syncFolder } from "../storage/files.ts";
import { BackupError } from "./format.ts";

export type ArchiveEntry = ReadEntry;

const blockBytes = 512;
const readBytes = 1024 * 1024;
/** Bytes written between flushes, so that the database's own flushes never wait for gigabytes of the backup. */
const flushEveryBytes = 32 * 1024 * 1024;
/** The SHA-256 of everything before it and a line break, after the end of the tar file: tar ignores it. */
const digestBytes = 65;
const mib = 1024 * 1024;

export const partialName = (file: string) => `${file}.partial`;

/** Writes a tar file and its digest, under the name FILE.partial until it is complete. */
export class ArchiveWriter {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #isOnDataDisk: boolean;
  readonly #hash = createHash("sha256");
  #sizeBytes = 0;
  #unflushedBytes = 0;

  /** Throws BackupError when the file, or a partial file of another backup, exists. */
  static async create(file: string): Promise<ArchiveWriter> {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) throw new BackupError(`${file} exists: choose another name, or delete it first.`);
    const handle = await open(partialName(file), "wx", 0o600).catch((error: unknown) => {
      if (hasCode(error, "ENOENT"))
        throw new BackupError(`The folder of ${file} does not exist: create it first.`);
      if (!hasCode(error, "EEXIST")) throw error;
      throw new BackupError(
        `${partialName(file)} exists: another backup writes to it, or one was killed. Delete it, or choose another name.`,
      );
    });
    const [folder, data] = await Promise.all([stat(path.dirname(path.resolve(file))), stat(env().DATA_DIR)]);
    const writer = new ArchiveWriter(file, handle, folder.dev === data.dev);
    try {
      await writer.#requireFloor();
    } catch (error) {
      await writer.discard();
      throw error;
    }
    return writer;
  }

  private constructor(file: string, handle: FileHandle, isOnDataDisk: boolean) {
    this.#file = file;
    this.#handle = handle;
    this.#isOnDataDisk = isOnDataDisk;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(headerOf(name, bytes.byteLength));
    await this.#write(bytes);
    await this.#write(Buffer.alloc(-bytes.byteLength & (blockBytes - 1)));
  }

  /** Copies an open file, which must not change during the copy. Returns its size. */
  async addFile(name: string, source: FileHandle): Promise<number> {
    const { size } = await source.stat();
    await this.#write(headerOf(name, size));
    let copied = 0;
    while (copied < size) {
      const { bytesRead, buffer } = await source.read(
        Buffer.allocUnsafe(Math.min(readBytes, size - copied)),
        {
          position: copied,
        },
      );
      if (bytesRead === 0) throw new Error(`${name} became shorter while it was read`);
      await this.#write(buffer.subarray(0, bytesRead));
      copied += bytesRead;
    }
    await this.#write(Buffer.alloc(-size & (blockBytes - 1)));
    return size;
  }

  /** Completes the archive: from now on it exists under its name. Returns its size. */
  async finish(): Promise<number> {
    await this.#write(Buffer.alloc(2 * blockBytes));
    await this.#write(Buffer.from(`${this.#hash.copy().digest("hex")}\n`));
    await this.#handle.sync();
    await this.#handle.close();
    await rename(partialName(this.#file), this.#file);
    await syncFolder(path.dirname(path.resolve(this.#file)));
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
    await this.#requireFloor();
  }

  /** A backup must leave the disk space that uploads and the database need. */
  async #requireFloor(): Promise<void> {
    if (!this.#isOnDataDisk) return;
    const { bavail, bsize } = await statfs(path.dirname(path.resolve(this.#file)));
    const neededMb = 2 * env().DISK_FLOOR_MB;
    if (bavail * bsize >= neededMb * mib) return;
    throw new BackupError(
      `Less than ${neededMb} MB (twice DISK_FLOOR_MB) are free on the disk of ${this.#file}: free some, or write to another disk.`,
    );
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
    const { size } = await handle.stat();
    const end = Math.max(0, size - digestBytes);
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(readBytes);
    for (let at = 0; at < end; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(readBytes, end - at), at);
      if (bytesRead === 0) break;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    const { bytesRead } = await handle.read(buffer, 0, digestBytes, end);
    if (buffer.toString("latin1", 0, bytesRead) === `${hash.digest("hex")}\n`) return;
  } finally {
    await handle.close();
  }
  throw new BackupError(
    `${file} is damaged or incomplete, or no backup: its SHA-256 is not the one that it was written with. ` +
      "Copy or download it again, or take another archive.",
  );
}

/** Visits the entries of an archive in their order, until one returns `stop`. What is left unread is skipped. */
export async function readArchive(
  file: string,
  visit: (entry: ArchiveEntry) => Promise<"stop" | undefined>,
): Promise<void> {
  const source = createReadStream(file, { highWaterMark: readBytes });
  const parser = new Parser({ strict: true });
  const { promise: over, resolve, reject } = Promise.withResolvers<void>();
  let turn = Promise.resolve();
  parser.on("entry", (entry: ArchiveEntry) => {
    turn = turn.then(async () => {
      if ((await visit(entry)) === "stop") resolve();
      else entry.resume();
    });
    turn.catch(reject);
  });
  parser.on("error", (error: Error) => reject(new BackupError(`${file} is damaged: ${error.message}`)));
  parser.on("end", () => turn.then(resolve, reject));
  const feed = async () => {
    for await (const bytes of source)
      if (!parser.write(bytes)) await new Promise((drained) => parser.once("drain", drained));
    parser.end();
  };
  feed().catch(reject);
  await over.finally(() => source.destroy());
}

/** For small entries. */
export async function bytesOf(entry: ArchiveEntry): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const bytes of entry) parts.push(bytes);
  return Buffer.concat(parts);
}
