import { createHash, type Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { GetObjectCommandOutput } from "@aws-sdk/client-s3";

export interface ObjectInfo {
  sizeBytes: number;
  modifiedAtMs: number;
  /** Of the bytes, in hex, as whoever wrote it noted; null where nobody did. */
  sha256: string | null;
}

/** An object on its way into a file: answers that break off are continued where they did. */
export class Download {
  readonly #handle: FileHandle;
  #sizeBytes = 0;
  #hash: Hash = createHash("sha256");
  #etag: string | null = null;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** What to ask for besides the key. */
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

  /** Writes an answer's bytes. Throws when it breaks off. */
  async take({
    Body,
    ContentLength = 0,
    ContentRange,
    ETag,
    LastModified,
    Metadata,
  }: GetObjectCommandOutput) {
    // A store that knows no ranges sends all of it.
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
