import { variantUrl as cloudinaryVariantUrl } from "./cloudinary/delivery-url.ts";
import type { Variant } from "./host.ts";

/** Formats that a photo can be had in. */
export const downloadFormats = ["jpg", "png", "webp"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

/** Widths of the small pictures that pages show, by their use. */
const widthsPx = {
  blur: 160,
  strip: 320,
  tile: 480,
  details: 1_200,
  preview: 1_280,
  stage: 1_600,
  editor: 2_048,
} as const;
export type PictureUse = keyof typeof widthsPx;

/** All that pages request besides the pictures themselves. */
export const pageVariants: readonly Variant[] = [
  ...Object.values(widthsPx).map((widthPx) => ({ widthPx })),
  ...downloadFormats.map((format) => ({ format })),
];

/** The hosts' own ways to write the URL of a variant. The embedded host shares Cloudinary's. */
const grammars = [cloudinaryVariantUrl];

/**
 * Address of a picture on the image host in the size for one use, small to send. Answers the address itself where
 * the host cannot be asked: other hosts, signed URLs, URLs that transform already.
 */
export function resizedUrl(url: string, use: PictureUse): string {
  return variantUrl(url, { widthPx: widthsPx[use] }) ?? url;
}

/** Address of the whole picture in another format, or null where the host cannot be asked for it. */
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
