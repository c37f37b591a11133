import { type MarketplaceSize, marketplaceSizes } from "../marketplaces/list.ts";
import { type AspectRatio, aspectRatios, outputSize, type Resolution, resolutions } from "./styles.ts";

/** In whole pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A part of a picture, in its pixels. */
export interface Box extends Size {
  left: number;
  top: number;
}

/** Pixels that a result of this resolution may have, whatever its shape. */
export function maxOutputPixelsOf(resolution: Resolution): number {
  return Math.max(
    ...aspectRatios.map((ratio) => {
      const { width, height } = outputSize(ratio, resolution);
      return width * height;
    }),
  );
}

/** The shape on offer that comes nearest to a size: what hosted models are asked for. */
export function nearestAspectRatio({ width, height }: Size): AspectRatio {
  const wanted = Math.log(width / height);
  const distance = (ratio: AspectRatio) => {
    const size = outputSize(ratio, "1K");
    return Math.abs(Math.log(size.width / size.height) - wanted);
  };
  return aspectRatios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** What `size` of a request may be. */
export type WantedSize = MarketplaceSize | Size;

/** Exact pixels of a photo: those of `size` where it is given, else those of shape and resolution. */
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

/** The cheapest resolution that has so many pixels; null where none has. */
export function resolutionFor({ width, height }: Size): Resolution | null {
  return resolutions.find((name) => width * height <= maxOutputPixelsOf(name)) ?? null;
}

/** What a resolution lacks for a size, after the size: null where it has the pixels. */
export function refusalOfSize(size: WantedSize, resolution: Resolution): string | null {
  const { width, height } = photoSize({ aspectRatio: "1:1", resolution, size });
  if (width * height <= maxOutputPixelsOf(resolution)) return null;
  const fitting = resolutionFor({ width, height });
  const fix = fitting ? `needs \`resolution\` ${fitting}` : "is more than any resolution has";
  return `${width} × ${height} pixels ${fix}`;
}

/** Longer side of a preview. */
export const previewSide = 512;

/** Pixels of the preview of a photo: of its shape, never larger than the photo. */
export function previewSize({ width, height }: Size) {
  const scale = Math.min(1, previewSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
