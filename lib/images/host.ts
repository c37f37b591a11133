import type { ImageFormat } from "../contract/images/formats.ts";
import { type ApiError, refusal } from "../platform/errors.ts";
import { because } from "../platform/reasons.ts";
import type { InspectedImage, PictureInput } from "./picture.ts";

/** The right to upload into a folder, for an hour: a multipart POST of these fields and `file`. */
export interface SignedUpload {
  url: string;
  fields: Record<string, string>;
}

/** Another form of a picture: at most that wide and compressed for pages, or at full size in another format. */
export type Variant = { widthPx: number } | { format: ImageFormat };

/** One delivery URL of this service, taken apart. */
export interface AssetReference {
  /**
   * The former account that it is at (lib/images/former.ts). Absent for the present one, and where only a public id
   * is known: then the former ones are asked for what the present one does not have.
   */
  account?: string;
  publicId: string;
  /** The `v123` part, or null when the URL has none. */
  version: number | null;
  /** Extension in the URL (`png`), or null. */
  format: string | null;
  /** Which view of the picture, in the notation of its host, which alone reads it; "" for the picture itself. */
  transformation: string;
  /** The URL carried a valid signature of this account, so its transformation may be any. */
  signed?: true;
}

export interface HostedAsset {
  /** The former account that it is at; absent for the present one. */
  account?: string;
  publicId: string;
  version: number;
  format: string;
  width: number;
  height: number;
  sizeBytes: number;
  /** Permanent delivery URL. */
  url: string;
}

/** The picture itself, whatever URL named it; its newest version where none is given. */
export function originalOf(
  asset: Pick<AssetReference, "publicId"> & Partial<AssetReference>,
): AssetReference {
  const { account, publicId, version = null } = asset;
  return { publicId, version, format: null, transformation: "", ...(account && { account }) };
}

/** Whether a reference names the picture itself, and no view of it. */
export function isOriginal({ transformation }: AssetReference): boolean {
  return transformation === "";
}

/** Whether two references name one picture in one view; a reference without a version names any. */
export function isSameView(a: AssetReference, b: AssetReference): boolean {
  if (a.publicId !== b.publicId || a.transformation !== b.transformation) return false;
  return a.version === b.version || a.version === null || b.version === null;
}

export interface UploadOptions {
  folder: string;
  /** Last part of the public id; the host makes one when absent. */
  name?: string;
  /** Of a picture that was inspected or made here: it is then not decoded again. */
  inspected?: InspectedImage;
  /** Whose queue an inspection waits in. */
  caller?: string;
  signal?: AbortSignal;
}

export interface ReadOptions {
  /** Whose queue a derived image waits in. */
  caller?: string;
  signal?: AbortSignal;
}

export interface PixelBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface CutoutOptions extends ReadOptions {
  /** Called when the work begins, where the host knows. */
  onStart?: () => void;
  /** Called with the place of the product in it, in pixels, where this call makes it here. */
  onBox?: (box: PixelBox) => void;
  /** Called with the size of the cut-out, where the host knows it. */
  onSize?: (sizeBytes: number) => void;
}

/**
 * Where pictures live. Two implementations: the embedded host (files under DATA_DIR or in a bucket, served by this app)
 * and Cloudinary. Failures of the host throw ImageHostError; a missing asset is `null`, never an error.
 */
export interface ImageHost {
  /** The host itself checks the owner's quota before it stores a picture; else the use cases that upload do. */
  readonly asksQuota: boolean;
  /** Cut-outs are made by the pixel workers of this service; else the host makes them. */
  readonly makesCutoutsHere: boolean;
  /** Scheme and host (and path prefix) that every delivery URL of this account starts with. */
  readonly deliveryPrefix: string;
  signUpload(folder: string): SignedUpload;
  upload(bytes: Uint8Array, options: UploadOptions): Promise<HostedAsset>;
  /** Takes a delivery URL apart; null when host, account, resource type or grammar are not this account's. */
  parse(url: string): AssetReference | null;
  /** The original asset behind a reference, or null when there is none (any more). */
  find(reference: AssetReference, signal?: AbortSignal): Promise<HostedAsset | null>;
  /** Bytes of a delivery URL of this account (transformations applied), or null when there is no such asset. */
  read(reference: AssetReference, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** As `read`, for the pixel worker: the path of an inspected picture that is on this machine, else its bytes. */
  locate(reference: AssetReference, options: ReadOptions): Promise<PictureInput | null>;
  /** Makes the background-removed PNG of an asset and returns its delivery URL once it loads. */
  makeCutout(asset: HostedAsset, options?: CutoutOptions): Promise<string>;
  destroy(publicId: string, signal?: AbortSignal): Promise<void>;
  /** Throws ApiError overloaded while nothing more can be stored. */
  requireRoom(): Promise<void>;
  /** Deletes what abandoned uploads left behind. */
  sweep(): Promise<void>;
}

/** The host could not do its part; `retryable`: the fault is temporary. Holds no secret. */
export class ImageHostError extends Error {
  readonly retryable: boolean;
  readonly status: number | null;

  constructor(message: string, options: { retryable: boolean; status?: number | null; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ImageHostError";
    this.retryable = options.retryable;
    this.status = options.status ?? null;
  }
}

const retryAfterSeconds = 10;

/** The error for callers while the host is away for a time. Nothing is wrong with what they asked for. */
export function hostAway(cause: unknown): ApiError {
  return refusal(because("image_host_away"), { retryAfterSeconds, cause });
}

/** Whether the host is away for a time. By name: the server's bundles may hold several copies of the class. */
export function isHostAway(error: unknown): error is Error {
  return (
    error instanceof Error &&
    error.name === "ImageHostError" &&
    "retryable" in error &&
    error.retryable === true
  );
}
