import { createHash, type Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { GetObjectCommandOutput } from "@aws-sdk/client-s3";

export interface ObjectInfo {
  sizeBytes: number;
  modifiedAtMs: number;
  /** SHA-256 of the bytes in hex, as stored by the writer; null without one. */
  sha256: string | null;
}

/** Downloads an object to a file; an interrupted response is continued at its end. */
export class Download {
  readonly #handle: FileHandle;
  #sizeBytes = 0;
  #hash: Hash = createHash("sha256");
  #etag: string | null = null;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Request fields besides the key that continue the download. */
  get rest(): { Range?: string; IfMatch?: string } {
    if (this.#sizeBytes === 0 || this.#etag === null) return {};
    return { Range: `bytes=${this.#sizeBytes}-`, IfMatch: this.#etag };
  }

  async restart(): Promise<void> {
    await this.#handle.truncate(0);
    this.#sizeBytes = 0;
    this.#hash = createHash("sha256");
    this.#etag = null;
  }

  /** Writes a response's bytes. Throws when the response is truncated. */
  async take({
    Body,
    ContentLength = 0,
    ContentRange,
    ETag,
    LastModified,
    Metadata,
  }: GetObjectCommandOutput) {
    // A store without support for ranges sends the whole object.
    if (this.#sizeBytes > 0 && ContentRange === undefined) await this.restart();
    this.#etag = ETag ?? null;
    const sizeBytes = this.#sizeBytes + ContentLength;
    for await (const bytes of Body as AsyncIterable<Uint8Array>) {
      await this.#handle.write(bytes, 0, bytes.byteLength, this.#sizeBytes);
      this.#hash.update(bytes);
      this.#sizeBytes += bytes.byteLength;
    }
    if (this.#sizeBytes !== sizeBytes) {
      throw Object.assign(new Error("the answer was cut off"), { code: "ECONNRESET" });
    }
    const modifiedAtMs = LastModified?.getTime() ?? 0;
    return { sizeBytes, modifiedAtMs, sha256: Metadata?.sha256 ?? null } satisfies ObjectInfo;
  }

  isAsStored({ sizeBytes, sha256 }: ObjectInfo): boolean {
    if (sizeBytes !== this.#sizeBytes) return false;
    return sha256 === null || sha256 === this.#hash.copy().digest("hex");
  }
}
