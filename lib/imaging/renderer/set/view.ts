import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import { aspectRatios, outputSize } from "#lib/contract/photos/styles.ts";
import type { RenderOptions } from "#lib/imaging/generator.ts";
import { scaleSize } from "#lib/imaging/pixels/boxes.ts";
import { clamp } from "#lib/imaging/pixels/numbers.ts";

/** The part of a frame that a photo shows, in pixels of the photo; the frame is larger when it is cropped. */
export interface View extends Box {
  frame: Size;
}

export function wholeView({ width, height }: Size): View {
  return { frame: { width, height }, left: 0, top: 0, width, height };
}

/** Returns the part of the frame that a crop keeps, at the photo's full size; without a crop, the whole frame. */
export function viewOf({ width, height }: Size, crop: RenderOptions["crop"]): View {
  if (crop === undefined || crop.zoom === 1) return wholeView({ width, height });
  const frame = { width: Math.round(width * crop.zoom), height: Math.round(height * crop.zoom) };
  const begin = (center: number, length: number, kept: number) =>
    clamp(Math.round(center * length - kept / 2), 0, length - kept);
  const left = begin(crop.x ?? 0.5, frame.width, width);
  const top = begin(crop.y ?? 0.5, frame.height, height);
  return { frame, left, top, width, height };
}

/** The part of a picture, of which `crop` fills the frame, that a view shows. */
export function partOfCrop(picture: Size, crop: Box, { frame, left, top, width, height }: View): Box {
  const [scaleX, scaleY] = [crop.width / frame.width, crop.height / frame.height];
  const part = scaleSize({ width: width * scaleX, height: height * scaleY }, 1);
  return {
    ...part,
    left: clamp(crop.left + Math.round(left * scaleX), 0, picture.width - part.width),
    top: clamp(crop.top + Math.round(top * scaleY), 0, picture.height - part.height),
  };
}

/**
 * Returns the size at which a photo's light and shadow are computed: that of its aspect ratio at 1K. For an aspect
 * ratio that is not offered, it is the size with as many pixels as the square.
 */
export function designSize({ width, height }: Size): Size {
  for (const ratio of aspectRatios) {
    const size = outputSize(ratio, "1K");
    if (width * size.height === height * size.width) return size;
  }
  const scale = Math.sqrt(outputSize("1:1", "1K").width ** 2 / (width * height));
  return scaleSize({ width, height }, scale);
}
