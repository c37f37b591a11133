/** Formats that a photo can be had in. */
export const downloadFormats = ["jpg", "png", "webp"] as const;
export type DownloadFormat = (typeof downloadFormats)[number];

const marker = "/image/upload/";

/**
 * Delivery URL of a picture on the image host, at most `widthPx` wide and small to send. Answers the URL itself
 * where nothing can be put in: other hosts, signed URLs, URLs that transform already.
 */
export function resizedUrl(url: string, widthPx: number): string {
  return transformedUrl(url, `c_limit,w_${widthPx},f_webp,q_auto`) ?? url;
}

/** Delivery URL of the whole picture in another format, or null where the host cannot be asked for it. */
export function convertedUrl(url: string, format: DownloadFormat): string | null {
  return transformedUrl(url, `f_${format}`);
}

function transformedUrl(url: string, transformation: string): string | null {
  const at = url.indexOf(marker);
  if (at < 0) return null;
  const start = at + marker.length;
  const rest = url.slice(start);
  return /^v\d+\//.test(rest) ? `${url.slice(0, start)}${transformation}/${rest}` : null;
}
