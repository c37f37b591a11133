import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, readFile, rm, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { BucketAddress } from "../../platform/bucket-address.ts";
import { limitConcurrency } from "../../platform/concurrency.ts";
import type { PresignOptions } from "../port.ts";
import { GuardedCalls } from "./calls.ts";
import { connectBucket } from "./client.ts";
import { Download, type ObjectInfo } from "./download.ts";
import { StorageError } from "./failure.ts";

/** Larger files are sent as multipart uploads with parts of this size. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;
/** With the parts above, uploads hold at most 64 MiB in memory. */
const uploadsAtOnce = 4;
const downloadTries = 4;
const downloadPauseMs = 200;
/** Each write is verified by a HEAD request: a store may report success without having all bytes. */
const uploadTries = 3;

export interface ListedObject {
  key: string;
  sizeBytes: number;
  modifiedAtMs: number;
}

interface Written {
  sizeBytes: number;
  sha256: string;
}

/** The objects of one bucket, by keys below its prefix. Throws StorageError. */
export class BucketObjects {
  readonly #address: BucketAddress;
  readonly #client: S3Client;
  readonly #calls: GuardedCalls;
  readonly #limitUploads = limitConcurrency({ atOnce: uploadsAtOnce });
  #publicClient: { of: string; client: S3Client } | undefined;

  constructor(address: BucketAddress) {
    this.#address = address;
    this.#client = connectBucket(address);
    this.#calls = new GuardedCalls(address.name);
  }

