import sharp, { type Sharp } from "sharp";
import { maxOutputPixels } from "#lib/contract/images/limits.ts";
import { cutoutSource } from "#lib/contract/photos/modes.ts";
import type { Box, Size } from "#lib/contract/photos/sizes.ts";
import type { ResultFormat } from "#lib/contract/photos/values.ts";
import { encodeNoted, noteOf } from "#lib/images/origin.ts";
import { type PictureInput, UnreadableImageError } from "#lib/images/picture.ts";
import { clipBox, visibleBox } from "../pixels/boxes.ts";
import type { CutOut } from "../pixels/cut-out.ts";
import { openPicture } from "../pixels/open-picture.ts";
import type { FinishedCutOut, FinishOptions } from "../worker/protocol.ts";
import { encodeGrey, inFormat } from "./encode.ts";

/** Least alpha (0..255) of a pixel that trimming keeps: faint edges are part of the product. */
const leastKept = 8;
/** Longest side, in pixels, that each format supports. */
const longestSides: Record<ResultFormat, number> = { png: 65_535, webp: 16_383, avif: 16_383, jpeg: 65_535 };

/**
 * Encodes a cut-out with the requested options, sRGB: trimmed, with a margin, on a background, or its alpha alone as
 * 8-bit grey. The result has the frame's size, scaled down to the limits of pixels and format. Throws
 * UnreadableImageError when the background cannot be used.
 */
export async function finishCutOut(cut: CutOut, options: FinishOptions): Promise<FinishedCutOut> {
  const { background, output = "cutout", format = "png" } = options;
  const frame = frameOf(cut, options);
  const size = fittingSize(frame, output === "mask" ? "png" : format);
  const box = scaleBox(cut.box, frame, size);
  const pixels = framed(cut, frame, size);
  if (output === "mask") {
    const alpha = await pixels.extractChannel(3).raw().toBuffer();
    return { bytes: await encodeGrey(alpha, size), ...size, boundingBox: box, hasAlpha: false };
  }
  const picture = background === undefined ? pixels : await before(background, { pixels, size });
  const { data } = await encodeNoted(inFormat[format](picture), format, noteOf(cutoutSource));
  return { bytes: data, ...size, boundingBox: box, hasAlpha: background === undefined };
}

/** Returns the part of the picture to keep; a margin may extend it beyond the picture. */
function frameOf({ rgba, width, height, box }: CutOut, { trim, margin }: FinishOptions): Box {
  if (!trim && margin === undefined) return { left: 0, top: 0, width, height };
  const kept = visibleBox(rgba, { width, height }, { leastAlpha: leastKept }) ?? box;
  const room = Math.round((margin ?? 0) * Math.max(kept.width, kept.height));
  return {
    left: kept.left - room,
    top: kept.top - room,
    width: kept.width + 2 * room,
    height: kept.height + 2 * room,
  };
}

function fittingSize({ width, height }: Size, format: ResultFormat): Size {
  const scale = Math.min(
    1,
    Math.sqrt(maxOutputPixels / (width * height)),
    longestSides[format] / Math.max(width, height),
  );
  if (scale === 1) return { width, height };
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}

function scaleBox(box: Box, frame: Box, size: Size): Box {
  const scaleX = size.width / frame.width;
  const scaleY = size.height / frame.height;
  const left = Math.round((box.left - frame.left) * scaleX);
  const top = Math.round((box.top - frame.top) * scaleY);
  return {
    left,
    top,
    width: Math.max(1, Math.min(size.width - left, Math.round(box.width * scaleX))),
    height: Math.max(1, Math.min(size.height - top, Math.round(box.height * scaleY))),
  };
}

/** Returns the frame's pixels at `size`, with alpha; transparent where the frame extends beyond the picture. */
function framed({ rgba, width, height }: CutOut, frame: Box, size: Size): Sharp {
  const inner = clipBox(frame, { width, height }) ?? frame;
  const place = scaleBox(inner, frame, size);
  const part = sharp(rgba, { raw: { width, height, channels: 4 } }).extract(inner);
  const isOwnSize = size.width === frame.width && size.height === frame.height;
  const scaled = isOwnSize ? part : part.resize({ width: place.width, height: place.height, fit: "fill" });
  return scaled.extend({
    left: place.left,
    top: place.top,
    right: size.width - place.left - place.width,
    bottom: size.height - place.top - place.height,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
}

async function before(
  background: NonNullable<FinishOptions["background"]>,
  { pixels, size }: { pixels: Sharp; size: Size },
): Promise<Sharp> {
  if ("color" in background) return pixels.flatten({ background: background.color });
  const [product, backdrop] = await Promise.all([pixels.raw().toBuffer(), coverOf(background.image, size)]);
  return sharp(backdrop, { raw: { ...size, channels: 3 } })
    .composite([{ input: product, raw: { ...size, channels: 4 } }])
    .removeAlpha();
}

/** Scales a picture to cover the size and crops it around its center: × 3. */
async function coverOf(image: PictureInput, size: Size): Promise<Uint8Array> {
  const picture = await openPicture(image);
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const whole = {
    width: Math.max(size.width, Math.round(picture.width * scale)),
    height: Math.max(size.height, Math.round(picture.height * scale)),
  };
  if (whole.width * whole.height > 2 * maxOutputPixels) {
    throw new UnreadableImageError("the background's shape is too far from the cut-out's");
  }
  const pixels = await picture.read(whole, 3);
  return sharp(pixels, { raw: { ...whole, channels: 3 } })
    .extract({
      left: (whole.width - size.width) >> 1,
      top: (whole.height - size.height) >> 1,
      ...size,
    })
    .raw()
    .toBuffer();
}
