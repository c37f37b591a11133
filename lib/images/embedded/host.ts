import { rm, stat } from "node:fs/promises";
import { untilAborted } from "#lib/platform/concurrency.ts";
import { temporaryPath, writeDurably } from "#lib/storage/files.ts";
import type { FileStore } from "#lib/storage/port.ts";
import {
  buildDeliveryPath,
  cutoutTransformation,
  deliveryMarker,
  parseDeliveryPath,
} from "../cloudinary/delivery-url.ts";
import { signParams } from "../cloudinary/signature.ts";
import {
  type AssetReference,
  type CutoutOptions,
  type HostedAsset,
  type ImageHost,
  ImageHostError,
  type ReadOptions,
  type SignedUpload,
  type UploadOptions,
} from "../host.ts";
import { isSameServer } from "./address.ts";
import { readServed, type Served, serve } from "./delivery.ts";
import { DerivedCache, decodedCopyOf, type InFlight, type MakeCutout, quality } from "./derived.ts";
import { asHostError } from "./failures.ts";
import { IntakeLimiter, type IntakeLimits, type StorageGuard } from "./intake.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import { AssetStore, choosePublicId, isValidPublicId, type SaveOptions, type StoredAsset } from "./store.ts";

export interface EmbeddedAccount {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
  /** Former credentials: their signatures are accepted, new ones are never made with them. */
  former?: readonly Credentials[];
}

interface Credentials {
  apiKey: string;
  apiSecret: string;
}

export interface FetchControls {
  caller: string;
  signal: AbortSignal;
  /** Called with the IP address of each connection; an error thrown here ends the fetch. */
  admit: (address: string) => Promise<void>;
}

export interface EmbeddedHostOptions {
  /** Storage of originals, derived images and records. */
  files: FileStore;
  /** Public base URL of the host: the part before `/v1_1/…` and `/{cloud}/image/…`. */
  baseUrl: string;
  account: EmbeddedAccount;
  makeCutout: MakeCutout;
  inFlight: InFlight;
  /** Downloads a remote picture named in an upload to a new file. */
  fetchImageTo: (file: string, url: string, controls: FetchControls) => Promise<void>;
  derivedBudgetBytes?: number | undefined;
  /** Redirects browsers to the storage, if it offers URLs. */
  isRedirecting?: boolean | undefined;
  guard: StorageGuard;
  intake?: Partial<IntakeLimits>;
}

/** The image host inside this app: stores files and speaks Cloudinary's protocol over HTTP. */
export class EmbeddedImageHost implements ImageHost {
  readonly asksQuota = true;
  readonly makesCutoutsHere = true;
  readonly account: EmbeddedAccount;
  readonly baseUrl: string;
  readonly store: AssetStore;
  readonly derived: DerivedCache;
  readonly fetchImageTo: EmbeddedHostOptions["fetchImageTo"];
  readonly guard: StorageGuard;
  readonly intakeLimiter: IntakeLimiter;
  readonly isRedirecting: boolean;
  #prepared: Promise<void> | null = null;

  constructor(options: EmbeddedHostOptions) {
    this.account = options.account;
    this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.fetchImageTo = options.fetchImageTo;
    this.guard = options.guard;
    this.isRedirecting = options.isRedirecting ?? false;
    this.intakeLimiter = new IntakeLimiter(this.guard, options.intake);
    this.store = new AssetStore(options.files);
    this.derived = new DerivedCache({
      store: this.store,
      makeCutout: options.makeCutout,
      requireRoom: () => this.requireRoom(),
      inFlight: options.inFlight,
      budgetBytes: options.derivedBudgetBytes,
    });
  }

  get deliveryPrefix(): string {
    return `${this.baseUrl}/${this.account.cloudName}/`;
  }

  /** Creates the folders, once. */
  prepare(): Promise<void> {
    this.#prepared ??= this.store.prepare();
    return this.#prepared;
  }

  signUpload(folder: string): SignedUpload {
    const { apiKey, apiSecret, cloudName } = this.account;
    const signed = { folder, timestamp: String(Math.floor(Date.now() / 1000)) };
    const fields = { ...signed, signature: signParams(signed, apiSecret), api_key: apiKey };
    return { url: `${this.baseUrl}/v1_1/${cloudName}/image/upload`, fields };
  }

  async upload(bytes: Uint8Array, { folder, name, signal, ...known }: UploadOptions): Promise<HostedAsset> {
    return asHostError(async () => {
      signal?.throwIfAborted();
      await this.prepare();
      await this.guard.requireRoom(bytes.byteLength);
      const temporary = temporaryPath(this.store.temporaryFolder);
      await writeDurably(temporary, bytes);
      const publicId = choosePublicId({ folder, name });
      return this.#describe(await this.storeFile(temporary, { publicId, ...known }));
    });
  }

