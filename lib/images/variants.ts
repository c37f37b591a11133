import { variantUrl as cloudinaryVariantUrl } from "./cloudinary/delivery-url.ts";
import type { Variant } from "./host.ts";

/** Download formats of a photo. */
export const downloadFormats = ["jpg", "png", "webp"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

/** Widths of the scaled pictures on pages, by their use. */
const widthsPx = {
  blur: 160,
  strip: 320,
  tile: 480,
  details: 1_200,
  preview: 1_280,
  stage: 1_600,
  editor: 2_048,
} as const;
/** Widths at which anyone may request a picture whose URL they have, as `w_640` in its path. */
export const deliveryWidthsPx = [160, 320, 480, 640, 960, 1_280, 1_600, 1_920, 2_560, 3_840] as const;

export type PictureUse = keyof typeof widthsPx;

export const pageWidthsPx: readonly number[] = Object.values(widthsPx);

/** Each host's form of variant URLs. The embedded host uses Cloudinary's. */
const grammars = [cloudinaryVariantUrl];

/**
 * URL of a host's picture scaled for one use. Returns the URL unchanged when no variant is possible: other hosts,
 * signed URLs, URLs with a transformation.
 */
export function resizedUrl(url: string, use: PictureUse): string {
  return variantUrl(url, { widthPx: widthsPx[use] }) ?? url;
}

/** URL of the whole picture in another format, or null when no variant is possible. */
export function convertedUrl(url: string, format: DownloadFormat): string | null {
  return variantUrl(url, { format });
}

function variantUrl(url: string, variant: Variant): string | null {
  for (const grammar of grammars) {
    const found = grammar(url, variant);
    if (found !== null) return found;
  }
  return null;
}
