import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { Header } from "tar";
import { digestLine, headerOf } from "./archive-writer.ts";
import { BackupError, entryNames } from "./format.ts";

const blockBytes = 512;
const readBytes = 1024 * 1024;
/** Limit of entries read completely into memory: a part of a table, an index, the manifest. */
const wholeLimitBytes = 256 * 1024 * 1024;

export interface ArchiveEntry {
  name: string;
  sizeBytes: number;
  /** The unread bytes. Entries that are not read are skipped. */
  read(): AsyncGenerator<Buffer>;
  bytes(): Promise<Buffer>;
  /** Hash of the bytes, once they have been read. */
  sha256(): string;
}

/**
 * Reads an archive sequentially, entry by entry. With `checks`, every byte is hashed, and damage throws BackupError
 * at the end at the latest. Without, unread entries are skipped.
 */
export async function* readArchive(
  file: string,
  { checks }: { checks: boolean },
): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file, "r").catch((error: unknown) => {
    throw new BackupError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  try {
    yield* new Reading(file, handle, checks).entries();
  } finally {
    await handle.close();
  }
}

class Reading {
  readonly #file: string;
  readonly #handle: FileHandle;
  readonly #checks: boolean;
  readonly #hash = createHash("sha256");
  #at = 0;
  #endsAt = 0;
  #last = "its beginning";

  constructor(file: string, handle: FileHandle, checks: boolean) {
    this.#file = file;
    this.#handle = handle;
    this.#checks = checks;
  }

  async *entries(): AsyncGenerator<ArchiveEntry> {
    this.#endsAt = (await this.#handle.stat()).size;
    for (;;) {
      const before = this.#checks ? this.#hash.copy().digest("hex") : null;
      const block = await this.#take(blockBytes);
      const { name, sizeBytes } = this.#parse(block);
      if (name === entryNames.digest) return await this.#end(block, before);
      const bodyEndsAt = this.#at + sizeBytes;
      if (bodyEndsAt > this.#endsAt) throw this.#damage(`${name} is cut off`);
      this.#last = name;
      yield this.#entry(name, sizeBytes, bodyEndsAt);
      if (this.#checks) for await (const _ of this.#body(bodyEndsAt));
      this.#at = bodyEndsAt;
      const padding = await this.#take((blockBytes - (sizeBytes % blockBytes)) % blockBytes);
      if (padding.some((byte) => byte !== 0)) throw this.#damage(`after ${name}`);
    }
  }

  #entry(name: string, sizeBytes: number, bodyEndsAt: number): ArchiveEntry {
    const hash = createHash("sha256");
    const body = () => this.#body(bodyEndsAt);
    const read = async function* () {
      for await (const bytes of body()) {
        hash.update(bytes);
        yield bytes;
      }
    };
    return {
      name,
      sizeBytes,
      read,
      bytes: async () => {
        if (sizeBytes > wholeLimitBytes) throw this.#damage(`${name} is too large`);
        const parts: Buffer[] = [];
        for await (const bytes of read()) parts.push(bytes);
        return Buffer.concat(parts);
      },
      sha256: () => hash.digest("hex"),
    };
  }

  async *#body(endsAt: number): AsyncGenerator<Buffer> {
    while (this.#at < endsAt) yield await this.#take(Math.min(readBytes, endsAt - this.#at));
  }

  async #take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await this.#handle.read(bytes, at, length - at, this.#at + at);
      if (bytesRead === 0) throw this.#damage("it ends early");
      at += bytesRead;
    }
    this.#at += length;
    if (this.#checks) this.#hash.update(bytes);
    return bytes;
  }

  #parse(block: Buffer): { name: string; sizeBytes: number } {
    try {
      const { cksumValid, path, size, type } = new Header(block);
      if (cksumValid && path && size !== undefined && size >= 0 && type === "File") {
        return { name: path, sizeBytes: size };
      }
    } catch {
      // Not a tar header.
    }
    throw this.#damage("what follows is no entry");
  }

  /** Verifies the digest, and that only the end-of-archive marker follows. */
  async #end(block: Buffer, before: string | null): Promise<void> {
    const lineBytes = digestLine("0".repeat(64)).length;
    const rest = Buffer.alloc(3 * blockBytes);
    const line = digestLine(before ?? "");
    rest.write(line);
    const isWhole =
      this.#endsAt - this.#at === rest.length && block.equals(headerOf(entryNames.digest, lineBytes));
    if (!isWhole) throw this.#damage("its end is not as it was written");
    if (before !== null && !rest.equals(await this.#take(rest.length))) {
      throw this.#damage("its SHA-256 is not the one that it was written with");
    }
  }

  #damage(what: string): BackupError {
    return new BackupError(`${this.#file} is damaged or incomplete (after ${this.#last}): ${what}.`);
  }
}