  /**
   * Takes over a temporary file as the new version of a public id, if its owner may store it. Throws errors of guard
   * and store, and ProtocolError 409 when a paid result was made from the previous version; the file is removed
   * either way.
   */
  async storeFile(
    temporary: string,
    { signedAt, ...options }: SaveOptions & { signedAt?: Date },
  ): Promise<StoredAsset> {
    const { publicId } = options;
    const copy = temporaryPath(this.store.temporaryFolder);
    try {
      const previous = await this.store.get(publicId);
      if (previous && (await this.guard.hasDependentWork(publicId))) {
        throw new ProtocolError(409, `${printable(publicId)} already exists, and a result was made from it`);
      }
      await this.guard.admit(publicId, (await stat(temporary)).size, signedAt);
      try {
        const asset = await this.store.save(temporary, { copyTo: copy, ...options });
        await this.derived.removeAll(publicId);
        const isDecoded = asset.format === "heic" && options.inspected === undefined;
        if (isDecoded) await this.derived.adopt(decodedCopyOf(asset), copy);
        return asset;
      } catch (error) {
        if (!previous) await this.guard.forget(publicId);
        throw error;
      }
    } finally {
      await rm(temporary, { force: true });
      await rm(copy, { force: true });
    }
  }

  requireRoom(): Promise<void> {
    return this.guard.requireRoom(0);
  }

  async sweep(): Promise<void> {
    await this.prepare();
    await this.store.files.sweepTemporary();
  }

  parse(url: string): AssetReference | null {
    const given = URL.canParse(url) ? new URL(url) : null;
    const own = new URL(`${this.deliveryPrefix}${deliveryMarker}`);
    if (!given || given.username || given.password) return null;
    if (!isSameServer(given, own) || !given.pathname.startsWith(own.pathname)) return null;
    const delivery = parseDeliveryPath(given.pathname.slice(own.pathname.length));
    if (!delivery || !isValidPublicId(delivery.publicId)) return null;
    const { signature: _signature, signedText: _signedText, ...reference } = delivery;
    return reference;
  }

  async find(reference: AssetReference): Promise<HostedAsset | null> {
    return asHostError(async () => {
      const asset = await this.store.get(reference.publicId);
      return asset && this.#describe(asset);
    });
  }

  async read(reference: AssetReference): Promise<Uint8Array | null> {
    return asHostError(async () => {
      const served = await this.#serve(reference, {});
      return served && readServed(served);
    });
  }

  async locate(reference: AssetReference, options: ReadOptions): Promise<string | null> {
    return asHostError(async () => {
      const located = this.#serve(reference, { ...options, decodable: true }).then(async (served) => {
        await served?.file.close();
        return served?.path ?? null;
      });
      return options.signal ? untilAborted(located, options.signal) : located;
    }, options.signal);
  }

  #serve(
    reference: AssetReference,
    { caller = "service", decodable }: ReadOptions & { decodable?: true },
  ): Promise<Served | null> {
    return serve(this, reference, { caller, ...(decodable && { decodable }) });
  }

  async makeCutout(asset: HostedAsset, { signal, onSize, ...options }: CutoutOptions = {}): Promise<string> {
    return asHostError(async () => {
      const stored = await this.store.get(asset.publicId);
      if (!stored)
        throw new ImageHostError("the image is gone from the image host", { retryable: false, status: 404 });
      await this.prepare();
      const output = { format: "png", quality } as const;
      const work = this.derived.get({ asset: stored, cutOut: true, output }, options);
      const { sizeBytes } = await (signal ? untilAborted(work, signal) : work);
      onSize?.(sizeBytes);
      await this.store.allowCutout(stored);
      const { publicId, version } = stored;
      return this.urlOf({ publicId, version, format: null, transformation: cutoutTransformation });
    }, signal);
  }

  async destroy(publicId: string): Promise<void> {
    await asHostError(async () => {
      if (!isValidPublicId(publicId)) return;
      await this.store.remove(publicId);
      await this.derived.removeAll(publicId);
    });
  }

  #describe(asset: StoredAsset): HostedAsset {
    const { publicId, version, format, width, height, sizeBytes } = asset;
    const url = this.urlOf({ publicId, version, format });
    return { publicId, version, format, width, height, sizeBytes, url };
  }

  urlOf(reference: {
    publicId: string;
    version: number;
    format: string | null;
    transformation?: string;
  }): string {
    return `${this.deliveryPrefix}${deliveryMarker}${buildDeliveryPath(reference)}`;
  }
}
