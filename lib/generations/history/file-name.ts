import { formatFromContentType, formatFromName, type ImageFormat } from "../../contract/images/formats.ts";

/** What names a result, in the names of the business. */
export interface NamedResult {
  id: string;
  operation: string;
  style: string | null;
  aspectRatio: string | null;
  resolution: string | null;
  title: string | null;
  customId: string | null;
  metadata: unknown;
  options: unknown;
  imageUrl: string;
  /** Of the uploaded file that it was made from. */
  sourceName: string | null;
}

/** `metadata.sku`: the seller's own number of the product. */
export const skuKey = "sku";

/** What the picture's own folder on an image host is called; its names are random there. */
const hostedPath = /\/image\/upload\//;
const maxNameBytes = 120;
/** Names of devices that Windows keeps for itself, whatever comes after a dot. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * What a picture is called: its title without the ending of a file, else its sku, the caller's name for it, or the
 * name of the file that was uploaded or that it came from. Null where nobody has named it.
 */
export function nameOfResult(result: Omit<NamedResult, "id">): string | null {
  const named = [withoutEnding(result.title ?? ""), skuOf(result.metadata), result.customId];
  const files = [withoutEnding(result.sourceName ?? ""), nameInUrl(result.imageUrl)];
  return [...named, ...files].find((name) => name?.trim()) ?? null;
}

/** The sku of a piece of work, or null. */
export function skuOf(metadata: unknown): string | null {
  const sku = fieldOf(metadata, skuKey);
  return typeof sku === "string" && sku.trim() !== "" ? sku : null;
}

/** What the work belongs to: its sku, else the picture that it was made from. */
export function productOf({ metadata, imageUrl }: Pick<NamedResult, "metadata" | "imageUrl">): string {
  return skuOf(metadata) ?? imageUrl;
}

/** `blue-mug_amazon_2k`: the name, the look and the size of a result, as every file system takes it. */
export function resultFileName(result: NamedResult): string {
  const name = toFilePart(nameOfResult(result) ?? "") || `picture-${result.id.slice(-6)}`;
  // A photo in the style and in the size of one marketplace says so once.
  return [name, ...new Set(looksOf(result))].join("_");
}

/** The ending of a result's file, without the dot. */
export function fileEndingOf(result: {
  operation: string;
  contentType: string | null;
  resultUrl: string | null;
}): ImageFormat {
  const inUrl = /\.(\w{3,4})$/.exec(result.resultUrl ?? "")?.[1];
  const known = formatFromContentType(result.contentType ?? "") ?? (inUrl ? formatFromName(inUrl) : null);
  return known ?? (result.operation === "remove_bg" ? "png" : "jpg");
}

/** Gives every file a name of its own: the second `mug` is `mug-2`. Case makes no difference on many disks. */
export function createFileNames(): (wanted: string) => string {
  const used = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let copy = 2; used.has(name.toLowerCase()); copy += 1) name = `${wanted}-${copy}`;
    used.add(name.toLowerCase());
    return name;
  };
}

/** Text as a file's name on Windows, macOS and Linux: letters of all scripts and spaces stay. May be empty. */
export function safeFileName(text: string): string {
  const safe = text
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "-");
  const short = withinBytes(safe, maxNameBytes).replace(/^[. ]+|[. ]+$/g, "");
  return reserved.test(short.split(".")[0] ?? "") ? `${short}-file` : short;
}

/** The same as one part of a name, without spaces and with no hyphen at its ends. */
function toFilePart(text: string): string {
  const words = text.trim().replace(/\s+/gu, "-");
  return safeFileName(words)
    .replace(/-{2,}/g, "-")
    .replace(/^[-._]+|[-._]+$/g, "");
}

/** Its style, its shape where it is not square, and its size; of a cut-out what it is. */
function looksOf({ operation, style, aspectRatio, resolution, options }: NamedResult): string[] {
  if (operation === "remove_bg") return [fieldOf(options, "output") === "mask" ? "mask" : "cutout"];
  const size = sizePart(fieldOf(options, "size"));
  const shape = aspectRatio === null || aspectRatio === "1:1" ? null : aspectRatio.replace(":", "x");
  const measures = size === null ? [shape, resolution?.toLowerCase() ?? null] : [size];
  return [style, ...measures].flatMap((part) => (part === null ? [] : [toFilePart(part)]));
}

/** The name of a marketplace's size, or `1200x800`; null where shape and resolution say the size. */
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

/** `mug` of `mug.jpg`; other dots belong to the name. */
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

/** The beginning of a text that has so many bytes in UTF-8 at most, cut between characters. */
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
