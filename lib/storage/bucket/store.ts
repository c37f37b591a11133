import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { BucketAddress } from "../../platform/bucket-address.ts";
import { joinByKey, withTimeout } from "../../platform/concurrency.ts";
import { log } from "../../platform/log.ts";
import { LocalCache } from "../cache.ts";
import { sweepTemporary, temporaryPath } from "../files.ts";
import {
  type FileStore,
  type LocalFile,
  type PresignOptions,
  type StoredFile,
  type StoreOptions,
  temporaryName,
} from "../port.ts";
import { StorageError } from "./failure.ts";
import type { BucketObjects } from "./objects.ts";

/** An hour, as the limit for continuing uploads on a disk. */
const staleMs = 60 * 60_000;
/** A used file of this age is rewritten, so that lifecycle rules that delete by age keep it. */
const renewAfterMs = 7 * 24 * 60 * 60_000;
const sweepEveryMs = 10 * 60_000;
const removedAtOnce = 8;
const reachableForMs = 5_000;
const reachableWithinMs = 1_200;
/** Object that names the installation that owns the bucket. All other objects are in folders. */
export const ownerKey = "installation.json";

export interface BucketStoreOptions {
  address: BucketAddress;
  /** Folder on this machine for temporary files and the cache. */
  localFolder: string;
  cacheBytes: number;
  /** Origin of the bucket for browsers, if it differs from that for this machine. */
  publicOrigin?: string | undefined;
  /** Throws unless this installation may write to and delete from the bucket. */
  requireOwned: (objects: BucketObjects) => Promise<void>;
  /** Claims a name; returns false if any machine has claimed it before. */
  claimOnce: (name: string) => Promise<boolean>;
  /** Throws while this machine's disk is full. */
  requireRoom: () => Promise<void>;
}

