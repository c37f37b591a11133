import { type DecodableFormat, formatFromName } from "../../contract/images/formats.ts";
import { cutoutTransformation, transformationOf } from "../cloudinary/delivery-url.ts";
import type { AssetReference } from "../host.ts";
import { deliveryWidthsPx, downloadFormats, pageWidthsPx } from "../variants.ts";
import type { Resize } from "./render.ts";

/** What a delivery URL makes of an original. The keys of derived files hash `cutOut` and `resize`. */
export interface Transformation {
  cutOut?: true;
  resize?: Resize;
  /** Absent: the original's. */
  format?: DecodableFormat;
}

const cutOut = { cutOut: true, format: "png" } as const;

/**
 * All transformations that a URL may name, in Cloudinary's notation: making a picture costs processor time, so nobody
 * may choose freely.
 */
const transformations = new Map<string, Transformation>([["", {}]]);
transformations.set(cutoutTransformation, cutOut);
for (const widthPx of pageWidthsPx)
  transformations.set(transformationOf({ widthPx }), { resize: { widthPx }, format: "webp" });
for (const format of downloadFormats)
  for (const name of [`f_${format}`, transformationOf({ format })]) transformations.set(name, { format });
for (const widthPx of deliveryWidthsPx) {
  const resize = { widthPx, mayEnlarge: true } as const;
  transformations.set(`w_${widthPx}`, { resize });
  transformations.set(`${cutoutTransformation}/w_${widthPx}`, { ...cutOut, resize });
}

/** The formats that an extension may name, of whole and of resized pictures. */
const wholeFormats: readonly DecodableFormat[] = downloadFormats;
const resizedFormats: readonly DecodableFormat[] = [...downloadFormats, "avif"];

/** The transformation that a delivery URL names by its text and its extension; null when nobody may request it. */
export function findTransformation({
  transformation,
  format: extension,
}: Pick<AssetReference, "transformation" | "format">): Transformation | null {
  const found = transformations.get(transformation);
  if (!found || found.format || extension === null) return found ?? null;
  const named = formatFromName(extension);
  const format = (found.resize ? resizedFormats : wholeFormats).find((one) => one === named);
  return format ? { ...found, format } : null;
}
