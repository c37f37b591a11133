import { formatMegapixels, maxInputPixels } from "#lib/images/limits.ts";
import { UnreadableImageError } from "#lib/images/unreadable.ts";
import { damaged, readPicture } from "./decoder.ts";
import type { InspectedImage, PictureInput } from "./tasks.ts";

/** Proves that a picture can be decoded, by decoding its first frame completely. Throws UnreadableImageError. */
export async function inspectPicture(input: PictureInput): Promise<InspectedImage> {
  const picture = await readPicture(input);
  try {
    const metadata = await picture.open().metadata();
    const { width, height } = metadata.autoOrient;
    if (width * height > maxInputPixels) throw new UnreadableImageError(tooManyPixels(width, height));
    // Shrinking touches every pixel, so damage anywhere in the file shows here.
    await picture.open().resize(32, 32, { fit: "fill" }).raw().toBuffer();
    const { format, sizeBytes, frames } = picture;
    const pages = frames ?? metadata.pages ?? 1;
    return { format, width, height, hasAlpha: metadata.hasAlpha, pages, sizeBytes };
  } catch (error) {
    if (error instanceof UnreadableImageError) throw error;
    const reason = error instanceof Error ? error.message : "";
    if (/pixel limit|exceeds? .*limit|dimensions/i.test(reason)) {
      throw new UnreadableImageError(tooManyPixels(), error);
    }
    throw damaged(picture.format, error);
  }
}

function tooManyPixels(width?: number, height?: number): string {
  const size = width && height ? `${width}×${height} is too large` : "the picture is too large";
  return `${size}; at most ${formatMegapixels(maxInputPixels)} are accepted`;
}
