import { formatFromName, type ImageFormat } from "../formats.ts";
import { inspectImage } from "../inspect.ts";
import type { MakeOptions } from "./derived.ts";
import type { EmbeddedImageHost } from "./host.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { StoredAsset } from "./store.ts";
import { type Component, parseTransformation } from "./transformation.ts";

export interface EagerRequest {
  /** As it stands in the delivery URL. */
  transformation: string;
  chain: Component[];
  /** Extension of the derived image, when one was asked for. */
  extension: ImageFormat | null;
}

const maxEager = 10;

/** Reads the `eager` parameter: transformations joined by `|`, each optionally ending in `/format`. */
export function parseEager(value: string | undefined): EagerRequest[] {
  if (!value) return [];
  const entries = value.split("|").filter(Boolean);
  if (entries.length > maxEager) throw new ProtocolError(400, "Too many eager transformations");
  return entries.map((entry) => {
    const parts = entry.split("/");
    const extension = formatFromName(parts.at(-1) ?? "");
    const transformation = (extension ? parts.slice(0, -1) : parts).filter(Boolean).join("/");
    return { transformation, chain: parseTransformation(transformation), extension };
  });
}

/** Makes the derived images now; a signed call may ask for cut-outs too. */
export async function makeEager(
  host: EmbeddedImageHost,
  asset: StoredAsset,
  requests: readonly EagerRequest[],
  options: MakeOptions,
): Promise<object[]> {
  const made: object[] = [];
  for (const request of requests) {
    const format = outputFormat(asset, request);
    const quality =
      request.chain.findLast((component) => component.quality !== undefined)?.quality ?? "auto:good";
    const derived = await host.derived.get(asset, request.chain, { format, quality }, options);
    if (request.chain.some((component) => component.cutOut)) await host.store.allowCutOut(asset);
    const { width, height } = derived.size ?? (await inspectImage(derived.path, options));
    made.push({ ...describeDerived(host, asset, request), width, height, bytes: derived.sizeBytes, format });
  }
  return made;
}

export function pendingEager(host: EmbeddedImageHost, asset: StoredAsset, request: EagerRequest): object {
  return { status: "processing", ...describeDerived(host, asset, request) };
}

function describeDerived(host: EmbeddedImageHost, asset: StoredAsset, request: EagerRequest): object {
  const { publicId, version } = asset;
  const format = outputFormat(asset, request);
  const { transformation } = request;
  const url = host.urlOf({ publicId, version, format, transformation });
  return { transformation, url, secure_url: url };
}

function outputFormat(asset: StoredAsset, { chain, extension }: EagerRequest): ImageFormat {
  const asked = chain.findLast((component) => component.format !== undefined)?.format;
  return (asked === "auto" ? null : asked) ?? extension ?? asset.format;
}
