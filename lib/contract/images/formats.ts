import type { ResultFormat } from "../photos/values.ts";

/** The formats that the service can decode at any time and encode, by their names in the image host's URLs. */
export type DecodableFormat = "jpg" | "png" | "webp" | "avif" | "gif" | "tiff";
/** The accepted formats. HEIC is decoded once, into a copy in another format, and never encoded. */
export type ImageFormat = DecodableFormat | "heic";

/** Formats of results, by their names in the API. */
export const hostFormats: Record<ResultFormat, DecodableFormat> = {
  jpeg: "jpg",
  png: "png",
  webp: "webp",
  avif: "avif",
};

export const contentTypes: Record<ImageFormat, string> = {
  jpg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  avif: "image/avif",
  gif: "image/gif",
  tiff: "image/tiff",
  heic: "image/heic",
};

export const formatNames: Record<ImageFormat, string> = {
  jpg: "JPEG",
  png: "PNG",
  webp: "WebP",
  avif: "AVIF",
  gif: "GIF",
  tiff: "TIFF",
  heic: "HEIC",
};

/** `JPEG, PNG, WebP, AVIF, GIF, TIFF or HEIC`. */
export function listFormats(type: "conjunction" | "disjunction", locale = "en"): string {
  return new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type }).format(Object.values(formatNames));
}

const formatsByName: Record<string, ImageFormat> = {
  jpg: "jpg",
  jpeg: "jpg",
  jpe: "jpg",
  png: "png",
  webp: "webp",
  avif: "avif",
  gif: "gif",
  tif: "tiff",
  tiff: "tiff",
  heic: "heic",
  heif: "heic",
};

/** The format of an extension or format name in any case, or null. */
export function formatFromName(name: string): ImageFormat | null {
  const key = name.toLowerCase();
  return Object.hasOwn(formatsByName, key) ? (formatsByName[key] ?? null) : null;
}

/** The format of a content type, or null. */
export function formatFromContentType(type: string): ImageFormat | null {
  const bare = type.split(";")[0]?.trim().toLowerCase();
  const found = Object.entries(contentTypes).find(([, known]) => known === bare);
  return found ? formatFromName(found[0]) : null;
}

export function supportsAlpha(format: ImageFormat): boolean {
  return format !== "jpg";
}

/** The format according to the first 64 bytes of a file, or null; file names and declared types are not trusted. */
export function sniffFormat(head: Uint8Array): ImageFormat | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return "jpg";
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  const text = String.fromCharCode(...head.subarray(0, 64));
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "webp";
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return "tiff";
  if (text.slice(4, 8) === "ftyp") return sniffBrands(text, head);
  return null;
}

/** The first box of an ISO base media file lists its major brand and compatible brands. */
function sniffBrands(text: string, head: Uint8Array): "avif" | "heic" | null {
  const boxEnd = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const brands = text.slice(8, Math.min(boxEnd, 64)).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "avif";
  return brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? "heic" : null;
}

function startsWith(bytes: Uint8Array, prefix: number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((value, index) => bytes[index] === value);
}
