import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { MissingFileError, temporaryPath } from "#lib/storage/files.ts";
import type { FileStore, StoredFile } from "#lib/storage/port.ts";
import type { DecodableFormat } from "../../contract/images/formats.ts";
import type { joinByKey } from "../../platform/concurrency.ts";
import type { PixelBox } from "../host.ts";
import { imageServices, type PixelOptions } from "../services.ts";
import type { Output } from "./render.ts";
import { type AssetStore, hashedFolder, type StoredAsset } from "./store.ts";
import type { Component } from "./transformation.ts";

/** Folder of the derived images. */
export const derivedFolder = "derived";
/** Disk space for derived images; the least recently used ones are deleted first. */
const defaultBudgetBytes = 4 * 1024 ** 3;
/** In shared storage, derived images that were not requested for this time are deleted too. */
const sharedUnusedMs = 90 * 24 * 60 * 60_000;
const sweepEveryMs = 10 * 60_000;
/** Increase it when the same transformation yields other bytes than before. */
const renderVersion = 1;

/** Options of the first caller that requests a derived image; later callers wait for the same one. */
export interface MakeOptions extends Pick<PixelOptions, "caller" | "waitingLimit"> {
  /** Called when its cutout begins. */
  onStart?: (() => void) | undefined;
  /** Called with the product's bounding box as soon as it is known. */
  onBox?: ((box: PixelBox) => void) | undefined;
}

/** Cuts the product out of the picture in `source` and writes a PNG with alpha of the same size to `target`. */
export type MakeCutout = (source: string, target: string, options: MakeOptions) => Promise<void>;

/** Specifies a derived image: the asset's version, the transformation and the encoding. */
export interface Derivation {
  asset: StoredAsset;
  chain: readonly Component[];
  output: Output;
}

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
  return { asset, chain: [], output: { format: asset.hasAlpha ? "png" : "jpg", quality: "auto:best" } };
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

  /** The file if it exists already, else null. */
  peek(derivation: Derivation): Promise<DerivedFile | null> {
    return this.#find(keyOf(derivation), derivation.output.format);
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

  /**
   * Writes the image to `target`. A chain with cutouts is made in steps; each step is a derived image of its own that
   * other chains reuse.
   */
  async #produce({ asset, chain, output }: Derivation, target: string, options: MakeOptions): Promise<void> {
    if (isDecodedCopy({ asset, chain, output })) {
      await imageServices().pixels.decode(
        { image: (await this.#store.original(asset)).path, copyTo: target },
        options,
      );
      return;
    }
    const transform = async (source: string, components: readonly Component[]) => {
      await imageServices().pixels.transform({ source, components, output, target }, options);
    };
    const last = chain.findLastIndex((component) => component.cutOut);
    if (last < 0) return transform(await this.decodable(asset, options), chain);
    const lossless: Output = { format: "png", quality: "auto:good" };
    const before = chain.slice(0, last);
    const after = afterCutout(chain, last);
    if (after.length === 0 && output.format === "png") {
      const source =
        before.length === 0
          ? await this.decodable(asset, options)
          : (await this.get({ asset, chain: before, output: lossless }, options)).path;
      return this.#makeCutout(source, target, options);
    }
    const cutout = { asset, chain: [...before, { cutOut: true } as const], output: lossless };
    const cut = await this.get(cutout, options);
    return transform(cut.path, after);
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

function keyOf({ asset, chain, output }: Derivation): string {
  const components = canonicalChain(chain);
  const hash = createHash("sha256")
    .update(JSON.stringify([renderVersion, asset.versionId, components, output.format, qualityOf(output)]))
    .digest("hex");
  return `${derivedFolder}/${hashedFolder(asset.publicId)}/${hash.slice(0, 40)}.${output.format}`;
}

function isDecodedCopy({ asset, chain, output }: Derivation): boolean {
  const copy = decodedCopyOf(asset).output;
  const isSame = output.format === copy.format && qualityOf(output) === qualityOf(copy);
  return asset.format === "heic" && canonicalChain(chain).length === 0 && isSame;
}

/** The steps after the cutout at `index`: the rest of its own component, then the following components. */
function afterCutout(chain: readonly Component[], index: number): Component[] {
  const { cutOut: _done, format: _format, quality: _quality, ...rest } = chain[index] ?? {};
  return canonicalChain([rest, ...chain.slice(index + 1)]);
}

/** Drops formats and qualities, which belong to the output, and components that do nothing. */
function canonicalChain(chain: readonly Component[]): Component[] {
  return chain
    .map(({ format: _format, quality: _quality, ...component }) => component)
    .filter((component) => Object.keys(component).length > 0)
    .map((component) => Object.fromEntries(Object.entries(component).sort(([a], [b]) => (a < b ? -1 : 1))));
}

function qualityOf(output: Output): string {
  return output.format === "png" || output.format === "gif" ? "" : String(output.quality);
}
