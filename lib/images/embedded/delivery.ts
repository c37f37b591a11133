import { type FileHandle, open } from "node:fs/promises";
import { hasCode } from "#lib/storage/files.ts";
import {
  contentTypes,
  type DecodableFormat,
  formatFromName,
  type ImageFormat,
} from "../../contract/images/formats.ts";
import { cutoutTransformation, type DeliveryPath, transformationOf } from "../cloudinary/delivery-url.ts";
import { isSignedDelivery } from "../cloudinary/signature.ts";
import type { AssetReference } from "../host.ts";
import { deliveryWidthsPx, downloadFormats, pageVariants } from "../variants.ts";
import { type Derivation, type DerivedCache, type DerivedFile, decodedCopyOf } from "./derived.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import type { Output } from "./render.ts";
import type { AssetStore, StoredAsset } from "./store.ts";
import { type Component, parseTransformation } from "./transformation.ts";

/** A stored file that a delivery URL resolves to. */
interface Found {
  key: string;
  sizeBytes: number;
  format: ImageFormat;
  etag: string;
  /** The URL names the current version, so it may be cached forever. */
  immutable: boolean;
  /** The Accept header chose the format. */
  negotiated: boolean;
}

/** The file as an open handle, which the receiver must close. */
export interface Served extends Found {
  file: FileHandle;
  path: string;
}

/** The file as a URL at which its bytes are read. */
export interface Elsewhere extends Found {
  location: string;
}

/** Validity of the presigned URL of a file: a browser follows the redirect immediately. */
export const addressSeconds = 300;

/** Original and derived images. */
interface ImageFiles {
  store: AssetStore;
  derived: DerivedCache;
}

interface ServeOptions {
  /** The request's Accept header. */
  accept: string;
  /** The URL carries the account's signature, which allows any transformation. */
  signed: boolean;
  /** The caller whose queue a derived image is made in. */
  caller: string;
  /** The receiver is a pixel worker: it gets a decoded copy of an original that it cannot decode. */
  decodable?: true;
}

/** Derived images that may wait for one caller: enough for a page of thumbnails. */
const waitingLimit = 16;

/** Whether a delivery URL is signed. Throws ProtocolError 401 when its signature is wrong. */
export function checkDeliverySignature(delivery: DeliveryPath, secrets: readonly string[]): boolean {
  if (delivery.signature === null) return false;
  if (secrets.some((secret) => isSignedDelivery(delivery, secret))) return true;
  throw new ProtocolError(401, "Invalid signature in the delivery URL");
}

/**
 * Finds or makes the image of a delivery reference; null when the asset does not exist. Throws ProtocolError for a
 * transformation that the URL may not request, and ApiError `overloaded`.
 */
export async function serve(
  files: ImageFiles,
  reference: AssetReference,
  options: ServeOptions,
): Promise<Served | null> {
  return lookUp(files, reference, options, async (found) => {
    const { path } = found.path === null ? await files.store.original(found.asset) : { path: found.path };
    return { ...found, file: await open(path, "r"), path };
  });
}

/** As `serve`, with a URL of the bytes; null also when the storage offers no URLs. */
export async function serveElsewhere(
  files: ImageFiles,
  reference: AssetReference,
  options: ServeOptions,
): Promise<Elsewhere | null> {
  return lookUp(files, reference, options, async (found) => {
    const location = await files.store.files.presign?.(found.key, {
      contentType: contentTypes[found.format],
      cacheControl: cacheControlOf(found),
      seconds: addressSeconds,
    });
    return location ? { ...found, location } : null;
  });
}

export function cacheControlOf({ immutable }: Pick<Found, "immutable">): string {
  return immutable ? "public, max-age=31536000, immutable" : "public, max-age=300";
}

/** `path` is null for an original that was not located yet. */
type Resolved = Found & { asset: StoredAsset; path: string | null };

async function lookUp<T>(
  files: ImageFiles,
  reference: AssetReference,
  options: ServeOptions,
  use: (found: Resolved) => Promise<T>,
): Promise<T | null> {
  const chain = parseTransformation(reference.transformation);
  // A file can be replaced or swept between lookup and opening: the lookup is then repeated.
  for (let attempt = 0; ; attempt += 1) {
    try {
      const found = await resolve(files, reference, { chain, ...options });
      return found && (await use(found));
    } catch (error) {
      if (!hasCode(error, "ENOENT") || attempt >= 3) throw error;
    }
  }
}

