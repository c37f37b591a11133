import { type DecodableFormat, formatFromName } from "../../contract/images/formats.ts";
import { parseColor, type Rgba } from "./color.ts";
import { ProtocolError, printable } from "./protocol-error.ts";

export type CropMode = "scale" | "fit" | "limit" | "fill" | "pad" | "thumb" | "crop";
export type Gravity =
  | "center"
  | "north"
  | "northeast"
  | "east"
  | "southeast"
  | "south"
  | "southwest"
  | "west"
  | "northwest"
  | "attention";
export type Quality = number | "auto:best" | "auto:good" | "auto:eco" | "auto:low";

/** A length in pixels, or as a fraction of the picture's own. */
export type Length = { pixels: number } | { fraction: number };

/**
 * One component: the comma-separated parameters between two slashes. The keys of derived files hash its field names:
 * renaming a field would make every derived file again.
 */
export interface Component {
  cutOut?: true;
  crop?: CropMode;
  width?: Length;
  height?: Length;
  x?: number;
  y?: number;
  aspectRatio?: number;
  gravity?: Gravity;
  background?: Rgba;
  dpr?: number;
  format?: DecodableFormat | "auto";
  quality?: Quality;
}

const maxComponents = 10;
const maxLength = 512;

const crops = new Set<string>(["scale", "fit", "limit", "fill", "pad", "thumb", "crop"]);
const gravities: Record<string, Gravity> = {
  center: "center",
  north: "north",
  north_east: "northeast",
  east: "east",
  south_east: "southeast",
  south: "south",
  south_west: "southwest",
  west: "west",
  north_west: "northwest",
  auto: "attention",
  face: "attention",
  faces: "attention",
  "auto:subject": "attention",
  "auto:face": "attention",
  "auto:faces": "attention",
};
const qualities: Record<string, Quality> = {
  auto: "auto:good",
  "auto:best": "auto:best",
  "auto:good": "auto:good",
  "auto:eco": "auto:eco",
  "auto:low": "auto:low",
};

type Reader = (component: Component, value: string) => boolean;

/** Parameter → its name in error messages, and its parser, which returns false for an invalid value. */
const parameters: Record<string, { name: string; read: Reader }> = {
  e: { name: "effect", read: (c, v) => v === "background_removal" && set(c, "cutOut", true) },
  c: { name: "crop", read: (c, v) => crops.has(v) && set(c, "crop", v as CropMode) },
  w: { name: "width", read: (c, v) => set(c, "width", readLength(v)) },
  h: { name: "height", read: (c, v) => set(c, "height", readLength(v)) },
  x: { name: "x", read: (c, v) => set(c, "x", readInteger(v)) },
  y: { name: "y", read: (c, v) => set(c, "y", readInteger(v)) },
  ar: { name: "aspect_ratio", read: (c, v) => set(c, "aspectRatio", readRatio(v)) },
  g: { name: "gravity", read: (c, v) => set(c, "gravity", own(gravities, v)) },
  b: { name: "background", read: (c, v) => set(c, "background", parseColor(v)) },
  dpr: { name: "dpr", read: (c, v) => set(c, "dpr", readDpr(v)) },
  f: { name: "format", read: (c, v) => set(c, "format", readFormat(v)) },
  q: { name: "quality", read: (c, v) => set(c, "quality", own(qualities, v) ?? readQuality(v)) },
  // This host keeps the metadata of results in every form.
  fl: { name: "flag", read: (_c, v) => v === "keep_iptc" },
};

/**
 * Parses a chained transformation (`c_fill,w_100,h_100/f_png`). Throws ProtocolError 400 with Cloudinary's messages
 * for unsupported ones.
 */
export function parseTransformation(text: string): Component[] {
  if (text === "") return [];
  const parts = text.split("/");
  if (text.length > maxLength || parts.length > maxComponents) {
    throw new ProtocolError(400, "Transformation is too long");
  }
  return parts.map(parseComponent);
}

function parseComponent(text: string): Component {
  const component: Component = {};
  const seen = new Set<string>();
  for (const token of text.split(",")) {
    const split = token.indexOf("_");
    const key = token.slice(0, Math.max(0, split));
    const value = token.slice(split + 1);
    const parameter = own(parameters, key);
    if (!parameter || seen.has(key)) {
      throw new ProtocolError(400, `Invalid transformation component - ${printable(token)}`);
    }
    seen.add(key);
    if (!parameter.read(component, value)) {
      throw new ProtocolError(400, `Invalid ${parameter.name} in transformation: ${printable(value)}`);
    }
  }
  checkComponent(component);
  return component;
}

function checkComponent(component: Component): void {
  const { crop, width, height, aspectRatio } = component;
  const sized = width !== undefined || height !== undefined;
  if (crop && !sized) throw new ProtocolError(400, "Must supply either width or height with crop");
  if (aspectRatio !== undefined && !sized) {
    throw new ProtocolError(400, `Must supply either width or height with aspect_ratio: ${aspectRatio}`);
  }
}

function set<Key extends keyof Component>(
  component: Component,
  key: Key,
  value: Component[Key] | null | undefined,
): boolean {
  if (value === null || value === undefined) return false;
  component[key] = value;
  return true;
}

function own<Value>(table: Record<string, Value>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** HEIC is accepted as input but never produced. */
function readFormat(value: string): Component["format"] | null {
  const format = value === "auto" ? value : formatFromName(value);
  return format === "heic" ? null : format;
}

/** `300` is pixels, `0.5` and `1.0` are fractions. */
function readLength(value: string): Length | null {
  if (/^\d{1,6}$/.test(value) && Number(value) >= 1) return { pixels: Number(value) };
  if (/^\d{0,2}\.\d{1,4}$/.test(value) && Number(value) > 0) return { fraction: Number(value) };
  return null;
}

function readInteger(value: string): number | null {
  return /^-?\d{1,6}$/.test(value) ? Number(value) : null;
}

function readRatio(value: string): number | null {
  const match = /^(\d{1,5}(?:\.\d{1,4})?)(?::(\d{1,5}(?:\.\d{1,4})?))?$/.exec(value);
  if (!match) return null;
  const ratio = Number(match[1]) / Number(match[2] ?? 1);
  return ratio >= 0.001 && ratio <= 1000 ? ratio : null;
}

/** `auto` would need client hints, which are not requested: it counts as 1, as on Cloudinary without them. */
function readDpr(value: string): number | null {
  if (value === "auto") return 1;
  const dpr = /^\d{1,2}(\.\d{1,2})?$/.test(value) ? Number(value) : 0;
  return dpr > 0 && dpr <= 10 ? dpr : null;
}

function readQuality(value: string): number | null {
  const quality = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  return quality >= 1 && quality <= 100 ? quality : null;
}
