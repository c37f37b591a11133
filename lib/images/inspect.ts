import { open } from "node:fs/promises";
import { sniffFormat } from "../contract/images/formats.ts";
import type { InspectedImage, PictureInput } from "./picture.ts";
import { imageServices, type PixelOptions } from "./services.ts";

/** Bytes that identify a format. */
const headBytes = 64;

export interface InspectOptions extends PixelOptions {
  /** Path of a new file: a HEIC picture is copied there in a decodable format. */
  copyTo?: string;
}

/**
 * Verifies in a pixel worker that bytes or a file are a complete picture of a supported format within the service's
 * limits, by decoding the first frame. Throws UnreadableImageError otherwise, and ApiError `overloaded`.
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