/** Stores files as objects of a bucket shared by all machines. Files read through `locate` are cached locally. */
export class BucketStore implements FileStore {
  readonly name: string;
  readonly isShared = true;
  readonly temporaryFolder: string;
  readonly #options: BucketStoreOptions;
  readonly #cache: LocalCache;
  readonly #downloads = joinByKey<LocalFile | null>();
  #objects: Promise<BucketObjects> | undefined;
  #sweeps: NodeJS.Timeout | undefined;
  #isReachable: boolean | undefined;
  #looking: Promise<boolean> | undefined;
  #reachableAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: BucketStoreOptions) {
    this.#options = options;
    this.name = options.address.name;
    this.temporaryFolder = path.join(options.localFolder, temporaryName);
    this.#cache = new LocalCache(path.join(options.localFolder, "cache"), options.cacheBytes);
  }

  /** Imported lazily: most processes of an installation with a disk never need the client. */
  objects(): Promise<BucketObjects> {
    this.#objects ??= import("./objects.ts").then(
      ({ BucketObjects: Objects }) => new Objects(this.#options.address),
    );
    return this.#objects;
  }

  async #owned(): Promise<BucketObjects> {
    const objects = await this.objects();
    await this.#options.requireOwned(objects);
    return objects;
  }

  async prepare(): Promise<void> {
    await mkdir(this.temporaryFolder, { recursive: true });
    this.#sweeps ??= setInterval(() => void this.sweepLocal().catch(() => undefined), sweepEveryMs).unref();
  }

  /** Every machine sweeps its own local files. */
  async sweepLocal(): Promise<void> {
    await this.prepare();
    await this.#cache.sweep();
    await sweepTemporary(this.temporaryFolder);
  }

  /**
   * Returns the last result, refreshed in the background every few seconds, so that callers do not wait for a hanging
   * bucket; only the first call waits.
   */
  async isReachable(): Promise<boolean> {
    if (performance.now() - this.#reachableAtMs > reachableForMs) {
      this.#reachableAtMs = performance.now();
      this.#looking = this.#look();
    }
    return this.#isReachable ?? (await (this.#looking ?? this.#look()));
  }

  async #look(): Promise<boolean> {
    const late = () => new Error("no answer in time");
    const asked = this.objects().then((objects) => objects.head(ownerKey));
    this.#isReachable = await withTimeout(asked, reachableWithinMs, late).then(
      () => true,
      () => false,
    );
    return this.#isReachable;
  }

  async stat(key: string): Promise<StoredFile | null> {
    const found = await (await this.objects()).head(key);
    return found && { key, ...found, usedAtMs: found.modifiedAtMs };
  }

  async read(key: string): Promise<Buffer | null> {
    return await (await this.objects()).read(key);
  }

  async locate(key: string): Promise<LocalFile | null> {
    return (await this.#cache.find(key)) ?? (await this.#downloads(key, () => this.#download(key)));
  }

  async #download(key: string): Promise<LocalFile | null> {
    await this.#options.requireRoom();
    await this.prepare();
    const temporary = temporaryPath(this.temporaryFolder);
    const info = await (await this.objects()).download(key, temporary);
    return info && (await this.#cache.adopt(temporary, key, info.modifiedAtMs));
  }

  async open(key: string) {
    await this.prepare();
    const temporary = temporaryPath(this.temporaryFolder);
    const info = await (await this.objects()).download(key, temporary);
    if (!info) return null;
    try {
      return { handle: await open(temporary, "r"), sizeBytes: info.sizeBytes };
    } finally {
      // An open file stays readable after its deletion.
      await rm(temporary, { force: true });
    }
  }

  async write(key: string, bytes: Uint8Array | string): Promise<void> {
    await (await this.#owned()).put(key, typeof bytes === "string" ? Buffer.from(bytes) : bytes);
  }

  async store(temporary: string, key: string, { isReplaceable = false }: StoreOptions = {}): Promise<void> {
    try {
      const stored = await this.#upload(temporary, key).catch((error: unknown) => {
        if (!isReplaceable || !(error instanceof StorageError)) throw error;
        log.warn({ err: error, key }, "a file that can be made again is kept on this machine alone");
        return null;
      });
      const kept = this.#cache.adopt(temporary, key, stored?.modifiedAtMs ?? Date.now());
      // The local copy is optional once the file is stored in the bucket.
      await (stored ? kept.catch(() => null) : kept);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async #upload(file: string, key: string) {
    return await (await this.#owned()).upload(key, file);
  }

  async mark(key: string): Promise<void> {
    await this.write(key, "");
  }

  async markUsed({ key, path: file, modifiedAtMs }: LocalFile): Promise<void> {
    if (Date.now() - modifiedAtMs < renewAfterMs) return;
    const renewed = await this.#upload(file, key).catch(() => null);
    if (renewed) await this.#cache.touch(key, renewed.modifiedAtMs);
  }

  async remove(key: string): Promise<void> {
    const objects = await this.#owned();
    await this.#cache.remove(key);
    await objects.remove(key);
  }

  async removeFolder(folder: string): Promise<void> {
    const objects = await this.#owned();
    await this.#cache.removeFolder(folder);
    const keys: string[] = [];
    for await (const { key } of objects.list(`${folder}/`)) keys.push(key);
    for (let at = 0; at < keys.length; at += removedAtOnce) {
      await Promise.all(keys.slice(at, at + removedAtOnce).map((key) => objects.remove(key)));
    }
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    for await (const { key, sizeBytes, modifiedAtMs } of (await this.objects()).list(`${folder}/`)) {
      yield { key, sizeBytes, modifiedAtMs, usedAtMs: modifiedAtMs };
    }
  }

  async listNames(folder: string): Promise<string[]> {
    return await (await this.objects()).listNames(folder);
  }

  async claimFolder(folder: string): Promise<string | null> {
    return (await this.#options.claimOnce(`${this.name}/${folder}`)) ? folder : null;
  }

  async sweepTemporary(): Promise<void> {
    await this.sweepLocal();
    for await (const { key, modifiedAtMs } of (await this.objects()).list(`${temporaryName}/`)) {
      if (Date.now() - modifiedAtMs > staleMs) await this.remove(key);
    }
  }

  async presign(key: string, options: PresignOptions): Promise<string | null> {
    const objects = await this.objects();
    return (await objects.head(key)) && (await objects.presign(key, options, this.#options.publicOrigin));
  }
}
