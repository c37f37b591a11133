import { open } from "node:fs/promises";
import { sniffFormat } from "../contract/images/formats.ts";
import type { InspectedImage, PictureInput } from "./picture.ts";
import { imageServices, type PixelOptions } from "./services.ts";

/** What a format is recognized by. */
const headBytes = 64;

export interface InspectOptions extends PixelOptions {
  /** A file that does not exist yet: of a picture in HEIC a copy in a decodable format is written there. */
  copyTo?: string;
}

/**
 * Checks that bytes or a file are a complete, decodable picture of one of our formats within the service's bounds by
 * decoding the first frame completely, in a pixel worker. Throws UnreadableImageError otherwise, and ApiError
 * `overloaded`.
 */
export async function inspectImage(
  image: PictureInput,
  { copyTo, ...options }: InspectOptions = {},
): Promise<InspectedImage> {
  const { pixels } = imageServices();
  if (sniffFormat(await readHead(image)) !== "heic") return pixels.inspect(image, options);
  return pixels.decode(copyTo === undefined ? { image } : { image, copyTo }, options);
}

async function readHead(image: PictureInput): Promise<Uint8Array> {
  if (typeof image !== "string") return image.subarray(0, headBytes);
  const file = await open(image, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
