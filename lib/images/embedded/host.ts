import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { diskFull, isDiskFull } from "#lib/disk.ts";
import { ApiError } from "#lib/errors.ts";
import { buildDeliveryPath, parseDeliveryPath } from "../delivery-path.ts";
import { isSigned } from "../delivery-signature.ts";
import {
  type AssetReference,
  type CutOutOptions,
  type HostedAsset,
  type ImageHost,
  ImageHostError,
  type ReadOptions,
  type SignedUpload,
  type UploadOptions,
} from "../host.ts";
import { UnreadableImageError } from "../unreadable.ts";
import { cutOutTransformation } from "../variants.ts";
import { readServed, type Served, serve } from "./delivery.ts";
import { type CutOut, DerivedCache, type Flights } from "./derived.ts";
import { sweepTemporary, temporaryPath, writeDurably } from "./files.ts";
import { openGuard, type StorageGuard } from "./guard.ts";
import { IntakeDoor, type IntakeLimits } from "./intake.ts";
import { ProtocolError } from "./protocol-error.ts";
import { choosePublicId, isValidPublicId, printable } from "./public-id.ts";
import { signParams } from "./signature.ts";
import { AssetStore, type SaveOptions, type StoredAsset } from "./store.ts";

export interface EmbeddedAccount {
  cloudName: string;
  apiKey: string;
  apiSecret: string;
}

export interface EmbeddedHostOptions {
  /** Folder of everything the host keeps. */
  root: string;
  /** Public address of the host: what stands before `/v1_1/…` and `/{cloud}/image/…`. */
  baseUrl: string;
  account: EmbeddedAccount;
  cutOut: CutOut;
  flights?: Flights;
  /** Fetches a remote picture named in an upload. */
  fetchImage: (url: string, signal?: AbortSignal) => Promise<Uint8Array>;
  derivedBudgetBytes?: number;
  guard?: StorageGuard;
  intake?: Partial<IntakeLimits>;
}

/** The image host inside this app: files under one folder, Cloudinary's protocol at its HTTP face. */
export class EmbeddedImageHost implements ImageHost {
  readonly kind = "embedded";
  readonly account: EmbeddedAccount;
  readonly baseUrl: string;
  readonly store: AssetStore;
  readonly derived: DerivedCache;
  readonly fetchImage: EmbeddedHostOptions["fetchImage"];
  readonly guard: StorageGuard;
  readonly door: IntakeDoor;
  #prepared: Promise<void> | null = null;

  constructor(options: EmbeddedHostOptions) {
    this.account = options.account;
    this.baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.fetchImage = options.fetchImage;
    const root = path.resolve(/* turbopackIgnore: true */ options.root);
    this.guard = options.guard ?? openGuard;
    this.door = new IntakeDoor(this.guard, options.intake);
    this.store = new AssetStore(root);
    this.derived = new DerivedCache({
      root,
      store: this.store,
      cutOut: options.cutOut,
      requireRoom: () => this.requireRoom(),
      ...(options.flights && { flights: options.flights }),
      ...(options.derivedBudgetBytes !== undefined && { budgetBytes: options.derivedBudgetBytes }),
    });
  }

  get cloudName(): string {
    return this.account.cloudName;
  }

  get uploadUrl(): string {
    return `${this.baseUrl}/v1_1/${this.cloudName}/image/upload`;
  }

  get deliveryPrefix(): string {
    return `${this.baseUrl}/${this.cloudName}/`;
  }

  /** Makes the folders, once. */
  prepare(): Promise<void> {
    this.#prepared ??= this.store.prepare();
    return this.#prepared;
  }

  signUpload(folder: string): SignedUpload {
    const timestamp = Math.floor(Date.now() / 1000);
    const { apiKey, apiSecret, cloudName } = this.account;
    const signature = signParams({ folder, timestamp: String(timestamp) }, apiSecret);
    return { signature, timestamp, api_key: apiKey, cloud_name: cloudName, folder };
  }

  async upload(bytes: Uint8Array, { folder, name, signal, ...known }: UploadOptions): Promise<HostedAsset> {
    return asHostError(async () => {
      signal?.throwIfAborted();
      await this.prepare();
      await this.guard.requireRoom(bytes.byteLength);
      const temporary = temporaryPath(this.store.temporaryFolder);
      await writeDurably(temporary, bytes);
      const publicId = choosePublicId({ folder, publicId: name });
      const { asset } = await this.keep(temporary, { publicId, ...known });
      return this.describe(asset);
    });
  }

  /**
   * Takes a temporary file over as the new version of a public id, if its owner may store it. Throws what the guard
   * and the store throw, and ProtocolError 409 where a paid result stands on the version before; the file is gone
   * either way.
   */
  async keep(temporary: string, options: SaveOptions): Promise<{ asset: StoredAsset; existing: boolean }> {
    const { publicId, overwrite = true } = options;
    try {
      const previous = await this.store.get(publicId);
      if (previous && overwrite && (await this.guard.isStoodOn(publicId))) {
        throw new ProtocolError(409, `${printable(publicId)} already exists, and a result stands on it`);
      }
      if (!previous || overwrite) await this.guard.admit(publicId, (await stat(temporary)).size);
      try {
        const saved = await this.store.save(temporary, options);
        if (!saved.existing) await this.derived.removeAll(publicId);
        return saved;
      } catch (error) {
        if (!previous) await this.guard.forget(publicId);
        throw error;
      }
    } finally {
      await rm(temporary, { force: true });
    }
  }

