import { formatFromName } from "../../contract/images/formats.ts";
import type { AssetReference, Variant } from "../host.ts";

/**
 * The grammar of Cloudinary's delivery URLs, also used by the embedded host, for server and browser:
 * `{cloud}/image/upload/[s--SIG--/][transformation/…][v123/]public/id[.ext]`.
 */

/** Separates the account's part of a delivery URL from the path that `parseDeliveryPath` reads. */
export const deliveryMarker = "image/upload/";

export interface DeliveryPath extends AssetReference {
  /** The text between the dashes of `s--…--`, or null for an unsigned URL. */
  signature: string | null;
  /** The text covered by the signature, as it is in the URL. */
  signedText: string;
}

const versionPattern = /^v(\d{1,15})$/;
const signaturePattern = /^s--([A-Za-z0-9_-]{8}|[A-Za-z0-9_-]{32})--$/;
const componentPattern = /^(?:[a-z]{1,4}_|\$)[^/]*$/;
/** Parameter names of transformations; a leading path segment that begins with one is a transformation. */
const parameterPattern =
  /^(?:a|ac|af|ar|b|bo|br|c|co|cs|d|dl|dn|dpr|du|e|eo|f|fl|fn|fps|g|h|if|ki|l|o|p|pg|q|r|so|sp|t|u|vc|vs|w|x|y|z)_/;

/** Parses the percent-encoded path after the marker of a delivery URL. Null when it is not a delivery path. */
export function parseDeliveryPath(path: string): DeliveryPath | null {
  const raw = path.split("/");
  const decoded = raw.map(decodeSegment);
  if (decoded.some((segment) => segment === null || segment === "")) return null;
  const segments = decoded as string[];
  const signature = signaturePattern.exec(segments[0] ?? "")?.[1] ?? null;
  const start = signature === null ? 0 : 1;
  const end = findTransformationEnd(segments, start);
  const version = versionPattern.exec(segments[end] ?? "");
  const idStart = version && end < segments.length - 1 ? end + 1 : end;
  const { publicId, format } = splitExtension(segments.slice(idStart).join("/"));
  if (!publicId) return null;
  return {
    publicId,
    version: idStart > end ? Number(version?.[1]) : null,
    format,
    transformation: segments.slice(start, end).join("/"),
    signature,
    signedText: [...raw.slice(start, end), ...raw.slice(idStart)].join("/"),
  };
}

/** Index after the last transformation segment. */
function findTransformationEnd(segments: string[], start: number): number {
  const versionIndex = segments.findIndex(
    (segment, index) => index >= start && index < segments.length - 1 && versionPattern.test(segment),
  );
  if (versionIndex >= 0 && segments.slice(start, versionIndex).every((part) => componentPattern.test(part))) {
    return versionIndex;
  }
  let end = start;
  while (end < segments.length - 1 && parameterPattern.test(segments[end] ?? "")) end += 1;
  return end;
}

/** `a/b.png` → `a/b` and `png`; an extension that is no picture format belongs to the public id. */
function splitExtension(id: string): { publicId: string; format: string | null } {
  const match = /^(.*[^/])\.([A-Za-z0-9]{1,5})$/s.exec(id);
  const publicId = match?.[1];
  const format = match?.[2];
  if (!publicId || !format || !formatFromName(format)) return { publicId: id, format: null };
  return { publicId, format: format.toLowerCase() };
}

/** Decodes a path segment; null when it contains a slash, `.`/`..`, or control characters. */
function decodeSegment(segment: string): string | null {
  try {
    const text = decodeURIComponent(segment);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    return text === "." || text === ".." || /[/\\\u0000-\u001f\u007f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** The path of an asset after the marker. `transformation` is inserted unchanged. */
export function buildDeliveryPath(reference: {
  publicId: string;
  version: number;
  format: string | null;
  transformation?: string;
}): string {
  const { publicId, version, format, transformation } = reference;
  const id = encodeURIComponent(publicId).replaceAll("%2F", "/").replaceAll("%3A", ":");
  return [transformation, `v${version}`, format ? `${id}.${format}` : id].filter(Boolean).join("/");
}

/** The transformation in the result URL of a background removal. */
export const cutoutTransformation = "e_background_removal/f_png";

/** Downloads keep the metadata that say how a picture was made; Cloudinary removes them unless asked. */
export function transformationOf(variant: Variant): string {
  return "widthPx" in variant
    ? `c_limit,w_${variant.widthPx},f_webp,q_auto`
    : `f_${variant.format},fl_keep_iptc`;
}

/** The delivery URL of a variant; null for URLs of other hosts, signed URLs, and URLs with a transformation. */
export function variantUrl(url: string, variant: Variant): string | null {
  const at = url.indexOf(`/${deliveryMarker}`);
  if (at < 0) return null;
  const start = at + 1 + deliveryMarker.length;
  const rest = url.slice(start);
  return /^v\d+\//.test(rest) ? `${url.slice(0, start)}${transformationOf(variant)}/${rest}` : null;
}
