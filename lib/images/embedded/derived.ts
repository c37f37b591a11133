import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { MissingFileError, temporaryPath } from "#lib/storage/files.ts";
import type { FileStore, StoredFile } from "#lib/storage/port.ts";
import type { DecodableFormat } from "../../contract/images/formats.ts";
import type { joinByKey } from "../../platform/concurrency.ts";
import type { PixelBox } from "../host.ts";
import { imageServices, type PixelOptions } from "../services.ts";
import type { Output, Resize } from "./render.ts";
import { type AssetStore, hashedFolder, type StoredAsset } from "./store.ts";

/** Folder of the derived images. */
export const derivedFolder = "derived";
/** Disk space for derived images; the least recently used ones are deleted first. */
const defaultBudgetBytes = 4 * 1024 ** 3;
/** In shared storage, derived images that were not requested for this time are deleted too. */
const sharedUnusedMs = 90 * 24 * 60 * 60_000;
const sweepEveryMs = 10 * 60_000;
/** Increase it when the same transformation yields other bytes than before. */
const renderVersion = 2;

/** Options of the first caller that requests a derived image; later callers wait for the same one. */
export interface MakeOptions extends Pick<PixelOptions, "caller" | "waitingLimit"> {
  /** Called when its cutout begins. */
  onStart?: (() => void) | undefined;
  /** Called with the product's bounding box as soon as it is known. */
  onBox?: ((box: PixelBox) => void) | undefined;
}

/** Cuts the product out of the picture in `source` and writes a PNG with alpha of the same size to `target`. */
export type MakeCutout = (source: string, target: string, options: MakeOptions) => Promise<void>;

/** Specifies a derived image: the asset's version, what is made of it and the encoding. */
export interface Derivation {
  asset: StoredAsset;
  cutOut?: true | undefined;
  resize?: Resize | undefined;
  output: Output;
}

/** Quality of derived images, and of the copies that replace originals which only one worker decodes. */
export const quality = 82;
const copyQuality = 90;

export interface DerivedFile {
  key: string;
  path: string;
  format: DecodableFormat;
  sizeBytes: number;
  /** Unquoted; changes whenever the bytes do. */
  etag: string;
}

/**
 * The decoded copy of a HEIC asset, used wherever its pixels are needed. The worker that decodes HEIC makes it once.
 */
export function decodedCopyOf(asset: StoredAsset): Derivation {
  return { asset, output: { format: asset.hasAlpha ? "png" : "jpg", quality: copyQuality } };
}

/** Joins callers of an image that this process is making, by storage name and key. */
export type InFlight = ReturnType<typeof joinByKey<DerivedFile>>;

/**
 * Stores derived images beside the originals. Each process makes an image once for all simultaneous requests, and it
 * gets its final name only when it is complete.
 */
export class DerivedCache {
  readonly #files: FileStore;
  readonly #store: AssetStore;
  readonly #makeCutout: MakeCutout;
  readonly #requireRoom: () => Promise<void>;
  readonly #budgetBytes: number;
  readonly #inFlight: InFlight;
  #sweptAtMs = 0;

  constructor(options: {
    store: AssetStore;
    makeCutout: MakeCutout;
    /** Throws while the storage is full. */
    requireRoom: () => Promise<void>;
    inFlight: InFlight;
    budgetBytes: number | undefined;
  }) {
    this.#files = options.store.files;
    this.#store = options.store;
    this.#makeCutout = options.makeCutout;
    this.#requireRoom = options.requireRoom;
    this.#inFlight = options.inFlight;
    this.#budgetBytes = options.budgetBytes ?? defaultBudgetBytes;
  }

  /** The file; makes it if it does not exist. Throws ApiError `overloaded` and the errors of the transformation. */
  get(derivation: Derivation, options: MakeOptions = {}): Promise<DerivedFile> {
    const key = keyOf(derivation);
    return this.#inFlight(`${this.#files.name} ${key}`, () => this.#make(key, derivation, options));
  }

  /** Stores a temporary file as a derived image that was made elsewhere. */
  async adopt(derivation: Derivation, temporary: string): Promise<void> {
    await this.#files.store(temporary, keyOf(derivation), { isReplaceable: true });
  }