  requireRoom(): Promise<void> {
    return this.guard.requireRoom(0);
  }

  /** Deletes what abandoned uploads left behind. */
  async sweep(): Promise<void> {
    await this.prepare();
    await sweepTemporary(this.store.temporaryFolder);
  }

  parse(url: string): AssetReference | null {
    const delivery = this.parseDelivery(url);
    if (!delivery) return null;
    const { signature: _signature, signedText: _signedText, ...reference } = delivery;
    return isSigned(delivery, this.account.apiSecret) ? { ...reference, signed: true } : reference;
  }

  async find(reference: AssetReference): Promise<HostedAsset | null> {
    return asHostError(async () => {
      const asset = await this.store.get(reference.publicId);
      return asset && this.describe(asset);
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
      const served = await raceSignal(this.#serve(reference, options), options.signal);
      await served?.file.close();
      return served?.path ?? null;
    }, options.signal);
  }

  #serve(reference: AssetReference, { caller = "service" }: ReadOptions): Promise<Served | null> {
    return serve(this, reference, { accept: "", signed: reference.signed === true, caller });
  }

  async cutOut(asset: HostedAsset, { signal, ...options }: CutOutOptions = {}): Promise<string> {
    return asHostError(async () => {
      const stored = await this.store.get(asset.publicId);
      if (!stored)
        throw new ImageHostError("the image is gone from the image host", { retryable: false, status: 404 });
      await this.prepare();
      const work = this.derived.get(
        stored,
        [{ cutOut: true }],
        { format: "png", quality: "auto:good" },
        options,
      );
      await raceSignal(work, signal);
      await this.store.allowCutOut(stored);
      const { publicId, version } = stored;
      return this.urlOf({ publicId, version, format: null, transformation: cutOutTransformation });
    }, signal);
  }

  async destroy(publicId: string): Promise<void> {
    await asHostError(() => this.remove(publicId));
  }

  /** Deletes an asset and everything derived from it; false when there was none. */
  async remove(publicId: string): Promise<boolean> {
    if (!isValidPublicId(publicId)) return false;
    const removed = await this.store.remove(publicId);
    await this.derived.removeAll(publicId);
    return removed;
  }

  /** Takes a delivery URL of this account apart; loopback names count as one host. */
  parseDelivery(url: string) {
    const given = URL.canParse(url) ? new URL(url) : null;
    const own = new URL(`${this.deliveryPrefix}image/upload/`);
    if (!given || given.username || given.password) return null;
    const sameHost =
      given.host === own.host ||
      (loopbackOrigin(given) !== null && loopbackOrigin(given) === loopbackOrigin(own));
    if (given.protocol !== own.protocol || !sameHost || !given.pathname.startsWith(own.pathname)) return null;
    const delivery = parseDeliveryPath(given.pathname.slice(own.pathname.length));
    return delivery && isValidPublicId(delivery.publicId) ? delivery : null;
  }

  describe(asset: StoredAsset): HostedAsset {
    const { publicId, version, format, width, height, sizeBytes } = asset;
    return {
      publicId,
      version,
      format,
      width,
      height,
      sizeBytes,
      url: this.urlOf({ publicId, version, format }),
    };
  }

  urlOf(reference: {
    publicId: string;
    version: number;
    format: string | null;
    transformation?: string;
  }): string {
    return `${this.deliveryPrefix}image/upload/${buildDeliveryPath(reference)}`;
  }
}

/** `http:3000` for any name of this machine, else null. */
function loopbackOrigin(url: URL): string | null {
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  return isLoopback ? `${url.protocol}${url.port}` : null;
}

async function raceSignal<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  if (!signal) return work;
  // Its failure is nobody's concern once the signal has spoken.
  work.catch(() => undefined);
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
}

function toOwnApiError(error: ApiError): ApiError {
  if (error instanceof ApiError) return error;
  const { code, message, ...facts } = error as ApiError;
  return new ApiError(code, message, { ...facts, cause: error });
}

/**
 * Failures at the port are ImageHostErrors, except what the caller should see as it is: the signal's own reason and
 * errors about the picture. Compared by name: the work may have been started by another copy of this module.
 */
async function asHostError<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof ImageHostError) throw error;
    const name = error instanceof Error ? error.name : "";
    if (name === "NothingFoundError") throw error;
    if (isDiskFull(error)) throw diskFull(error);
    if (name === "ApiError") throw toOwnApiError(error as ApiError);
    if (error instanceof UnreadableImageError || name === "UnreadableImageError") {
      throw new ImageHostError(`the image host refused the picture: ${(error as Error).message}`, {
        retryable: false,
        status: 400,
        cause: error,
      });
    }
    const status =
      error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : null;
    throw new ImageHostError("the embedded image host failed", { retryable: false, status, cause: error });
  }
}
