import { formatFromName } from "./formats.ts";

/** Formats that a photo can be had in. */
export const downloadFormats = ["jpg", "png", "webp"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

/** The small forms of a picture that pages show, by their use. */
const widthsPx = { blur: 160, strip: 320, tile: 480, details: 1_200, preview: 1_280, stage: 1_600 } as const;
export type PictureUse = keyof typeof widthsPx;

/** The form that a paid background removal answers. */
export const cutOutTransformation = "e_background_removal/f_png";

const resized = (use: PictureUse) => `c_limit,w_${widthsPx[use]},f_webp,q_auto`;
const converted = (format: DownloadFormat) => `f_${format}`;

/** All that an unsigned delivery URL may ask for: what the pages use. Everything else needs a signature. */
const publicTransformations = new Set<string>([
  ...(Object.keys(widthsPx) as PictureUse[]).map(resized),
  ...downloadFormats.map(converted),
  cutOutTransformation,
]);

export function isPublicVariant({
  transformation,
  format,
}: {
  transformation: string;
  /** Extension in the URL, or null. */
  format: string | null;
}): boolean {
  if (transformation !== "") return publicTransformations.has(transformation);
  const asked = format === null ? null : formatFromName(format);
  return asked === null || downloadFormats.some((known) => known === asked);
}

const marker = "/image/upload/";

/**
 * Delivery URL of a picture on the image host in the size for one use, small to send. Answers the URL itself where
 * nothing can be put in: other hosts, signed URLs, URLs that transform already.
 */
export function resizedUrl(url: string, use: PictureUse): string {
  return transformedUrl(url, resized(use)) ?? url;
}

/** Delivery URL of the whole picture in another format, or null where the host cannot be asked for it. */
export function convertedUrl(url: string, format: DownloadFormat): string | null {
  return transformedUrl(url, converted(format));
}

function transformedUrl(url: string, transformation: string): string | null {
  const at = url.indexOf(marker);
  if (at < 0) return null;
  const start = at + marker.length;
  const rest = url.slice(start);
  return /^v\d+\//.test(rest) ? `${url.slice(0, start)}${transformation}/${rest}` : null;
}
