import { once } from "node:events";
import { PassThrough } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { type BucketAddress, readBucketUrl } from "../../platform/bucket-address.ts";
import { connectBucket } from "../../storage/bucket/client.ts";
import type { Sink } from "../archive-writer.ts";
import { BackupError } from "../format.ts";
import { madeAt } from "../retention.ts";
import type { Place, StoredArchive } from "./place.ts";

/** S3 allows ten thousand parts: archives of up to 320 GB. Two parts are in memory at a time. */
const partBytes = 32 * 1024 * 1024;
const partsAtOnce = 2;
/** The waits grow to 20 s, so that a store that is busy for a minute does not fail a backup. */
const attempts = 8;
const connectTimeoutMs = 10_000;
const answerTimeoutMs = 120_000;

/** `s3://KEY:SECRET@endpoint/bucket/prefix?region=R`; `s3+http://` for an endpoint without TLS. */
export function bucketPlace(url: string): Place {
  const address = parseBucketUrl(url);
  const { bucket, prefix, name } = address;
  const client = connectBucket(address, { attempts, connectTimeoutMs, idleTimeoutMs: answerTimeoutMs });
  const keyOf = (archive: string) => `${prefix}${archive}`;
  const sizeOf = async (archive: string) => {
    const found = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(archive) }));
    return found.ContentLength ?? 0;
  };
  return {
    name,
    async open(archive) {
      const remove = () => removeObject(client, bucket, keyOf(archive));
      return new BucketSink({ client, bucket, key: keyOf(archive), sizeOf: () => sizeOf(archive), remove });
    },
    async list() {
      const found: StoredArchive[] = [];
      let token: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
        );
        for (const { Key = "", Size = 0 } of page.Contents ?? []) {
          const archive = Key.slice(prefix.length);
          if (madeAt(archive) !== null) found.push({ name: archive, sizeBytes: Size });
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async *read(archive) {
      const { Body, ContentLength } = await client.send(
        new GetObjectCommand({ Bucket: bucket, Key: keyOf(archive) }),
      );
      let readBytes = 0;
      for await (const bytes of Body as AsyncIterable<Uint8Array>) {
        readBytes += bytes.byteLength;
        yield bytes;
      }
      if (readBytes !== ContentLength) throw new BackupError(`${name}/${archive} was cut off on its way.`);
    },
    remove: (archive) => removeObject(client, bucket, keyOf(archive)),
  };
}

async function removeObject(client: S3Client, bucket: string, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
}

/** Throws BackupError that names the missing part. */
export function parseBucketUrl(text: string): BucketAddress {
  try {
    return readBucketUrl(text);
  } catch (error) {
    throw new BackupError(`BACKUP_URL ${(error as Error).message}.`);
  }
}

interface BucketObject {
  client: S3Client;
  bucket: string;
  key: string;
  sizeOf: () => Promise<number>;
  remove: () => Promise<void>;
}

/** Uploads parts while the archive is written; the store joins them to an object only at the end. */
class BucketSink implements Sink {
  readonly #object: BucketObject;
  readonly #stream = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
  readonly #upload: Upload;
  readonly #uploaded: Promise<unknown>;
  #sizeBytes = 0;

  constructor(object: BucketObject) {
    this.#object = object;
    const { client, bucket, key } = object;
    this.#upload = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: this.#stream, ContentType: "application/x-tar" },
      partSize: partBytes,
      queueSize: partsAtOnce,
      leavePartsOnError: false,
    });
    this.#uploaded = this.#upload.done();
    // The error is thrown by the next write or by finish.
    this.#uploaded.catch(() => undefined);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#sizeBytes += bytes.byteLength;
    // Copied, because the writer reuses its buffer.
    if (this.#stream.write(Buffer.from(bytes))) return;
    await Promise.race([once(this.#stream, "drain"), this.#uploaded.then(neverBefore)]);
  }

  async finish(): Promise<void> {
    this.#stream.end();
    await this.#uploaded;
    // A store may report success without having stored everything.
    const found = await this.#object.sizeOf();
    if (found !== this.#sizeBytes) {
      throw new BackupError(`The store has ${found} of the ${this.#sizeBytes} bytes that it took.`);
    }
  }

  async discard(): Promise<void> {
    await this.#upload.abort().catch(() => undefined);
    this.#stream.destroy();
    await this.#uploaded.catch(() => undefined);
    await this.#object.remove().catch(() => undefined);
  }
}

function neverBefore(): never {
  throw new Error("the store ended the upload before it was whole");
}
