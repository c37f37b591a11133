import { variantUrl } from "./cloudinary/delivery-url.ts";

/** Download formats of a photo. */
export const downloadFormats = ["jpg", "png", "webp"] as const;

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

/**
 * URL of a host's picture scaled for one use, in Cloudinary's form, which is also the embedded host's. Returns the URL
 * unchanged when no variant is possible: other hosts, signed URLs, URLs with a transformation.
 */
export function resizedUrl(url: string, use: PictureUse): string {
  return variantUrl(url, { widthPx: widthsPx[use] }) ?? url;
}