  async head(key: string): Promise<ObjectInfo | null> {
    return await this.#calls.run("look_up", async (signal) => {
      const found = await this.#client.send(new HeadObjectCommand(this.#at(key)), { abortSignal: signal });
      return {
        sizeBytes: found.ContentLength ?? 0,
        modifiedAtMs: found.LastModified?.getTime() ?? 0,
        sha256: found.Metadata?.sha256 ?? null,
      };
    });
  }

  /** Reads a small object and verifies its size and checksum. Returns null if it does not exist. */
  async read(key: string): Promise<Buffer | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#calls.run("read", (signal) => this.#readOnce(key, signal));
      } catch (error) {
        // The client retries only until a response begins; this one was cut off, or its checksum is wrong.
        const isBroken = error instanceof StorageError && error.isAway && !this.#calls.isAway;
        if (!isBroken || attempt >= downloadTries) throw error;
        await delay(downloadPauseMs * attempt);
      }
    }
  }

  async #readOnce(key: string, signal: AbortSignal): Promise<Buffer> {
    const found = await this.#client.send(new GetObjectCommand(this.#at(key)), { abortSignal: signal });
    const bytes = Buffer.from((await found.Body?.transformToByteArray()) ?? []);
    const wanted = found.Metadata?.sha256;
    const isWhole = bytes.length === (found.ContentLength ?? bytes.length);
    if (isWhole && (wanted === undefined || sha256Of(bytes) === wanted)) return bytes;
    throw new StorageError(`${key} came otherwise from ${this.#address.name} than it was stored`, {
      isAway: true,
    });
  }

  /**
   * Downloads an object to a new file, verified and synced to disk. An interrupted download is resumed. Returns null
   * if the object does not exist.
   */
  async download(key: string, file: string): Promise<ObjectInfo | null> {
    const handle = await open(file, "wx", 0o600);
    try {
      const info = await this.#downloadTo(key, handle);
      if (!info) await rm(file, { force: true });
      return info;
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  }

  async #downloadTo(key: string, handle: FileHandle): Promise<ObjectInfo | null> {
    const download = new Download(handle);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#calls
        .run("read", async () => {
          const command = new GetObjectCommand({ ...this.#at(key), ...download.rest });
          return await download.take(await this.#client.send(command));
        })
        .catch((error: StorageError) => error);
      if (outcome === null) return null;
      const isBrokenOff = outcome instanceof StorageError;
      if (!isBrokenOff && download.isAsStored(outcome)) return outcome;
      if (isBrokenOff && !outcome.isAway && attempt === 1) throw outcome;
      if (attempt >= downloadTries) {
        if (isBrokenOff) throw outcome;
        const message = `${key} at ${this.#address.name} is damaged: its bytes are not those that were stored`;
        throw new StorageError(message, { isAway: false });
      }
      // A complete download with a wrong checksum, or of an object that was replaced meanwhile, starts over.
      if (!isBrokenOff || !outcome.isAway) await download.restart();
      await delay(downloadPauseMs * attempt);
    }
  }

  /** Stores a small object. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    const written = { sizeBytes: bytes.byteLength, sha256: sha256Of(bytes) };
    await this.#store(key, written, async (signal) => {
      const md5 = createHash("md5").update(bytes).digest("base64");
      const command = new PutObjectCommand({
        ...this.#at(key),
        Body: bytes,
        ContentMD5: md5,
        Metadata: { sha256: written.sha256 },
      });
      await this.#client.send(command, { abortSignal: signal });
    });
  }

  async upload(key: string, file: string): Promise<ObjectInfo> {
    return await this.#limitUploads(async () => {
      const { size: sizeBytes } = await stat(file);
      if (sizeBytes <= partBytes) {
        await this.put(key, await readFile(file));
      } else {
        const sha256 = await hashFile(file);
        await this.#store(key, { sizeBytes, sha256 }, async () => {
          const upload = new Upload({
            client: this.#client,
            params: { ...this.#at(key), Body: createReadStream(file), Metadata: { sha256 } },
            // A store accepts 10,000 parts of an object.
            partSize: Math.max(partBytes, Math.ceil(sizeBytes / 10_000)),
            queueSize: partsAtOnce,
            leavePartsOnError: false,
          });
          await upload.done();
        });
      }
      const stored = await this.head(key);
      if (!stored) throw this.#incomplete(0, sizeBytes);
      return stored;
    });
  }

  /** Repeats the write until the store has the object: a lost response may have been a success. */
  async #store(key: string, written: Written, send: (signal: AbortSignal) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const failure = await this.#calls.run("store", send).then(
        () => null,
        (error: StorageError) => error,
      );
      if (failure && !failure.isAway) throw failure;
      const found = await this.head(key).catch((error: StorageError) => {
        throw failure ?? error;
      });
      const isWhole = found?.sizeBytes === written.sizeBytes;
      if (isWhole && (found.sha256 ?? written.sha256) === written.sha256) return;
      if (attempt >= uploadTries) throw failure ?? this.#incomplete(found?.sizeBytes ?? 0, written.sizeBytes);
    }
  }

  #incomplete(found: number, sizeBytes: number): StorageError {
    return new StorageError(`${this.#address.name} has ${found} of the ${sizeBytes} bytes that it took`, {
      isAway: true,
    });
  }

  async remove(key: string): Promise<void> {
    await this.#calls.run("delete", async (signal) => {
      await this.#client.send(new DeleteObjectCommand(this.#at(key)), { abortSignal: signal });
    });
  }

  async *list(prefix: string): AsyncGenerator<ListedObject> {
    for await (const { objects } of this.#pages(prefix)) yield* objects;
  }

  /** Names of the objects and folders directly below a folder. */
  async listNames(folder: string): Promise<string[]> {
    const names: string[] = [];
    for await (const page of this.#pages(`${folder}/`, "/")) names.push(...page.names);
    return names;
  }

  async *#pages(prefix: string, delimiter?: string) {
    const base = this.#address.prefix;
    let token: string | undefined;
    do {
      const page = await this.#calls.run("list", (signal) =>
        this.#client.send(
          new ListObjectsV2Command({
            Bucket: this.#address.bucket,
            Prefix: base + prefix,
            ContinuationToken: token,
            ...(delimiter && { Delimiter: delimiter }),
          }),
          { abortSignal: signal },
        ),
      );
      const objects = (page?.Contents ?? []).map(({ Key = "", Size = 0, LastModified }) => {
        return { key: Key.slice(base.length), sizeBytes: Size, modifiedAtMs: LastModified?.getTime() ?? 0 };
      });
      const folders = (page?.CommonPrefixes ?? []).map(({ Prefix = "" }) => Prefix.slice(base.length, -1));
      const keys = [...folders, ...objects.map(({ key }) => key)];
      yield { objects, names: keys.map((key) => key.slice(prefix.length)) };
      token = page?.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  /** Returns a signed URL with which anyone can read the object. `origin`: where browsers reach the bucket. */
  async presign(key: string, { contentType, cacheControl, seconds }: PresignOptions, origin?: string) {
    const command = new GetObjectCommand({
      ...this.#at(key),
      ResponseContentType: contentType,
      ResponseCacheControl: cacheControl,
    });
    return await getSignedUrl(this.#clientFor(origin), command, { expiresIn: seconds });
  }

  #clientFor(origin: string | undefined): S3Client {
    if (origin === undefined) return this.#client;
    if (this.#publicClient?.of !== origin) {
      const client = connectBucket({ ...this.#address, endpoint: origin });
      this.#publicClient = { of: origin, client };
    }
    return this.#publicClient.client;
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: this.#address.prefix + key };
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
