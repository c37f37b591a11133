import { type FileHandle, open } from "node:fs/promises";
import type { DeliveryPath } from "../delivery-path.ts";
import { formatFromName, type ImageFormat } from "../formats.ts";
import type { AssetReference } from "../host.ts";
import { hasCode } from "./files.ts";
import type { EmbeddedImageHost } from "./host.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { Output } from "./render.ts";
import { verifyDelivery } from "./signature.ts";
import type { StoredAsset } from "./store.ts";
import { type Component, parseTransformation } from "./transformation.ts";

/** What a delivery URL leads to: an open file the receiver has to close. */
export interface Served {
  file: FileHandle;
  sizeBytes: number;
  format: ImageFormat;
  etag: string;
  /** The URL names the current version: it can be kept for ever. */
  immutable: boolean;
  /** The format was chosen by the Accept header. */
  negotiated: boolean;
}

interface ServeOptions {
  /** The request's Accept header. */
  accept: string;
  /** The URL is signed: a background removal may be made for it. */
  mayCutOut: boolean;
}

/** Whether a delivery URL is signed. Throws ProtocolError 401 when its signature is wrong. */
export function checkDeliverySignature(delivery: DeliveryPath, apiSecret: string): boolean {
  if (delivery.signature === null) return false;
  const texts = [delivery.signedText, decodeURIComponent(delivery.signedText)];
  if (texts.some((text) => verifyDelivery(text, delivery.signature ?? "", apiSecret))) return true;
  throw new ProtocolError(401, "Invalid signature in the delivery URL");
}

/**
 * Finds or makes what a delivery reference stands for; null when there is no such asset. Throws ProtocolError for
 * what the URL may not ask for, GateFullError under overload.
 */
export async function serve(
  host: EmbeddedImageHost,
  reference: AssetReference,
  options: ServeOptions,
): Promise<Served | null> {
  const chain = parseTransformation(reference.transformation);
  // A file can be replaced or swept between looking it up and opening it: then everything is looked up again.
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await serveOnce(host, reference, chain, options);
    } catch (error) {
      if (!hasCode(error, "ENOENT") || attempt >= 3) throw error;
    }
  }
}

async function serveOnce(
  host: EmbeddedImageHost,
  reference: AssetReference,
  chain: Component[],
  { accept, mayCutOut }: ServeOptions,
): Promise<Served | null> {
  const asset = await host.store.get(reference.publicId);
  if (!asset) return null;
  const immutable = reference.version === asset.version;
  const { output, negotiated } = chooseOutput(asset, reference.format, chain, accept);
  if (isOriginal(asset, chain, output)) {
    const file = await open(host.store.originalPath(asset), "r");
    const common = { file, immutable, negotiated };
    return { ...common, sizeBytes: asset.sizeBytes, format: asset.format, etag: asset.etag };
  }
  if (chain.some((component) => component.cutOut)) await checkCutOut(host, asset, mayCutOut);
  const derived = await host.derived.get(asset, chain, output);
  const file = await open(derived.path, "r");
  return {
    file,
    sizeBytes: derived.sizeBytes,
    format: derived.format,
    etag: derived.etag,
    immutable,
    negotiated,
  };
}

/**
 * Removing a background costs credits and seconds of CPU, so nobody gets one by writing a URL: the URL is signed,
 * or a signed call or a paid background removal asked for this version of the asset before.
 */
async function checkCutOut(host: EmbeddedImageHost, asset: StoredAsset, signed: boolean): Promise<void> {
  if (await host.store.isCutOutAllowed(asset)) return;
  if (!signed) {
    throw new ProtocolError(
      401,
      "e_background_removal needs a signed URL unless it was made for this asset before",
    );
  }
  await host.store.allowCutOut(asset);
}

export async function readServed({ file }: Served): Promise<Uint8Array> {
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function chooseOutput(
  asset: StoredAsset,
  extension: string | null,
  chain: readonly Component[],
  accept: string,
): { output: Output; negotiated: boolean } {
  const quality = chain.findLast((component) => component.quality !== undefined)?.quality ?? "auto:good";
  const asked = chain.findLast((component) => component.format !== undefined)?.format;
  if (asked === "auto") {
    const hasAlpha = asset.hasAlpha || chain.some((component) => component.cutOut);
    return { output: { format: negotiate(accept, hasAlpha), quality }, negotiated: true };
  }
  const format = asked ?? (extension === null ? null : formatFromName(extension)) ?? asset.format;
  return { output: { format, quality }, negotiated: false };
}

function negotiate(accept: string, hasAlpha: boolean): ImageFormat {
  const accepts = (type: string) => new RegExp(`${type}(?![^,]*;\\s*q=0(\\.0*)?\\s*(,|$))`, "i").test(accept);
  if (accepts("image/avif")) return "avif";
  if (accepts("image/webp")) return "webp";
  return hasAlpha ? "png" : "jpg";
}

/** Nothing to do but to hand out the bytes as they were uploaded. */
function isOriginal(asset: StoredAsset, chain: readonly Component[], output: Output): boolean {
  const plain = ({ format: _format, ...rest }: Component) => Object.keys(rest).length === 0;
  return output.format === asset.format && chain.every(plain);
}
