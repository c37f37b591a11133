import { type MarketplaceSize, marketplaceSizes } from "../marketplaces/list.ts";
import { type AspectRatio, aspectRatios, outputSize, type Resolution, resolutions } from "./styles.ts";

/** In integer pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A region of a picture, in its pixels. */
export interface Box extends Size {
  left: number;
  top: number;
}

/** Maximum pixels of a result at this resolution, over all aspect ratios. */
export function maxOutputPixelsOf(resolution: Resolution): number {
  return Math.max(
    ...aspectRatios.map((ratio) => {
      const { width, height } = outputSize(ratio, resolution);
      return width * height;
    }),
  );
}

/** The supported aspect ratio nearest to a size, requested from hosted models. */
export function nearestAspectRatio({ width, height }: Size): AspectRatio {
  const wanted = Math.log(width / height);
  const distance = (ratio: AspectRatio) => {
    const size = outputSize(ratio, "1K");
    return Math.abs(Math.log(size.width / size.height) - wanted);
  };
  return aspectRatios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** Values of `size` in a request. */
export type WantedSize = MarketplaceSize | Size;

/** Exact pixels of a photo: from `size` if given, else from aspect ratio and resolution. */
export function photoSize(order: {
  aspectRatio: AspectRatio;
  resolution: Resolution;
  size?: WantedSize | undefined;
}): Size {
  const { aspectRatio, resolution, size } = order;
  if (size === undefined) return outputSize(aspectRatio, resolution);
  const { width, height } = typeof size === "string" ? marketplaceSizes[size] : size;
  return { width, height };
}

/** The cheapest resolution with enough pixels; null if there is none. */
export function resolutionFor({ width, height }: Size): Resolution | null {
  return resolutions.find((name) => width * height <= maxOutputPixelsOf(name)) ?? null;
}

/** Why a resolution does not suffice for a size, as the end of an error message; null if it does. */
export function refusalOfSize(size: WantedSize, resolution: Resolution): string | null {
  const { width, height } = photoSize({ aspectRatio: "1:1", resolution, size });
  if (width * height <= maxOutputPixelsOf(resolution)) return null;
  const fitting = resolutionFor({ width, height });
  const fix = fitting ? `needs \`resolution\` ${fitting}` : "is more than any resolution has";
  return `${width} × ${height} pixels ${fix}`;
}

/** Maximum longer side of a preview. */
export const previewSide = 512;

/** Pixels of a photo's preview: same aspect ratio, never larger than the photo. */
export function previewSize({ width, height }: Size) {
  const scale = Math.min(1, previewSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
