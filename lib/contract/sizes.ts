import { type MarketplaceSize, marketplaceSizes } from "./marketplaces.ts";
import { type AspectRatio, aspectRatios, outputSize, type Resolution } from "./styles.ts";

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
export function nearestAspectRatio({ width, height }: { width: number; height: number }): AspectRatio {
  const wanted = Math.log(width / height);
  const distance = (ratio: AspectRatio) => {
    const size = outputSize(ratio, "1K");
    return Math.abs(Math.log(size.width / size.height) - wanted);
  };
  return aspectRatios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best));
}

/** What `size` of a request may be. */
export type WantedSize = MarketplaceSize | { width: number; height: number };

/** Exact pixels of a photo: those of `size` where it is given, else those of shape and resolution. */
export function photoSize(order: {
  aspectRatio: AspectRatio;
  resolution: Resolution;
  size?: WantedSize | undefined;
}): { width: number; height: number } {
  const { aspectRatio, resolution, size } = order;
  if (size === undefined) return outputSize(aspectRatio, resolution);
  const { width, height } = typeof size === "string" ? marketplaceSizes[size] : size;
  return { width, height };
}

/** Where a product is seen in a picture, in its pixels. */
export interface BoundingBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Longer side of a preview. */
export const previewSide = 512;

/** Pixels of the preview of a photo: of its shape, never larger than the photo. */
export function previewSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, previewSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