async function resolve(
  files: ImageFiles,
  reference: AssetReference,
  { chain, ...options }: ServeOptions & { chain: Component[] },
): Promise<Resolved | null> {
  const asset = await files.store.get(reference.publicId);
  if (!asset) return null;
  const { wanted, quality, negotiated } = chooseOutput({
    asset,
    chain,
    extension: reference.format,
    ...options,
  });
  const output = { format: wanted === "heic" ? decodedCopyOf(asset).output.format : wanted, quality };
  const { key, path, sizeBytes, format, etag } = isOriginal(asset, chain, wanted)
    ? await original(files, asset, options)
    : await derive(files, reference, { asset, chain, output, ...options });
  const immutable = reference.version === asset.version;
  return { asset, key, path, sizeBytes, format, etag, immutable, negotiated };
}

async function original(
  { store, derived }: ImageFiles,
  asset: StoredAsset,
  { decodable, caller }: ServeOptions,
): Promise<Pick<Resolved, "key" | "path" | "sizeBytes" | "format" | "etag">> {
  if (decodable && asset.format === "heic")
    return derived.get(decodedCopyOf(asset), { caller, waitingLimit });
  return { ...asset, key: store.originalKey(asset), path: null };
}

/**
 * Making an image costs CPU time, so non-public transformations need a signature. Removing a background also costs
 * credits: its public form is made only for a version whose cutout a signed URL or a paid removal requested before.
 * Throws ProtocolError 401 otherwise.
 */
async function derive(
  { store, derived }: ImageFiles,
  reference: AssetReference,
  { signed, caller, accept: _, decodable: _copy, ...derivation }: ServeOptions & Derivation,
): Promise<DerivedFile> {
  const { asset, chain, output } = derivation;
  const cutsOut = chain.some((component) => component.cutOut);
  if (cutsOut && signed) await store.allowCutout(asset);
  const isPaid = !cutsOut || (await store.isCutoutAllowed(asset));
  if (signed || (isPaid && isPublicVariant(reference)))
    return derived.get(derivation, { caller, waitingLimit });
  // As on Cloudinary, an image that was once made with permission is delivered to everyone.
  const made = isPaid ? await derived.peek(derivation) : null;
  if (made) return made;
  const asked = printable(reference.transformation || `f_${output.format}`);
  throw new ProtocolError(401, `Transformation ${asked} is not allowed`);
}

const publicTransformations = new Set([
  ...pageVariants.map(transformationOf),
  ...downloadFormats.map((format) => `f_${format}`),
  cutoutTransformation,
]);
const publicWidths = deliveryWidthsPx.map((widthPx) => `w_${widthPx}`);
const publicSizes = new Set([
  ...publicWidths,
  ...publicWidths.map((width) => `${cutoutTransformation}/${width}`),
]);

/**
 * Whether an unsigned URL may request it: the variants used by pages, the form of a paid cut-out, and a fixed list of
 * widths of both.
 */
export function isPublicVariant({ transformation, format }: AssetReference): boolean {
  const asked = format === null ? null : formatFromName(format);
  if (publicSizes.has(transformation)) return asked !== "gif" && asked !== "tiff" && asked !== "heic";
  if (transformation !== "") return publicTransformations.has(transformation);
  return asked === null || downloadFormats.some((known) => known === asked);
}

export async function readServed({ file }: Served): Promise<Uint8Array> {
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function chooseOutput({
  asset,
  chain,
  extension,
  accept,
}: {
  asset: StoredAsset;
  chain: readonly Component[];
  extension: string | null;
  accept: string;
}): { wanted: ImageFormat; quality: Output["quality"]; negotiated: boolean } {
  const quality = chain.findLast((component) => component.quality !== undefined)?.quality ?? "auto:good";
  const asked = chain.findLast((component) => component.format !== undefined)?.format;
  if (asked === "auto") {
    const hasAlpha = asset.hasAlpha || chain.some((component) => component.cutOut);
    return { wanted: negotiate(accept, hasAlpha), quality, negotiated: true };
  }
  const wanted = asked ?? (extension === null ? null : formatFromName(extension)) ?? asset.format;
  return { wanted, quality, negotiated: false };
}

function negotiate(accept: string, hasAlpha: boolean): DecodableFormat {
  const accepts = (type: string) => new RegExp(`${type}(?![^,]*;\\s*q=0(\\.0*)?\\s*(,|$))`, "i").test(accept);
  if (accepts("image/avif")) return "avif";
  if (accepts("image/webp")) return "webp";
  return hasAlpha ? "png" : "jpg";
}

/** Whether the response is the uploaded file, unchanged. */
function isOriginal(asset: StoredAsset, chain: readonly Component[], wanted: ImageFormat): boolean {
  const plain = ({ format: _format, ...rest }: Component) => Object.keys(rest).length === 0;
  return wanted === asset.format && chain.every(plain);
}
