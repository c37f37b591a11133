import { formatFromContentType, formatFromName, type ImageFormat } from "../../contract/images/formats.ts";

/** The fields that the file name of a result is made of. */
export interface NamedResult {
  id: string;
  operation: string;
  style: string | null;
  scene: string | null;
  aspectRatio: string | null;
  resolution: string | null;
  title: string | null;
  customId: string | null;
  metadata: unknown;
  options: unknown;
  imageUrl: string;
  /** Name of the uploaded source file. */
  sourceName: string | null;
}

/** `metadata.sku`: the seller's own product number. */
export const skuKey = "sku";

/** Path of pictures on an image host, where file names are random. */
const hostedPath = /\/image\/upload\//;
const maxNameBytes = 120;
/** Device names that Windows reserves, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * The name of a picture: its title without file extension, else its sku, the caller's custom id, or the name of the
 * uploaded or fetched file. Null when there is none.
 */
export function nameOfResult(
  result: Pick<NamedResult, "title" | "metadata" | "customId" | "sourceName" | "imageUrl">,
): string | null {
  const named = [withoutEnding(result.title ?? ""), skuOf(result.metadata), result.customId];
  const files = [withoutEnding(result.sourceName ?? ""), nameInUrl(result.imageUrl)];
  return [...named, ...files].find((name) => name?.trim()) ?? null;
}

/** The sku of a piece of work, or null. */
export function skuOf(metadata: unknown): string | null {
  const sku = fieldOf(metadata, skuKey);
  return typeof sku === "string" && sku.trim() !== "" ? sku : null;
}

/** The product that work belongs to: its sku, else its source picture. */
export function productOf({ metadata, imageUrl }: Pick<NamedResult, "metadata" | "imageUrl">): string {
  return skuOf(metadata) ?? imageUrl;
}

/** `blue-mug_moss-forest_2k`: name, scene or style, and size of a result, valid on every file system. */
export function resultFileName(result: NamedResult): string {
  const name = toFilePart(nameOfResult(result) ?? "") || `picture-${result.id.slice(-6)}`;
  // A Set, because a marketplace's style and size may have the same name.
  return [name, ...new Set(looksOf(result))].join("_");
}

/** The extension of a result's file, without the dot. */
export function fileEndingOf(result: {
  operation: string;
  contentType: string | null;
  resultUrl: string | null;
}): ImageFormat {
  const inUrl = /\.(\w{3,4})$/.exec(result.resultUrl ?? "")?.[1];
  const known = formatFromContentType(result.contentType ?? "") ?? (inUrl ? formatFromName(inUrl) : null);
  return known ?? (result.operation === "remove_bg" ? "png" : "jpg");
}

/** Makes file names unique: the second `mug` becomes `mug-2`. Ignores case, as many file systems do. */
export function createFileNames(): (wanted: string) => string {
  const used = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${wanted}-${copy}`;
    used.add(name.toLowerCase());
    return name;
  };
}

/**
 * Makes text valid as a file name on Windows, macOS and Linux, keeping spaces and letters of all scripts. May be
 * empty.
 */
export function safeFileName(text: string): string {
  const safe = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "-");
  const short = withinBytes(safe, maxNameBytes).replace(/^[. ]+|[. ]+$/g, "");
  return reserved.test(short.split(".")[0] ?? "") ? `${short}-file` : short;
}

/** One part of a file name: as `safeFileName`, without spaces and without punctuation at its ends. */
function toFilePart(text: string): string {
  const words = text.trim().replace(/\s+/gu, "-");
  return safeFileName(words)
    .replace(/-{2,}/g, "-")
    .replace(/^[-._]+|[-._]+$/g, "");
}

/** Scene or style, aspect ratio unless square, and size; for a cut-out only its kind. */
function looksOf({ operation, style, scene, aspectRatio, resolution, options }: NamedResult): string[] {
  if (operation === "remove_bg") return [fieldOf(options, "output") === "mask" ? "mask" : "cutout"];
  const size = sizePart(fieldOf(options, "size"));
  const shape = aspectRatio === null || aspectRatio === "1:1" ? null : aspectRatio.replace(":", "x");
  const measures = size === null ? [shape, resolution?.toLowerCase() ?? null] : [size];
  return [scene ?? style, ...measures].flatMap((part) => (part === null ? [] : [toFilePart(part)]));
}

/** The name of a marketplace's size, or `1200x800`; null when aspect ratio and resolution define the size. */
function sizePart(size: unknown): string | null {
  if (typeof size === "string") return size.replaceAll("_", "-");
  const [width, height] = [fieldOf(size, "width"), fieldOf(size, "height")];
  return typeof width === "number" && typeof height === "number" ? `${width}x${height}` : null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : null;
}

/** `mug` for `mug.jpg`; other dots belong to the name. */
function withoutEnding(title: string): string {
  return title.trim().replace(/(.)\.(jpe?g|png|webp|avif|gif|tiff?|hei[cf])$/i, "$1");
}

function nameInUrl(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { pathname } = new URL(address);
  if (hostedPath.test(pathname)) return null;
  const last = pathname.split("/").at(-1) ?? "";
  try {
    return withoutEnding(decodeURIComponent(last));
  } catch {
    return withoutEnding(last);
  }
}

/** The longest prefix of at most `limit` bytes in UTF-8, cut between characters. */
function withinBytes(text: string, limit: number): string {
  const encoder = new TextEncoder();
  let [bytes, end] = [0, 0];
  for (const character of text) {
    bytes += encoder.encode(character).byteLength;
    if (bytes > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}
