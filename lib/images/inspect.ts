import { open, stat } from "node:fs/promises";
import { maxImageBytes, maxImagePixels, openImage } from "./decoder.ts";
import { type ImageFormat, sniffFormat } from "./formats.ts";
import { UnreadableImageError } from "./unreadable.ts";

export interface InspectedImage {
  format: ImageFormat;
  /** As displayed: EXIF orientation applied. */
  width: number;
  height: number;
  hasAlpha: boolean;
  /** Frames or pages; only the first is ever used. */
  pages: number;
  sizeBytes: number;
}

/**
 * Proves that bytes are a whole, decodable JPEG, PNG, WebP, AVIF, GIF or TIFF within the service's bounds
 * (25 MB, 40 megapixels) by decoding the first frame completely. Throws UnreadableImageError otherwise.
 */
export async function inspectImage(bytes: Uint8Array): Promise<InspectedImage> {
  return inspect(bytes, bytes.subarray(0, 64), bytes.byteLength);
}

/** As `inspectImage`, for a file: its bytes are streamed, never held in memory at once. */
export async function inspectImageFile(path: string): Promise<InspectedImage> {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const head = Buffer.alloc(64);
    const { bytesRead } = await file.read(head, 0, 64, 0);
    return await inspect(path, head.subarray(0, bytesRead), size);
  } finally {
    await file.close();
  }
}

async function inspect(
  input: Uint8Array | string,
  head: Uint8Array,
  sizeBytes: number,
): Promise<InspectedImage> {
  if (sizeBytes === 0) throw new UnreadableImageError("the file is empty");
  if (sizeBytes > maxImageBytes) {
    throw new UnreadableImageError(`the file has ${sizeBytes} bytes; at most ${maxImageBytes} are accepted`);
  }
  const format = sniffFormat(head);
  if (format === "heic") {
    throw new UnreadableImageError("HEIC pictures are not supported; convert the picture to JPEG or PNG");
  }
  if (!format) throw new UnreadableImageError("not a JPEG, PNG, WebP, AVIF, GIF or TIFF picture");
  try {
    const metadata = await openImage(input).metadata();
    const { width, height } = metadata.autoOrient;
    if (width * height > maxImagePixels) throw new UnreadableImageError(tooManyPixels(width, height));
    // Shrinking touches every pixel, so damage anywhere in the file shows here.
    await openImage(input).resize(32, 32, { fit: "fill" }).raw().toBuffer();
    const pages = metadata.pages ?? 1;
    return { format, width, height, hasAlpha: metadata.hasAlpha, pages, sizeBytes };
  } catch (error) {
    if (error instanceof UnreadableImageError) throw error;
    const reason = error instanceof Error ? error.message : "";
    if (/pixel limit|exceeds? .*limit|dimensions/i.test(reason)) {
      throw new UnreadableImageError(tooManyPixels(), error);
    }
    throw new UnreadableImageError(`the ${format.toUpperCase()} data is damaged or incomplete`, error);
  }
}

function tooManyPixels(width?: number, height?: number): string {
  const size = width && height ? `${width}×${height} is too large` : "the picture is too large";
  return `${size}; at most ${maxImagePixels / 1_000_000} megapixels are accepted`;
}
