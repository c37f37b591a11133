import { type FileHandle, open } from "node:fs/promises";
import { hasCode } from "#lib/platform/data-dir.ts";
import { contentTypes, formatFromName, type ImageFormat } from "../../contract/images/formats.ts";
import type { AssetReference } from "../host.ts";
import { type DerivedCache, decodedCopyOf, quality } from "./derived.ts";
import { ProtocolError, printable } from "./protocol-error.ts";
import type { AssetStore, StoredAsset } from "./store.ts";
import { findTransformation } from "./transformation.ts";

/** A stored file that a delivery URL resolves to. */
interface Found {
  key: string;
  sizeBytes: number;
  format: ImageFormat;
  etag: string;
  /** The URL names the current version, so it may be cached forever. */
  immutable: boolean;
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
  /** The caller whose queue a derived image is made in. */
  caller: string;
  /** The receiver is a pixel worker: it gets a decoded copy of an original that it cannot decode. */
  decodable?: true;
}

/** Derived images that may wait for one caller: enough for a page of thumbnails. */
const waitingLimit = 16;

/**
 * Finds or makes the image of a delivery reference; null when the asset does not exist. Throws ProtocolError 401 for
 * a transformation or format that pages and shops do not use, and ApiError `overloaded`.
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
  // A file can be replaced or swept between lookup and opening: the lookup is then repeated.
  for (let attempt = 0; ; attempt += 1) {
    try {
      const found = await resolve(files, reference, options);
      return found && (await use(found));
    } catch (error) {
      if (!hasCode(error, "ENOENT") || attempt >= 3) throw error;
    }
  }
}

async function resolve(
  files: ImageFiles,
  reference: AssetReference,
  options: ServeOptions,
): Promise<Resolved | null> {
  const { publicId, version, transformation: text, format: extension } = reference;
  const asset = await files.store.get(publicId);
  if (!asset) return null;
  const immutable = version === asset.version;
  const named = extension === null ? asset.format : formatFromName(extension);
  const isAsStored = text === "" && named === asset.format;
  const transformation = isAsStored ? {} : findTransformation(reference);
  // A background removal costs credits: it is delivered only of versions for which it was paid.
  if (!transformation || (transformation.cutOut && !(await files.store.isCutoutAllowed(asset))))
    throw new ProtocolError(401, `Transformation ${printable(text || `f_${named}`)} is not allowed`);
  const { cutOut, resize, format = asset.format } = transformation;
  if (!cutOut && !resize && format === asset.format)
    return { asset, immutable, ...(await original(files, asset, options)) };
  const decodable = format === "heic" ? decodedCopyOf(asset).output.format : format;
  const derivation = { asset, cutOut, resize, output: { format: decodable, quality } };
  const { caller } = options;
  return { asset, immutable, ...(await files.derived.get(derivation, { caller, waitingLimit })) };
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

export async function readServed({ file }: Served): Promise<Uint8Array> {
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
