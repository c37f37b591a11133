import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { aspectRatios, outputSize } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

/** The part of a frame that a photo shows, in pixels of the photo; the frame is larger where it is cropped. */
export interface View extends Box {
  frame: Size;
}

export function wholeView({ width, height }: Size): View {
  return { frame: { width, height }, left: 0, top: 0, width, height };
}

/** What a crop leaves of the frame at the full size of the photo; all of the frame without one. */
export function viewOf({ width, height }: Size, crop: RenderOptions["crop"]): View {
  if (crop === undefined || crop.zoom === 1) return wholeView({ width, height });
  const frame = { width: Math.round(width * crop.zoom), height: Math.round(height * crop.zoom) };
  const begin = (center: number, length: number, kept: number) =>
    clamp(Math.round(center * length - kept / 2), 0, length - kept);
  const left = begin(crop.x ?? 0.5, frame.width, width);
  const top = begin(crop.y ?? 0.5, frame.height, height);
  return { frame, left, top, width, height };
}

/**
 * The size at which light and shadow of a photo are computed: that of its shape at 1K. Of a shape that is not on offer,
 * the one with as many pixels as a square has.
 */
export function designSize({ width, height }: Size): Size {
  for (const ratio of aspectRatios) {
    const size = outputSize(ratio, "1K");
    if (width * size.height === height * size.width) return size;
  }
  const scale = Math.sqrt(outputSize("1:1", "1K").width ** 2 / (width * height));
  return scaleSize({ width, height }, scale);
}