  /** Path of a file with the asset's pixels in a format that every worker decodes. */
  async decodable(asset: StoredAsset, options: MakeOptions = {}): Promise<string> {
    if (asset.format !== "heic") return (await this.#store.original(asset)).path;
    return (await this.get(decodedCopyOf(asset), options)).path;
  }

  /** Deletes all derived images of a public id. */
  async removeAll(publicId: string): Promise<void> {
    await this.#files.removeFolder(`${derivedFolder}/${hashedFolder(publicId)}`);
  }

  async #make(key: string, derivation: Derivation, options: MakeOptions): Promise<DerivedFile> {
    const { format } = derivation.output;
    const existing = await this.#find(key, format);
    if (existing) return existing;
    await this.#requireRoom();
    // A restored service has only originals until its first upload: the folders must be created.
    await this.#store.prepare();
    const temporary = temporaryPath(this.#store.temporaryFolder);
    try {
      await this.#produce(derivation, temporary, options);
      await this.#files.store(temporary, key, { isReplaceable: true });
    } finally {
      // A worker that was killed while writing leaves a partial file.
      await rm(temporary, { force: true });
    }
    this.#sweepNowAndThen();
    const made = await this.#find(key, format);
    if (!made) throw new MissingFileError(key);
    return made;
  }

  /** Writes the image to `target`. A resized cut-out is made from the whole one, which is a derived image too. */
  async #produce(derivation: Derivation, target: string, options: MakeOptions): Promise<void> {
    const { asset, cutOut, resize, output } = derivation;
    const { pixels } = imageServices();
    if (asset.format === "heic" && keyOf(derivation) === keyOf(decodedCopyOf(asset))) {
      const image = (await this.#store.original(asset)).path;
      return void (await pixels.decode({ image, copyTo: target }, options));
    }
    if (cutOut && !resize) return this.#makeCutout(await this.decodable(asset, options), target, options);
    const source = cutOut
      ? (await this.get({ ...derivation, resize: undefined }, options)).path
      : await this.decodable(asset, options);
    await pixels.transform({ source, resize: resize ?? null, output, target }, options);
  }

  async #find(key: string, format: DecodableFormat): Promise<DerivedFile | null> {
    const found = await this.#files.locate(key);
    if (!found || found.sizeBytes === 0) return null;
    await this.#files.markUsed(found);
    const { path: file, sizeBytes, modifiedAtMs } = found;
    const name = path.posix.basename(key).slice(0, 20);
    const etag = `${name}-${sizeBytes.toString(36)}-${Math.floor(modifiedAtMs).toString(36)}`;
    return { key, path: file, format, sizeBytes, etag };
  }

  #sweepNowAndThen(): void {
    // Shared storage is swept by a task on one of the machines.
    if (this.#files.isShared || Date.now() - this.#sweptAtMs < sweepEveryMs) return;
    this.#sweptAtMs = Date.now();
    // A failed sweep is retried by the next one.
    void this.sweep().catch(() => undefined);
  }

  /** Deletes the least recently used derived images beyond the budget. All of them can be made again. */
  async sweep(): Promise<void> {
    this.#sweptAtMs = Date.now();
    const files: StoredFile[] = [];
    for await (const file of this.#files.list(derivedFolder)) files.push(file);
    files.sort((a, b) => a.usedAtMs - b.usedAtMs);
    let total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const isTooMuch = total > this.#budgetBytes;
    const staleBefore = this.#files.isShared ? Date.now() - sharedUnusedMs : Number.NEGATIVE_INFINITY;
    for (const { key, sizeBytes, usedAtMs } of files) {
      if (usedAtMs >= staleBefore && (!isTooMuch || total <= this.#budgetBytes * 0.9)) break;
      await this.#files.remove(key);
      total -= sizeBytes;
    }
  }
}

function keyOf({ asset, cutOut, resize, output: { format, quality: asked } }: Derivation): string {
  const made = [renderVersion, asset.versionId, cutOut, resize, format, asked];
  const hash = createHash("sha256").update(JSON.stringify(made)).digest("hex");
  return `${derivedFolder}/${hashedFolder(asset.publicId)}/${hash.slice(0, 40)}.${format}`;
}
