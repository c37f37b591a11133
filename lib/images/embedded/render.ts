import type { OutputInfo, Sharp } from "sharp";
import type { Size } from "#lib/contract/photos/sizes.ts";
import { type DecodableFormat, supportsAlpha } from "../../contract/images/formats.ts";
import { formatMegapixels, maxOutputPixels, maxOutputSide } from "../../contract/images/limits.ts";
import { encodeNoted } from "../origin.ts";
import { ProtocolError } from "./protocol-error.ts";

/** The largest size with the picture's aspect ratio within these sides; its own size if that is smaller. */
export interface Resize {
  widthPx?: number;
  heightPx?: number;
  /** Smaller pictures are enlarged. */
  mayEnlarge?: true;
}

export interface Output {
  format: DecodableFormat;
  /** 1..100; formats without loss ignore it. */
  quality: number;
  /** Resolution noted in the file; absent: none. */
  dpi?: number | undefined;
}

/**
 * Resizes a picture and encodes it, in sRGB and upright; transparency becomes white in formats without alpha. Throws
 * ProtocolError 400 for a size of more than 8,192 pixels per side or 40 megapixels. Runs only in the pixel worker.
 */
export async function render(
  picture: { open(): Sharp; origin?: string | null },
  resize: Resize | null,
  output: Output,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const { autoOrient: own, hasAlpha } = await picture.open().metadata();
  const size = resize && sizeWithin(own, resize);
  checkSize(size ?? own, size ? maxOutputSide : Number.POSITIVE_INFINITY);
  let image = picture.open().autoOrient();
  if (size) image = image.resize({ ...size, fit: "fill" });
  if (hasAlpha && !supportsAlpha(output.format)) image = image.flatten({ background: "white" });
  if (output.dpi !== undefined) image = image.withMetadata({ density: output.dpi });
  return encodeNoted(encode(image, output), output.format, picture.origin ?? null);
}

/** Null when the picture keeps its own size. */
function sizeWithin(
  { width, height }: Size,
  { widthPx = Infinity, heightPx = Infinity, mayEnlarge }: Resize,
): Size | null {
  const scale = Math.min(widthPx / width, heightPx / height);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return !mayEnlarge && size.width >= width && size.height >= height ? null : size;
}

const largest = `${maxOutputSide} pixels a side and ${formatMegapixels(maxOutputPixels)}`;

/** A picture that only changes its format may be long and thin: then the area alone is limited. */
function checkSize({ width, height }: Size, maxSide: number): void {
  if (width > maxSide || height > maxSide || width * height > maxOutputPixels)
    throw new ProtocolError(400, `Maximum image size is ${largest}. Requested ${width}x${height}`);
}

function encode(image: Sharp, { format, quality }: Output): Sharp {
  switch (format) {
    case "jpg":
      return image.jpeg({ quality, progressive: true, mozjpeg: false });
    case "png":
      return image.png({ compressionLevel: 7 });
    case "webp":
      return image.webp({ quality, effort: 4 });
    case "avif":
      // AVIF has the same visual quality at a lower number; effort 2 encodes a megapixel in less than a second.
      return image.avif({ quality: Math.max(1, Math.round(quality * 0.75)), effort: 2 });
    case "gif":
      return image.gif();
    case "tiff":
      return image.tiff({ quality, compression: "lzw" });
  }
}
